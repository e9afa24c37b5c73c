import { sql, type Insertable, type Kysely, type Updateable } from 'kysely';
import type { InvitationLook } from '#contract/accounts/team.ts';
import { accountIsClosing } from '#core/account/closure.ts';
import { accountSuspended } from '#core/account/suspension.ts';
import { mustHaveTeam } from '#core/account/team.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { newId } from '../../foundation/db/new-id.ts';
import type { Schema, UsersTable } from '../../foundation/db/schema.ts';
import { inTransaction, sqlState, type Tx } from '../../foundation/db/transaction.ts';
import type { SignedInUser } from '../../foundation/http/session.ts';
import { confirmAddress } from '../identity-provider/confirm-address.ts';
import { embeddedIssuer } from '../identity-provider/end-sign-ins.ts';
import { peopleOfAddress } from '../identity-provider/identities.ts';
import { mailOfLink } from '../identity-provider/identity-link.ts';
import { redeemMail, type IdentityMailFacts } from '../identity-provider/identity-mail-store.ts';
import { mailMember } from '../identity-provider/mail-managers.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import { recordFirstAccount } from '../../records/first-account.ts';
import { linkProvisioned } from '../sign-in/provisioned-person.ts';
import { retainsAddress } from '../../records/held-address.ts';
import { isKnownAddress } from '../../records/sign-up-door.ts';
import type { TeamDeps } from './deps.ts';
import { alreadyMember } from './invite-member.ts';
import { findByMail, lockOpenInvitation, type InvitationRow } from './invitation-store.ts';
import { operatorOf } from './operator-of.ts';
import { addresseeOf, lockTeam, namedMember, nameOf, roleOf, titleOfAccount } from './team-store.ts';
import { maskedAddress } from './team-view.ts';

export type JoiningParts = Pick<TeamDeps, 'db' | 'clock' | 'jobs' | 'plans' | 'identityLinkKey' | 'config'>;
export type Membership = { accountId: string; userId: string };

/** Returns who invites the holder of the link to which account. Reading this changes nothing. */
export async function previewInvitation(
  services: JoiningParts,
  link: string,
  canSignUp: (invitation: InvitationRow) => Promise<boolean>,
): Promise<InvitationLook | Refusal> {
  const invitation = await findByLink(services, link);
  if (!invitation) return ended;
  const inviter = await services.db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email'])
    .where('account_id', '=', invitation.account_id)
    .where('id', '=', invitation.invited_by)
    .executeTakeFirstOrThrow();
  const role = roleOf(invitation.role);
  return {
    account: await titleOfAccount(services.db, invitation.account_id),
    // For an imported account, the operator who imported it invites the owner.
    invitedBy: role === 'owner' ? operatorOf(services.config) : nameOf(inviter),
    role,
    email: maskedAddress(invitation.email),
    signUp: await canSignUp(invitation),
  };
}

/**
 * Makes the signed-in holder of the link a member, once, and only with the invited address (S-01). The link
 * was mailed to that address, so it also confirms it. It does not if another person has already confirmed the
 * address, because a forwarded link must not admit someone else.
 */
export async function acceptInvitation(
  services: JoiningParts,
  user: SignedInUser,
  link: string,
  facts: IdentityMailFacts,
): Promise<Membership | Refusal> {
  const found = await findByLink(services, link);
  if (!found) return ended;
  try {
    return await inTransaction(services.db, async (tx) => {
      const invitation = await lockInvitation(services, tx, found);
      if (isRefusal(invitation)) return invitation;
      // Read again under the lock, because the address may have changed since the request began.
      const confirmed = await confirmInvited(services, tx, user, invitation.email, facts);
      if (isRefusal(confirmed)) return confirmed;
      const { issuer, subject, email, first_name, last_name, email_confirmed_at, email_confirmed_by } =
        await personOf(tx, user);
      const person = { issuer, subject, email, first_name, last_name };
      return admit(services, tx, invitation, {
        person: { ...person, email_confirmed_at, email_confirmed_by },
        ip: user.ip,
        confirmedAddress: confirmed.byLink,
      });
    });
  } catch (error) {
    if (sqlState(error) === '23505' /* unique_violation */) return alreadyMember;
    throw error;
  }
}

/** Locks the team and the invitation, and checks that the account can take another member now. */
export async function lockInvitation(
  services: JoiningParts,
  tx: Tx,
  { account_id: accountId, id }: InvitationRow,
): Promise<InvitationRow | Refusal> {
  const team = await lockTeam(tx, accountId, services);
  const invitation = await lockOpenInvitation(tx, { accountId, id });
  if (!invitation || invitation.expires_at.getTime() <= services.clock()) return ended;
  if (team.suspended) return accountSuspended;
  if (team.closing) return accountIsClosing;
  return (invitation.role === 'owner' ? undefined : mustHaveTeam(team.plan)) ?? invitation;
}

type Newcomer = Pick<
  Insertable<UsersTable>,
  'issuer' | 'subject' | 'email' | 'first_name' | 'last_name' | 'email_confirmed_at' | 'email_confirmed_by'
>;

/**
 * Makes this person a member, and emails the owners and the inviter, so that they can remove someone
 * unexpected. The caller has locked the invitation. `confirmedAddress` is true if only the invitation's link
 * confirmed the address.
 */
