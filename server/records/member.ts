import type { Kysely } from 'kysely';
import { accountSuspended } from '#core/account/suspension.ts';
import { hasTeam } from '#core/account/team.ts';
import { roleNamed } from '#core/permission/member.ts';
import { may, mustBeAllowed, type Permission } from '#core/permission/permission.ts';
import type { PlanName } from '#core/plan/plans.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import type { Schema } from '../foundation/db/schema.ts';
import { inTransaction, type Tx } from '../foundation/db/transaction.ts';
import { planInForce, readPlan, type PlanRules, type PlanSetting } from './plan-store.ts';
import { confirmedBy } from './sender-store.ts';

/** Columns of `users` and `accounts` that describe a member. */
export const memberColumns = [
  'users.account_id',
  'users.id as user_id',
  'users.email',
  'users.first_name',
  'users.last_name',
  'users.email_confirmed_at',
  'users.email_confirmed_by',
  'users.role',
  'accounts.name as account_name',
  'accounts.plan',
  'accounts.plan_until',
  'accounts.closes_at',
  'accounts.suspended_at',
] as const;

type MemberRow = {
  account_id: string;
  user_id: string;
  email: string;
  first_name: string;
  last_name: string;
  email_confirmed_at: Date | null;
  email_confirmed_by: string | null;
  role: string;
  account_name: string;
  plan: string;
  plan_until: Date | null;
  closes_at: Date | null;
  suspended_at: Date | null;
};

/** Returns the member's identity and permissions at this time (ms UTC), for a session or an API key. */
export function memberOf(row: MemberRow, at: number, setting: PlanSetting) {
  const plan = planInForce(row, at, setting);
  return {
    accountId: row.account_id,
    userId: row.user_id,
    email: row.email,
    role: roleNamed(row.role),
    withoutPlan: !hasTeam(plan),
    accountName: row.account_name,
    closesAt: row.closes_at?.getTime() ?? null,
    suspended: row.suspended_at !== null,
    confirmedAt: row.email_confirmed_at?.getTime() ?? null,
    confirmedBy: confirmedBy(row),
    firstName: row.first_name,
    lastName: row.last_name,
    plan,
    planChosen: row.plan !== '' || setting === 'off',
  };
}

export type Who = { accountId: string; userId: string };

/**
 * Locks a member and checks the permission again, since an action that takes seconds may outlast the
 * request's check. Until the transaction ends, the member can neither be removed nor get another role
 * (`deferMail`). Take this lock before any other, as a removal does. `own` only requires membership. Returns
 * the refusal, if any.
 */
export async function lockMembership(
  tx: Tx,
  { accountId, userId }: Who,
  permission: Permission | 'own',
  rules: PlanRules,
): Promise<Refusal | undefined> {
  const user = await tx
    .selectFrom('users')
    .select('role')
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .where('removed_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  if (!user) return left;
  if (await isSuspended(tx, accountId)) return accountSuspended;
  if (permission === 'own') return undefined;
  const withoutPlan = !hasTeam(await readPlan(tx, accountId, rules));
  return mustBeAllowed({ role: roleNamed(user.role), withoutPlan }, permission);
}

/**
 * Runs a member's change to the account in a transaction. If someone is removing the member, waits for that
 * and then refuses. A removal that starts during the transaction waits for its end.
 */
export function inTransactionOf<T>(
  services: PlanRules & { db: Kysely<Schema> },
  who: Who,
  permission: Permission | 'own',
  work: (tx: Tx) => Promise<T>,
): Promise<T | Refusal> {
  return inTransaction(
    services.db,
    async (tx) => (await lockMembership(tx, who, permission, services)) ?? work(tx),
  );
}

const left = refuse('not-permitted', 'You’re no longer a member of this account. Nothing was changed.');

/** Waits for running transactions of a member, and blocks new ones until this transaction ends. */
export async function lockMemberRow(tx: Tx, { accountId, userId }: Who): Promise<void> {
  await tx
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .forUpdate()
    .execute();
}

/**
 * Returns true if queued emails in a member's name may be sent: they are still in the account, and their role
 * and plan allow sending.
 */
export async function canSendNow(
  db: Kysely<Schema>,
  { accountId, userId }: Who,
  plan: PlanName,
): Promise<boolean> {
  if (await isSuspended(db, accountId)) return false;
  const user = await db
    .selectFrom('users')
    .select('role')
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return (
    user !== undefined && may({ role: roleNamed(user.role), withoutPlan: !hasTeam(plan) }, 'document.send')
  );
}

/** Returns true if the operator has suspended the account. */
export async function isSuspended(db: Kysely<Schema>, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
