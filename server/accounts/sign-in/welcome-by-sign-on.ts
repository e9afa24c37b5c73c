import { sql, type Kysely } from 'kysely';
import { accountSuspended } from '#core/account/suspension.ts';
import { roleByClaim } from '#core/account/role-claim.ts';
import { INVITATION_DAYS, hasTeam, type InvitedRole } from '#core/account/team.ts';
import { domainOf } from '#core/account/sign-on.ts';
import { mailAddress } from '#core/recipient/mail-address.ts';
import { newId } from '../../foundation/db/new-id.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { redeemMail } from '../identity-provider/identity-mail-store.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import { linkProvisioned } from './provisioned-person.ts';
import { planInForce, type PlanRules } from '../../records/plan-store.ts';
import type { Person } from './relying-party.ts';
import { AdmissionRefused, refuseNewcomer, type SignUpSettings } from '../../records/sign-up-door.ts';
import {
  boundAtProvider,
  findSignOn,
  signOnLabel,
  sameProviderSubject,
  type SignOn,
} from './sign-on-store.ts';

type Membership = { accountId: string; userId: string };
type Parts = PlanRules & {
  db: Kysely<Schema>;
  settings: SignUpSettings;
  changeRole: ChangesRole;
};

/** Gives a member the role that their provider states, unless they are an owner. */
export type ChangesRole = (
  who: { accountId: string; userId: string; ip: string },
  role: InvitedRole,
) => Promise<void>;

/**
 * Signs a person in to the account whose provider vouches for them. A provider is only trusted for its own
 * people: the address must belong to the domain that the account has proved, and the provider must state that
 * it is verified.
 *
 * @throws if either is missing
 */
