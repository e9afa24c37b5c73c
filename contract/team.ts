import { z } from 'zod';
import { retentionRange } from '#core/document/erasure.ts';
import { invitedRoles } from '#core/account/team.ts';
import { formats, formatsChange } from './formats.ts';
import { memberRoles } from '#core/permission/member.ts';

const role = z.enum(memberRoles);

/** GET /api/team */
export const teamAnswer = z.object({
  /** '' if the account has no name; `title` then names its owner. */
  name: z.string(),
  title: z.string(),
  /** True if the plan allows other members. */
  hasTeam: z.boolean(),
  /** True if all members need a second factor or a passkey to sign in. */
  factorRequired: z.boolean(),
  /** Years after its end for which the personal data in a document is kept. */
  retentionYears: z.number().int(),
  /** True if emails about completed documents contain only a link and not the sealed file. */
  copiesAsLinks: z.boolean(),
  /** The print formats of new documents; null until the account has chosen. */
  formats: formats.nullable(),
});
export type TeamAnswer = z.infer<typeof teamAnswer>;

/** PATCH /api/team */
export const teamChange = z.strictObject({
  name: z.string().trim().max(100).optional(),
  factorRequired: z.boolean().optional(),
  retentionYears: z.number().int().min(retentionRange.least).max(retentionRange.most).optional(),
  copiesAsLinks: z.boolean().optional(),
  formats: formatsChange.optional(),
});

/** GET /api/team/members */
export const teamMember = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  /** True for the requesting member. */
  you: z.boolean(),
  joinedAt: z.string(),
  /** null if never since this has been recorded. */
  lastSeenAt: z.string().nullable(),
  /** The member's documents of this calendar month (UTC). */
  documentsThisMonth: z.number().int(),
});
export type TeamMemberView = z.infer<typeof teamMember>;

/** PATCH /api/team/members/{id} */
export const memberChange = z.strictObject({ role });

/** POST /api/team/members/{id}/remove, POST /api/team/leave: the member who takes over the content. */
export const removalBody = z.strictObject({ heirId: z.uuid().optional() }).nullish();

/** POST /api/documents/hand-over */
export const handOverBody = z.strictObject({
  ids: z.array(z.uuid()).min(1).max(200),
  memberId: z.uuid(),
});
export const handOverAnswer = z.object({ handedOver: z.number().int() });

/** GET /api/team/invitations: those that can still be accepted, or that expired without being withdrawn. */
export const invitationView = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(invitedRoles),
  invitedBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  expired: z.boolean(),
  /** True if the email bounced. */
  bounced: z.boolean(),
});
export type InvitationView = z.infer<typeof invitationView>;

/** POST /api/team/invitations */
export const newInvitation = z.strictObject({ email: z.string().max(254), role: z.enum(invitedRoles) });

/** In the body rather than the URL, so that the link does not appear in logs. */
export const invitationLink = z.strictObject({ link: z.string().max(200) });

/** POST /api/invitations/look */
export const invitationLook = z.object({
  account: z.string(),
  invitedBy: z.string(),
  /** `owner` for an account imported from an archive. */
  role,
  /** The invited address, mostly masked, because the link may have been forwarded. */
  email: z.string(),
});
export type InvitationLook = z.infer<typeof invitationLook>;

/** GET /api/accounts: all accounts of the person, regardless of how they signed in. */
export const accountOfPerson = z.object({
  id: z.string(),
  title: z.string(),
  role,
  current: z.boolean(),
});
export type AccountOfPerson = z.infer<typeof accountOfPerson>;

/** The account that the session is in from now on. */
export const enteredAccount = z.object({ accountId: z.string() });