export async function admit(
  services: JoiningParts,
  tx: Tx,
  invitation: InvitationRow,
  { person, ip, confirmedAddress }: { person: Newcomer; ip: string; confirmedAddress: boolean },
): Promise<Membership> {
  const now = services.clock();
  const { account_id: accountId, id } = invitation;
  const isOwner = invitation.role === 'owner';
  const userId = isOwner ? invitation.invited_by : newId(now);
  const member = { account_id: accountId, id: userId, role: invitation.role };
  if (isOwner) await becomeOwner(tx, member, person);
  else
    await tx
      .insertInto('users')
      .values({ ...person, ...member, created_at: new Date(now) })
      .execute();
  await tx
    .updateTable('member_invitations')
    .set({ accepted_at: new Date(now), accepted_by: userId, confirmed_address: confirmedAddress })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  await redeemMail(tx, invitation.mail_id, now);
  await linkProvisioned(tx, { accountId, userId, email: invitation.email }, now);
  const event = { type: 'invitation_accepted' as const, userId, ip, detail: invitation.role };
  await recordAccountEvent(tx, accountId, event, now);
  if (!isOwner) await notifyOfJoining(services, tx, { accountId, userId }, invitation.invited_by);
  return { accountId, userId };
}

async function notifyOfJoining(
  services: JoiningParts,
  tx: Tx,
  joined: Membership,
  invitedBy: string,
): Promise<void> {
  const { accountId } = joined;
  const inviter = await addresseeOf(tx, { accountId, userId: invitedBy });
  const facts = {
    member: await namedMember(tx, joined),
    inviter: nameOf(inviter),
    account: await titleOfAccount(tx, accountId),
  };
  const people = await tx
    .selectFrom('users')
    .select(['id', 'email', 'email_confirmed_at', 'first_name', 'last_name'])
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .where((row) => row.or([row('role', '=', 'owner'), row('id', '=', invitedBy)]))
    .execute();
  for (const person of people)
    await mailMember(tx, services, accountId, person, { kind: 'member-joined', facts });
}

/**
 * Checks that the invitation is for the user's address, and confirms the address if necessary. `byLink` is
 * true if only the link confirmed it.
 */
async function confirmInvited(
  services: JoiningParts,
  tx: Tx,
  user: SignedInUser,
  invited: string,
  facts: IdentityMailFacts,
): Promise<{ byLink: boolean } | Refusal> {
  const person = await personOf(tx, user);
  if (person.removed_at !== null || person.email.toLowerCase() !== invited.toLowerCase()) return forAnother;
  if (person.email_confirmed_at !== null) return { byLink: false };
  if (await hasSignIn(tx, invited, services.clock(), person)) return mustSignIn;
  const { issuer, subject: identityId, email: address } = person;
  if (issuer === embeddedIssuer) await confirmAddress(services, tx, { identityId, address, facts });
  else {
    const now = new Date(services.clock());
    await tx
      .updateTable('users')
      .set({ email_confirmed_at: now, email_confirmed_by: 'mail' })
      .where('issuer', '=', issuer)
      .where('subject', '=', identityId)
      .where(sql<boolean>`lower(email) = lower(${address})`)
      .where((row) => row.not(retainsAddress))
      .execute();
    await recordFirstAccount(tx, now.getTime());
  }
  return { byLink: true };
}

/** Returns true if a person other than `self` has confirmed this address and can sign in. */
export async function hasSignIn(
  db: Kysely<Schema>,
  email: string,
  now: number,
  self?: { issuer: string; subject: string },
): Promise<boolean> {
  const { owner } = await peopleOfAddress(db, email, now);
  if (owner && !(self?.issuer === embeddedIssuer && self.subject === owner.id)) return true;
  return isKnownAddress(db, email, self);
}

function personOf(tx: Tx, { accountId, userId }: Membership) {
  return tx
    .selectFrom('users')
    .select(['issuer', 'subject', 'email', 'first_name', 'last_name', 'removed_at'])
    .select(['email_confirmed_at', 'email_confirmed_by'])
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Gives the existing owner row of an imported account, which owns its content, to this person. */
async function becomeOwner(
  tx: Tx,
  { account_id: accountId, id }: { account_id: string; id: string },
  person: Updateable<UsersTable>,
): Promise<void> {
  await tx
    .updateTable('users')
    .set(person)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Returns an invitation that can still be accepted. */
export async function findByLink(
  { db, clock, identityLinkKey }: JoiningParts,
  link: string,
): Promise<InvitationRow | undefined> {
  const mailId = mailOfLink(identityLinkKey, link);
  const invitation = mailId === undefined ? undefined : await findByMail(db, mailId);
  return invitation && invitation.expires_at.getTime() > clock() ? invitation : undefined;
}

export const ended = refuse(
  'invitation-ended',
  'This invitation was already accepted, withdrawn or replaced, or has expired. Ask the person who invited you for a new one.',
);
export const mustSignIn = refuse(
  'invitation-sign-in',
  'The invited address already has a sign-in. Sign in with it, then accept the invitation.',
);
const forAnother = refuse(
  'invitation-for-another',
  'This invitation was sent to another address. Sign in with that address or ask for an invitation to yours.',
);
