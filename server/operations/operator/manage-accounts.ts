import type { AccountEventType } from '#core/account/event.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import { isId } from '../../foundation/db/new-id.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { embeddedIssuer, endSignIns } from '../../accounts/identity-provider/end-sign-ins.ts';
import { queueIdentityMail } from '../../accounts/identity-provider/notify-owner.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import type { NewMemberMail } from '../../accounts/identity-provider/identity-mail-store.ts';
import { mailManagers, mailMember } from '../../accounts/identity-provider/mail-managers.ts';
import type { OperatorDeps } from './deps.ts';

type Parts = Pick<OperatorDeps, 'db' | 'clock' | 'jobs'>;
type Member = {
  account_id: string;
  id: string;
  issuer: string;
  subject: string;
  email: string;
  name: string;
};

/**
 * Suspends an account: ends sessions and pauses bulk sends, so that no member, key or app can act in it.
 * Suspending it again has no effect.
 */
export function suspendAccount(
  services: Parts,
  operator: { accountId: string },
  accountId: string,
): Promise<Refusal | undefined> {
  if (operator.accountId === accountId) return Promise.resolve(ownAccount);
  const { db, clock } = services;
  return inTransaction(db, async (tx) => {
    // Waits until every action that a member has begun is finished (`lockMembership`).
    await tx.selectFrom('users').select('id').where('account_id', '=', accountId).forUpdate().execute();
    const done = await setSuspended(tx, accountId, new Date(clock()));
    if (!done) return undefined;
    await tx.deleteFrom('sessions').where('account_id', '=', accountId).execute();
    await tx
      .updateTable('bulk_sends')
      .set({ state: 'paused', paused_by: 'not-permitted' })
      .where('account_id', '=', accountId)
      .where('state', '=', 'running')
      .execute();
    await recordAccountEvent(tx, accountId, { type: 'account_suspended' }, clock());
    await mailManagers(tx, services, accountId, await newsOf(tx, accountId, 'account-suspended'));
    return undefined;
  });
}

export function liftSuspension(services: Parts, accountId: string): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    if (!(await setSuspended(tx, accountId, null))) return;
    await recordAccountEvent(tx, accountId, { type: 'suspension_lifted' }, services.clock());
    await mailManagers(tx, services, accountId, await newsOf(tx, accountId, 'suspension-lifted'));
  });
}

