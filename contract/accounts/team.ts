import { z } from 'zod';
import { invitedRoles } from '#core/account/team.ts';
import { retentionRange } from '#core/document/erasure.ts';
import { memberRoles } from '#core/permission/member.ts';
import { accountDefaults } from '../documents/defaults.ts';
import { signatureKinds } from '../documents/signature-kinds.ts';
import { actingPassword, actRefusals } from '../acting-password.ts';
import { formats, formatsChange } from '../formats.ts';
import { returning } from '../refusals.ts';
import { MAX_RETURN_URL_LENGTH } from '../return-url.ts';
import { defineRoutes, nothing } from '../route.ts';

const role = z.enum(memberRoles);

/** Response of GET /api/team. */
export const teamAnswer = z.object({
  /** Empty if the account has no name. `title` then contains the name of its owner. */
  name: z.string(),
  title: z.string(),
  /** True if the plan allows several members. */
  hasTeam: z.boolean(),
  /** True if all members need a second factor or a passkey to sign in. */
  twoFactorRequired: z.boolean(),
  /** Number of years for which personal data in an ended document is kept. */
  retentionYears: z.number().int(),
  /** True if emails about completed documents contain only a link instead of the sealed file. */
  copiesAsLinks: z.boolean(),
  /** True if links that senders deliver must be protected by an access code, an emailed code or a passkey. */
  linksProtected: z.boolean(),
  /** URL that signers return to after signing, unless the document has a different one; '' for none. */
  returnUrl: z.string(),
  /** How signers may sign new documents, unless the template or document says otherwise. */
  signatureKinds,
  /** Print formats for new documents; null until they are set. */
  formats: formats.nullable(),
  /** Other settings for new documents. Omitted settings have their default values. */
  defaults: accountDefaults,
});
export type TeamAnswer = z.infer<typeof teamAnswer>;

/** Body of PATCH /api/team. */
export const teamChange = z.object({
  name: z.string().trim().max(100).optional(),
  /** Turning this off requires the password. */
  twoFactorRequired: z.boolean().optional(),
  password: actingPassword.optional(),
  retentionYears: z.number().int().min(retentionRange.least).max(retentionRange.most).optional(),
  copiesAsLinks: z.boolean().optional(),
  linksProtected: z.boolean().optional(),
  returnUrl: z.string().max(MAX_RETURN_URL_LENGTH).optional(),
  signatureKinds: signatureKinds.optional(),
  formats: formatsChange.optional(),
  /** Replaces all defaults. Existing documents keep their settings. */
  defaults: accountDefaults.optional(),
});

/** A member in the response of GET /api/team/members. */
export const teamMember = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  /** True for the member who makes the request. */
  you: z.boolean(),
  joinedAt: z.string(),
  /** Member who invited this member; null if they joined in another way. */
  invitedBy: z.string().nullable(),
  /** Null if the member has not been seen since recording began. */
  lastSeenAt: z.string().nullable(),
  /** Number of the member's documents in this calendar month (UTC). */
  documentsThisMonth: z.number().int(),
});
export type TeamMemberView = z.infer<typeof teamMember>;

/** PATCH /api/team/members/{id}. The password is required if the member becomes or was an owner. */
export const memberChange = z.object({ role, password: actingPassword.optional() });

/**
 * POST /api/team/members/{id}/remove and POST /api/team/leave. Names the member who takes over the content. The
 * password is required if the member is an owner.
 */
export const removalBody = z
  .object({ successorId: z.uuid().optional(), password: actingPassword.optional() })
  .nullish();

/** POST /api/team/owner. Names the next owner. */
export const ownershipBody = z.object({ memberId: z.uuid(), password: actingPassword });

/** Body of POST /api/documents/hand-over. */
export const handOverBody = z.object({
  ids: z.array(z.uuid()).min(1).max(200),
  memberId: z.uuid(),
});
export const handOverAnswer = z.object({ handedOver: z.number().int() });

/** GET /api/team/invitations. Pending invitations, and expired ones that were not withdrawn. */
export const invitationView = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(invitedRoles),
  invitedBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  expired: z.boolean(),
  /** True if the invitation email bounced. */
  bounced: z.boolean(),
});
export type InvitationView = z.infer<typeof invitationView>;

/** Body of POST /api/team/invitations. */
export const newInvitation = z.object({ email: z.string().max(254), role: z.enum(invitedRoles) });

/** The link is sent in the body, because the URL would appear in logs. */
export const invitationLink = z.object({ link: z.string().max(200) });

/** POST /api/invitations/sign-up. Name and password of the invited person. */
export const invitedSignUp = z.object({
  link: z.string().max(200),
  name: z.string().max(500),
  password: z.string().max(500),
});

/** Response of POST /api/invitations/preview. */
export const invitationLook = z.object({
  account: z.string(),
  invitedBy: z.string(),
  /** `owner` for an account that was imported from an archive. */
  role,
  /** The invited address, mostly masked, because the link may have been forwarded. */
  email: z.string(),
  /** True if the person has no sign-in yet and can create one with POST /api/invitations/sign-up. */
  signUp: z.boolean(),
});
export type InvitationLook = z.infer<typeof invitationLook>;

/** GET /api/accounts. All accounts of the person, regardless of how they signed in. */
export const accountOfPerson = z.object({
  id: z.string(),
  title: z.string(),
  role,
  current: z.boolean(),
});
export type AccountOfPerson = z.infer<typeof accountOfPerson>;

/** The account that the session now belongs to. */
export const enteredAccount = z.object({ accountId: z.string() });