export async function admitBySignOn(
  parts: Parts,
  person: Person,
  { accountId, ip }: { accountId: string; ip: string },
): Promise<Membership> {
  let stated: InvitedRole | undefined;
  const user = await inTransaction(parts.db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`sign-on ${accountId}`}, 0))`.execute(tx);
    // Read now, because the configuration may have changed while the person was at the provider.
    const signOn = await findSignOn(tx, accountId);
    if (!signOn?.verifiedAt || signOnLabel(signOn) !== person.issuer)
      throw new Error('single sign-on has ended');
    stated = statedRole(signOn, person);
    if (!person.emailVerified) throw new Error('the provider does not vouch for the address');
    if (mailAddress(person.email) === undefined) throw new Error('the provider gave no address');
    if (domainOf(person.email) !== signOn.domain) throw new Error('the address is of another domain');
    const now = parts.clock();
    const { suspended_at: suspendedAt } = await tx
      .selectFrom('accounts')
      .select('suspended_at')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    if (suspendedAt) throw new AdmissionRefused(accountSuspended);
    const known = await findMember(tx, signOn, person, now);
    if (known === 'removed') throw new Error('the person was removed from the account');
    if (known === undefined) return join(tx, parts, signOn, person, { now, ip });
    const stays = sql`email_confirmed_at IS NOT NULL AND lower(email) = lower(${person.email})
      AND (role = 'owner' OR issuer = ${person.issuer})`;
    await tx
      .updateTable('users')
      .set({
        // An owner can still sign in the previous way, in case the provider fails.
        ...(known.role === 'owner'
          ? { sign_on_issuer: person.issuer, sign_on_subject: person.subject }
          : { issuer: person.issuer, subject: person.subject }),
        email: sql<string>`CASE WHEN lower(email) = lower(${person.email}) THEN email ELSE ${person.email} END`,
        first_name: person.firstName,
        last_name: person.lastName,
        // A confirmation belongs to one address and one person. The provider may have reassigned the address,
        // and its previous holder still has a password.
        email_confirmed_at: sql<Date>`CASE WHEN ${stays} THEN email_confirmed_at ELSE ${new Date(now)}::timestamptz END`,
        email_confirmed_by: sql<string>`CASE WHEN ${stays} THEN email_confirmed_by ELSE 'provider' END`,
      })
      .where('account_id', '=', accountId)
      .where('id', '=', known.id)
      .execute();
    return { accountId, userId: known.id };
  });
  // The role is changed before the session begins. This takes a second transaction, because the team must be
  // locked before its members.
  if (stated) await parts.changeRole({ ...user, ip }, stated);
  return user;
}

/** The role that the provider states; undefined if it does not decide about roles. */
const statedRole = ({ roleClaim, role }: SignOn, { roles = [] }: Person): InvitedRole | undefined =>
  roleClaim ? roleByClaim(roleClaim, roles, role) : undefined;

type Known = { id: string; role: string };

/**
 * Finds the member by their identity at the provider or, because the account owns the domain, by their
 * address.
 */
async function findMember(
  tx: Tx,
  { accountId }: SignOn,
  { issuer, subject, email }: Person,
  now: number,
): Promise<Known | 'removed' | undefined> {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'role', 'removed_at', sameProviderSubject({ issuer, subject }).as('same')])
    .select(boundAtProvider(issuer).as('bound'))
    .where('account_id', '=', accountId)
    .where(sql<boolean>`(${sameProviderSubject({ issuer, subject })} OR lower(email) = lower(${email}))`)
    .orderBy('created_at')
    .forUpdate()
    .execute();
  const there = rows.filter(({ removed_at }) => removed_at === null);
  const same = there.find((row) => row.same);
  // A member who is already bound to someone at the provider is not matched by address, because another
  // person may have received the address later.
  const byAddress = there.find((row) => !row.bound);
  const found = same ?? byAddress;
  if (found) return found;
  if (there.length > 0) throw new Error('another person at the provider has this address here');
  // A removed member cannot rejoin by signing in, unless they have been invited again since.
  if (rows.length === 0) return undefined;
  const gone = Math.max(...rows.map(({ removed_at }) => removed_at?.getTime() ?? 0));
  const invitation = await findInvitation(tx, accountId, email, now);
  return invitation && sentAt(invitation) >= gone ? undefined : 'removed';
}

const sentAt = ({ expires_at }: { expires_at: Date }): number =>
  expires_at.getTime() - INVITATION_DAYS * 86_400_000;

/** Returns a pending invitation to this address and locks it, so that it is used only once. */
function findInvitation(tx: Tx, accountId: string, email: string, now: number) {
  return tx
    .selectFrom('member_invitations')
    .select(['id', 'role', 'mail_id', 'expires_at'])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Creates the member. An invited person gets the role of the invitation, which then counts as accepted, so
 * its link stops working.
 */
async function join(
  tx: Tx,
  { clock, plans, settings }: Omit<Parts, 'db' | 'changeRole'>,
  signOn: SignOn,
  person: Person,
  { now, ip }: { now: number; ip: string },
): Promise<Membership> {
  const { accountId } = signOn;
  const account = await tx
    .selectFrom('accounts')
    .select(['plan', 'plan_until', 'closes_at'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (!hasTeam(planInForce(account, clock(), plans))) throw new Error('the plan has no team');
  if (account.closes_at) throw new Error('the account is being closed');
  const newcomer = { email: person.email, confirmedAt: now, bySignOn: true };
  const refused = await refuseNewcomer(tx, settings, newcomer, now);
  if (refused) throw new AdmissionRefused(refused);
  const userId = newId(now);
  const invitation = await findInvitation(tx, accountId, person.email, now);
  const role = statedRole(signOn, person) ?? invitation?.role ?? signOn.role;
  await tx
    .insertInto('users')
    .values({
      account_id: accountId,
      id: userId,
      role,
      issuer: person.issuer,
      subject: person.subject,
      email: person.email,
      first_name: person.firstName,
      last_name: person.lastName,
      email_confirmed_at: new Date(now),
      email_confirmed_by: 'provider',
      created_at: new Date(now),
    })
    .execute();
  await linkProvisioned(tx, { accountId, userId, email: person.email }, now);
  if (invitation) {
    await tx
      .updateTable('member_invitations')
      .set({ accepted_at: new Date(now), accepted_by: userId })
      .where('account_id', '=', accountId)
      .where('id', '=', invitation.id)
      .execute();
    await redeemMail(tx, invitation.mail_id, now);
  }
  const event = { type: 'member_joined_by_sign_on' as const, userId, ip, detail: role };
  await recordAccountEvent(tx, accountId, event, now);
  return { accountId, userId };
}
