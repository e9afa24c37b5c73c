import { sql, type Kysely } from 'kysely';
import { hasTeam, type TeamMember } from '#core/account/team.ts';
import { memberRoles, type MemberRole } from '#core/permission/member.ts';
import type { PlanName } from '#core/plan/plans.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { planInForce, type PlanRules } from '../../records/plan-store.ts';

export type Team = {
  name: string;
  plan: PlanName;
  closing: boolean;
  suspended: boolean;
  members: TeamMember[];
};

/**
 * Locks the members of an account until the transaction ends. Every change of members takes this lock first,
 * so that two owners cannot demote each other concurrently, and the acting member's role is current. It is a
 * separate lock, because plan counts already lock the account's row, also for documents that a removal
 * transfers.
 */
export async function lockTeam(tx: Tx, accountId: string, { clock, plans }: PlanRules): Promise<Team> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`team ${accountId}`}, 0))`.execute(tx);
  const account = await tx
    .selectFrom('accounts')
    .select(['name', 'plan', 'plan_until', 'closes_at', 'suspended_at'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'role'])
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute();
  const plan = planInForce(account, clock(), plans);
  const withoutPlan = !hasTeam(plan);
  return {
    name: account.name,
    plan,
    closing: account.closes_at !== null,
    suspended: account.suspended_at !== null,
    members: rows.map(({ id, role }) => ({ id, role: roleOf(role), withoutPlan })),
  };
}

/** Casts a stored role. The database allows no others. */
export function roleOf(role: string): MemberRole {
  const known = memberRoles.find((name) => name === role);
  if (known === undefined) throw new Error(`There is no role ${role}.`);
  return known;
}

/** Returns the display name of a member, or their address if they have no name. */
export function nameOf(row: { first_name: string; last_name: string; email: string }): string {
  return `${row.first_name} ${row.last_name}`.trim() || row.email;
}

export const nameOfUser = (user: { firstName: string; lastName: string; email: string }): string =>
  nameOf({ first_name: user.firstName, last_name: user.lastName, email: user.email });

/** Returns the member's name and address for an email. */
export function addresseeOf(tx: Tx, { accountId, userId }: { accountId: string; userId: string }) {
  return tx
    .selectFrom('users')
    .select(['id', 'email', 'email_confirmed_at', 'first_name', 'last_name'])
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Returns the name and address of a member as recorded in the audit log. */
export async function namedMember(
  tx: Tx,
  { accountId, userId }: { accountId: string; userId: string },
): Promise<string> {
  const row = await tx
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email'])
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const name = nameOf(row);
  return name === row.email ? name : `${name} (${row.email})`;
}

/** Returns the display name of an account: its own name, or that of its longest-standing owner. */
export async function titleOfAccount(db: Kysely<Schema>, accountId: string): Promise<string> {
  const [row] = await titlesOf(db, [accountId]);
  return row?.title ?? '';
}

/** Like `titleOfAccount`, for several accounts. */
export function titlesOf(
  db: Kysely<Schema>,
  accountIds: readonly string[],
): Promise<
  { id: string; name: string; title: string; twoFactorRequired: boolean; retentionYears: number }[]
> {
  return db
    .selectFrom('accounts')
    .select(['id', 'name', 'two_factor_required as twoFactorRequired', 'retention_years as retentionYears'])
    .select(({ selectFrom, fn }) =>
      fn
        .coalesce(
          sql<string | null>`nullif(accounts.name, '')`,
          selectFrom('users')
            .select(
              sql<string>`coalesce(nullif(trim(first_name || ' ' || last_name), ''), email)`.as('title'),
            )
            .whereRef('users.account_id', '=', 'accounts.id')
            .where('users.role', '=', 'owner')
            .where('users.removed_at', 'is', null)
            .orderBy('users.created_at')
            .orderBy('users.id')
            .limit(1),
          sql<string>`''`,
        )
        .as('title'),
    )
    .where('id', 'in', [...accountIds])
    .execute();
}