/** Creates an email about the account, which is identified by its name or by an owner. */
async function newsOf<Kind extends NewMemberMail['kind']>(tx: Tx, accountId: string, kind: Kind) {
  const row = await tx
    .selectFrom('accounts')
    .leftJoin('users', (join) =>
      join.onRef('users.account_id', '=', 'accounts.id').on('users.role', '=', 'owner'),
    )
    .select(['accounts.name', 'users.email', 'users.first_name', 'users.last_name'])
    .where('accounts.id', '=', accountId)
    .orderBy('users.id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const owner = `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim();
  return { kind, facts: { account: row.name || owner || row.email || '' } };
}

async function setSuspended(tx: Tx, accountId: string, at: Date | null): Promise<boolean> {
  const changed = await tx
    .updateTable('accounts')
    .set({ suspended_at: at })
    .where('id', '=', accountId)
    .where('suspended_at', at === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}

/** Ends all sessions of a person, in all their accounts. */
export function endMemberSessions(services: Parts, key: PersonKey): Promise<Refusal | undefined> {
  return withMember(services, key, async (tx, member) => {
    await endSessions(tx, member);
    return record(services, tx, member, 'sessions_ended_by_operator');
  });
}

/**
 * Removes the authenticator and the recovery codes of a person who lost them, ends their sessions, and emails
 * them.
 */
export function resetMemberSecondFactor(services: Parts, key: PersonKey): Promise<Refusal | undefined> {
  return withMember(services, key, async (tx, member) => {
    if (member.issuer !== embeddedIssuer) return managedElsewhere;
    const identityId = member.subject;
    await tx.deleteFrom('identity_recovery_codes').where('identity_id', '=', identityId).execute();
    const removed = await tx
      .deleteFrom('identity_authenticators')
      .where('identity_id', '=', identityId)
      .where('enabled_at', 'is not', null)
      .executeTakeFirst();
    if (removed.numDeletedRows === 0n) return noFactor;
    await endSessions(tx, member);
    const to = { name: member.name, address: member.email };
    await queueIdentityMail(services, tx, { identityId, kind: 'two-factor-off', to });
    return record(services, tx, member, 'two_factor_reset');
  });
}

/** Makes a member the owner of an account whose owner has left. Previous owners become admins. */
export function makeOwner(services: Parts, key: PersonKey): Promise<Refusal | undefined> {
  return withMember(services, key, async (tx, member) => {
    const { account_id: accountId, id } = member;
    const rows = await tx
      .selectFrom('users')
      .select(['id', 'role', 'email', 'email_confirmed_at', 'first_name', 'last_name'])
      .where('account_id', '=', accountId)
      .where('removed_at', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute();
    const heir = rows.find((row) => row.id === id);
    if (!heir?.email_confirmed_at) return unconfirmed;
    if (heir.role === 'owner' && rows.filter(({ role }) => role === 'owner').length === 1) return undefined;
    const news = await newsOf(tx, accountId, 'ownership-passed');
    const ofAccount = tx.updateTable('users').where('account_id', '=', accountId);
    await ofAccount.set({ role: 'admin' }).where('role', '=', 'owner').where('id', '!=', id).execute();
    await ofAccount.set({ role: 'owner' }).where('id', '=', id).execute();
    const event = { type: 'ownership_transferred' as const, detail: member.email };
    await recordAccountEvent(tx, accountId, event, services.clock());
    const facts = { ...news.facts, inviter: member.name || member.email };
    await mailMember(tx, services, accountId, heir, { kind: 'ownership-received', facts });
    for (const row of rows.filter((one) => one.role === 'owner' && one.id !== id))
      await mailMember(tx, services, accountId, row, { ...news, facts });
    return undefined;
  });
}

export type PersonKey = { id: string; userId: string };

function withMember(
  { db }: Parts,
  { id, userId }: PersonKey,
  act: (tx: Tx, member: Member) => Promise<Refusal | undefined>,
): Promise<Refusal | undefined> {
  if (!isId(id) || !isId(userId)) return Promise.resolve(noSuchPerson);
  return inTransaction(db, async (tx) => {
    const row = await tx
      .selectFrom('users')
      .select(['account_id', 'id', 'issuer', 'subject', 'email', 'first_name', 'last_name'])
      .where('account_id', '=', id)
      .where('id', '=', userId)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    if (!row) return noSuchPerson;
    return act(tx, { ...row, name: `${row.first_name} ${row.last_name}`.trim() });
  });
}

async function endSessions(tx: Tx, { issuer, subject }: Member): Promise<void> {
  if (issuer === embeddedIssuer) return endSignIns(tx, subject);
  const rows = await membershipsOf(tx, { issuer, subject });
  for (const { account_id, id } of rows)
    await tx.deleteFrom('sessions').where('account_id', '=', account_id).where('user_id', '=', id).execute();
}

/** Records the event in every account of the person, since each account must know how its members sign in. */
async function record(
  { clock }: Parts,
  tx: Tx,
  { issuer, subject, email }: Member,
  type: AccountEventType,
): Promise<undefined> {
  for (const { account_id } of await membershipsOf(tx, { issuer, subject }))
    await recordAccountEvent(tx, account_id, { type, detail: email }, clock());
}

function membershipsOf(tx: Tx, { issuer, subject }: Pick<Member, 'issuer' | 'subject'>) {
  return tx
    .selectFrom('users')
    .select(['account_id', 'id'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('removed_at', 'is', null)
    .execute();
}

export const noSuchAccount = refuse('not-found', 'This account does not exist.');
const noSuchPerson = refuse('not-found', 'This person is not in the account.');
const ownAccount = refuse('not-permitted', 'You cannot suspend your own account.');
const managedElsewhere = refuse(
  'managed-by-provider',
  'This person signs in at another provider. Reset two-factor sign-in there.',
);
const noFactor = refuse('two-factor-not-on', 'This person has not set up two-factor sign-in.');
const unconfirmed = refuse(
  'successor-invalid',
  'Only a member with a confirmed address can become the owner.',
);
