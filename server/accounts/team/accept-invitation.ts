import type { Updateable } from 'kysely';
import type { InvitationLook } from '#contract/accounts/team.ts';
import { accountIsClosing } from '#core/account/closure.ts';
import { accountSuspended } from '#core/account/suspension.ts';
import { mustHaveTeam } from '#core/account/team.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import { newId } from '../../foundation/db/new-id.ts';
import type { UsersTable } from '../../foundation/db/schema.ts';
import { inTransaction, sqlState, type Tx } from '../../foundation/db/transaction.ts';
import type { SignedInUser } from '../../foundation/http/session.ts';
import { mailOfLink } from '../identity-provider/identity-link.ts';
import { redeemMail } from '../identity-provider/identity-mail-store.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import type { TeamDeps } from './deps.ts';
import { alreadyMember } from './invite-member.ts';
import { findByMail, lockOpenInvitation, type InvitationRow } from './invitation-store.ts';
import { operatorOf } from './operator-of.ts';
import { lockTeam, nameOf, roleOf, titleOfAccount } from './team-store.ts';
import { maskedAddress } from './team-view.ts';

type Parts = Pick<TeamDeps, 'db' | 'clock' | 'plans' | 'identityLinkKey' | 'config'>;
type Membership = { accountId: string; userId: string };

/** Returns who invites to which account, for the holder of the link. The link alone grants no access. */
export async function previewInvitation(services: Parts, link: string): Promise<InvitationLook | Refusal> {
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
    // The owner of an imported account is invited by the operator who imported it.
    invitedBy: role === 'owner' ? operatorOf(services.config) : nameOf(inviter),
    role,
    email: maskedAddress(invitation.email),
  };
}

/**
 * Makes the holder of the link a member, once, and only if the invited address is the one that they
 * confirmed: a forwarded link admits no one else (S-01). The route has already checked the confirmation.
 */
export async function acceptInvitation(
  services: Parts,
  user: SignedInUser,
  link: string,
): Promise<Membership | Refusal> {
  const found = await findByLink(services, link);
  if (!found) return ended;
  try {
    return await inTransaction(services.db, (tx) => join(services, tx, found, user));
  } catch (error) {
    if (sqlState(error) === '23505' /* unique_violation */) return alreadyMember;
    throw error;
  }
}

async function join(
  services: Parts,
  tx: Tx,
  { account_id: accountId, id }: InvitationRow,
  user: SignedInUser,
): Promise<Membership | Refusal> {
  const now = services.clock();
  const team = await lockTeam(tx, accountId, services);
  const invitation = await lockOpenInvitation(tx, { accountId, id });
  if (!invitation || invitation.expires_at.getTime() <= now) return ended;
  // Read again under the lock: the address may have changed since the request began.
  const person = await tx
    .selectFrom('users')
    .select(['issuer', 'subject', 'email', 'first_name', 'last_name'])
    .select(['email_confirmed_at', 'email_confirmed_by'])
    .where('account_id', '=', user.accountId)
    .where('id', '=', user.userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!person?.email_confirmed_at || !sameAddress(person.email, invitation.email)) return forAnother;
  const isOwner = invitation.role === 'owner';
  const refusal = team.suspended
    ? accountSuspended
    : team.closing
      ? accountIsClosing
      : isOwner
        ? undefined
        : mustHaveTeam(team.plan);
  if (refusal) return refusal;
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
    .set({ accepted_at: new Date(now), accepted_by: userId })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  await redeemMail(tx, invitation.mail_id, now);
  const event = { type: 'invitation_accepted' as const, userId, ip: user.ip, detail: invitation.role };
  await recordAccountEvent(tx, accountId, event, now);
  return { accountId, userId };
}

/** The owner's row of an imported account already exists and owns its content; the person takes it over. */
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
async function findByLink(
  { db, clock, identityLinkKey }: Parts,
  link: string,
): Promise<InvitationRow | undefined> {
  const mailId = mailOfLink(identityLinkKey, link);
  const invitation = mailId === undefined ? undefined : await findByMail(db, mailId);
  return invitation && invitation.expires_at.getTime() > clock() ? invitation : undefined;
}

const sameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const ended = refuse(
  'invitation-ended',
  'This invitation was already accepted, withdrawn or replaced, or has expired. Ask the person who invited you for a new one.',
);
const forAnother = refuse(
  'invitation-for-another',
  'This invitation was sent to another address. Sign in with that address or ask for an invitation to yours.',
);
