import { z } from 'zod';
import { teamPaths } from '../paths.ts';
import { nothing, routesAt } from '../route.ts';
import {
  accountOfPerson,
  enteredAccount,
  handOverAnswer,
  handOverBody,
  invitationLink,
  invitationLook,
  invitationView,
  memberChange,
  newInvitation,
  removalBody,
  teamAnswer,
  teamChange,
  teamMember,
} from '../team.ts';

const who = 'member';
const inviting = [
  'sign-up-closed',
  'address-disposable',
  'plan-limit-team',
  'already-member',
  'recipient-blocked',
  'mail-paused',
  'mail-reported',
] as const;
const asked = ['invitation-ended'] as const;

/** Members of an account, its invitations, and the accounts of a person. */
export const teamRows = routesAt(teamPaths, {
  readTeam: { summary: 'What the account is called', who, answers: { 200: teamAnswer }, refusals: [] },
  changeTeam: {
    ...{ summary: 'Name the account, and say how everybody signs in', who, body: teamChange },
    answers: { 204: nothing },
    refusals: ['address-not-confirmed', 'plan-limit-team'],
  },
  listMembers: {
    ...{ summary: 'The people of the account', who },
    answers: { 200: z.array(teamMember) },
    refusals: [],
  },
  changeMember: {
    ...{ summary: 'Give somebody another role', who, body: memberChange },
    answers: { 204: nothing },
    refusals: ['not-found', 'last-owner'],
  },
  removeMember: {
    ...{ summary: 'Take somebody out of the account', who, body: removalBody },
    answers: { 204: nothing },
    refusals: ['not-found', 'last-owner', 'heir-unfit'],
  },
  leaveTeam: {
    ...{ summary: 'Leave the account', who, body: removalBody },
    answers: { 204: nothing },
    refusals: ['not-found', 'last-owner', 'heir-unfit'],
  },
  handOverDocuments: {
    ...{ summary: 'Give documents to somebody else in the account', who, body: handOverBody },
    answers: { 200: handOverAnswer },
    refusals: ['heir-unfit'],
  },
  listInvitations: {
    ...{ summary: 'Who is invited and has not come yet', who },
    answers: { 200: z.array(invitationView) },
    refusals: [],
  },
  inviteMember: {
    ...{ summary: 'Invite somebody by mail', who: 'confirmed', body: newInvitation },
    answers: { 201: invitationView },
    refusals: [...inviting, 'email-invalid', 'too-many-requests', 'mail-limit-mailbox'],
  },
  resendInvitation: {
    ...{ summary: 'Send the mail again, with a new link and a new end', who: 'confirmed' },
    answers: { 204: nothing },
    refusals: [...inviting, 'not-found', 'too-many-requests', 'mail-limit-mailbox'],
  },
  withdrawInvitation: {
    ...{ summary: 'Take an invitation back', who },
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
  lookAtInvitation: {
    ...{ summary: 'Who invites, and into which account', who: 'anyone', body: invitationLink },
    answers: { 200: invitationLook },
    refusals: asked,
  },
  acceptInvitation: {
    ...{ summary: 'Join the account', who: 'confirmed', body: invitationLink },
    answers: { 200: enteredAccount },
    refusals: [...asked, 'invitation-for-another', 'already-member', 'plan-limit-team'],
  },
  listAccounts: {
    ...{ summary: 'The accounts of the person who is signed in', who },
    answers: { 200: z.array(accountOfPerson) },
    refusals: [],
  },
  enterAccount: {
    ...{ summary: 'Go on in another of them', who },
    answers: { 200: enteredAccount },
    refusals: ['not-found'],
  },
});
