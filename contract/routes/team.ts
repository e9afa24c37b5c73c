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
  readTeam: {
    summary: 'Get the account’s name and sign-in rules',
    who,
    answers: { 200: teamAnswer },
    refusals: [],
  },
  changeTeam: {
    ...{ summary: 'Change the account’s name and sign-in rules', who, body: teamChange },
    answers: { 204: nothing },
    refusals: ['address-not-confirmed', 'plan-limit-team'],
  },
  listMembers: {
    ...{ summary: 'List the account’s members', who },
    answers: { 200: z.array(teamMember) },
    refusals: [],
  },
  changeMember: {
    ...{ summary: 'Change a member’s role', who, body: memberChange },
    answers: { 204: nothing },
    refusals: ['not-found', 'last-owner'],
  },
  removeMember: {
    ...{ summary: 'Remove a member from the account', who, body: removalBody },
    answers: { 204: nothing },
    refusals: ['not-found', 'last-owner', 'heir-unfit'],
  },
  leaveTeam: {
    ...{ summary: 'Leave the account', who, body: removalBody },
    answers: { 204: nothing },
    refusals: ['not-found', 'last-owner', 'heir-unfit'],
  },
  handOverDocuments: {
    ...{ summary: 'Transfer documents to another member', who, body: handOverBody },
    answers: { 200: handOverAnswer },
    refusals: ['heir-unfit'],
  },
  listInvitations: {
    ...{ summary: 'List pending invitations', who },
    answers: { 200: z.array(invitationView) },
    refusals: [],
  },
  inviteMember: {
    ...{ summary: 'Invite a person by email', who: 'confirmed', body: newInvitation },
    answers: { 201: invitationView },
    refusals: [...inviting, 'email-invalid', 'too-many-requests', 'mail-limit-mailbox'],
  },
  resendInvitation: {
    ...{ summary: 'Resend an invitation with a new link and expiration', who: 'confirmed' },
    answers: { 204: nothing },
    refusals: [...inviting, 'not-found', 'too-many-requests', 'mail-limit-mailbox'],
  },
  withdrawInvitation: {
    ...{ summary: 'Withdraw an invitation', who },
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
  lookAtInvitation: {
    ...{ summary: 'Get the inviter and the account of an invitation', who: 'anyone', body: invitationLink },
    answers: { 200: invitationLook },
    refusals: asked,
  },
  acceptInvitation: {
    ...{ summary: 'Accept an invitation', who: 'confirmed', body: invitationLink },
    answers: { 200: enteredAccount },
    refusals: [...asked, 'invitation-for-another', 'already-member', 'plan-limit-team'],
  },
  listAccounts: {
    ...{ summary: 'List the member’s accounts', who },
    answers: { 200: z.array(accountOfPerson) },
    refusals: [],
  },
  enterAccount: {
    ...{ summary: 'Switch to another account', who },
    answers: { 200: enteredAccount },
    refusals: ['not-found'],
  },
});