const invitingRefusals = [
  'sign-up-closed',
  'address-disposable',
  'plan-limit-team',
  'already-member',
  'recipient-blocked',
  'mail-paused',
  'mail-reported',
] as const;
const endedInvitation = ['invitation-ended'] as const;

/** Members of an account, its invitations, and a person's accounts. */
export const teamRows = defineRoutes({
  readTeam: {
    at: 'GET /api/team',
    summary: 'Get the account’s name and sign-in rules',
    caller: 'member',
    permission: 'team.read',
    answers: { 200: teamAnswer },
    refusals: [],
  },
  changeTeam: {
    at: 'PATCH /api/team',
    summary: 'Change the account’s name and sign-in rules',
    caller: 'member',
    permission: 'account.settings',
    body: teamChange,
    answers: { 204: nothing },
    refusals: ['address-not-confirmed', 'plan-limit-team', 'subject-invalid', ...actRefusals, ...returning],
  },
  listMembers: {
    at: 'GET /api/team/members',
    summary: 'List the account’s members',
    caller: 'member',
    permission: 'team.read',
    answers: { 200: z.array(teamMember) },
    refusals: [],
  },
  changeMember: {
    at: 'PATCH /api/team/members/{id}',
    summary: 'Change a member’s role',
    caller: 'member',
    permission: 'team.manage',
    body: memberChange,
    answers: { 204: nothing },
    refusals: ['not-found', 'last-owner', 'successor-invalid', ...actRefusals],
  },
  removeMember: {
    at: 'POST /api/team/members/{id}/remove',
    summary: 'Remove a member from the account',
    caller: 'member',
    permission: 'team.manage',
    body: removalBody,
    answers: { 204: nothing },
    refusals: ['not-found', 'last-owner', 'successor-invalid', ...actRefusals],
  },
  leaveTeam: {
    at: 'POST /api/team/leave',
    summary: 'Leave the account',
    caller: 'member',
    permission: 'own',
    body: removalBody,
    answers: { 204: nothing },
    refusals: ['not-found', 'last-owner', 'successor-invalid', ...actRefusals],
  },
  transferOwnership: {
    at: 'POST /api/team/owner',
    summary: 'Make another member the owner',
    caller: 'confirmed',
    permission: 'team.own',
    body: ownershipBody,
    answers: { 204: nothing },
    refusals: [
      'not-found',
      'successor-invalid',
      'password-wrong',
      'closure-not-confirmed',
      'too-many-requests',
    ],
  },
  handOverDocuments: {
    at: 'POST /api/documents/hand-over',
    summary: 'Transfer documents to another member',
    caller: 'member',
    permission: 'document.manage',
    body: handOverBody,
    answers: { 200: handOverAnswer },
    refusals: ['successor-invalid'],
  },
  listInvitations: {
    at: 'GET /api/team/invitations',
    summary: 'List pending invitations',
    caller: 'member',
    permission: 'team.manage',
    answers: { 200: z.array(invitationView) },
    refusals: [],
  },
  inviteMember: {
    at: 'POST /api/team/invitations',
    summary: 'Invite a person by email',
    caller: 'confirmed',
    permission: 'team.manage',
    body: newInvitation,
    answers: { 201: invitationView },
    refusals: [...invitingRefusals, 'email-invalid', 'too-many-requests', 'mail-limit-mailbox'],
  },
  resendInvitation: {
    at: 'POST /api/team/invitations/{id}/resend',
    summary: 'Resend an invitation with a new link and expiration',
    caller: 'confirmed',
    permission: 'team.manage',
    answers: { 204: nothing },
    refusals: [...invitingRefusals, 'not-found', 'too-many-requests', 'mail-limit-mailbox'],
  },
  withdrawInvitation: {
    at: 'DELETE /api/team/invitations/{id}',
    summary: 'Withdraw an invitation',
    caller: 'member',
    permission: 'team.manage',
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
  previewInvitation: {
    at: 'POST /api/invitations/preview',
    summary: 'Get the inviter and the account of an invitation',
    caller: 'anyone',
    body: invitationLink,
    answers: { 200: invitationLook },
    refusals: endedInvitation,
  },
  signUpInvited: {
    at: 'POST /api/invitations/sign-up',
    summary: 'Accept an invitation as a new person',
    caller: 'anyone',
    body: invitedSignUp,
    answers: { 200: enteredAccount },
    refusals: [
      ...endedInvitation,
      ...(['invitation-sign-in', 'name-missing', 'name-invalid', 'password-length-invalid'] as const),
      ...(['plan-limit-team', 'account-suspended', 'account-closing'] as const),
    ],
  },
  acceptInvitation: {
    at: 'POST /api/invitations/accept',
    summary: 'Accept an invitation',
    caller: 'member',
    permission: 'own',
    whileClosing: true,
    body: invitationLink,
    answers: { 200: enteredAccount },
    refusals: [
      ...endedInvitation,
      ...(['invitation-for-another', 'invitation-sign-in', 'already-member', 'plan-limit-team'] as const),
    ],
  },
  listAccounts: {
    at: 'GET /api/accounts',
    summary: 'List the member’s accounts',
    caller: 'member',
    permission: 'own',
    withoutSecondFactor: true,
    whileClosing: true,
    answers: { 200: z.array(accountOfPerson) },
    refusals: [],
  },
  enterAccount: {
    at: 'POST /api/accounts/{id}/enter',
    summary: 'Switch to another account',
    caller: 'member',
    permission: 'own',
    withoutSecondFactor: true,
    whileClosing: true,
    answers: { 200: enteredAccount },
    refusals: ['not-found'],
  },
});
