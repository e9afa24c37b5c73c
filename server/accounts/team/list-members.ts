import type { Kysely } from 'kysely';
import type { TeamMemberView } from '#contract/accounts/team.ts';
import { monthOf } from '../profile/month.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { nameOf, roleOf } from './team-store.ts';

/** Returns the members of an account as other members see them: owners first, then by joining date. */
export async function listMembers(
  db: Kysely<Schema>,
  { accountId, userId }: { accountId: string; userId: string },
  now: number,
): Promise<TeamMemberView[]> {
  const [members, used, inviters] = await Promise.all([
    findMembers(db, accountId),
    documentsOf(db, accountId, now),
    invitersOf(db, accountId),
  ]);
  return members.map((row) => ({
    id: row.id,
    name: nameOf(row),
    email: row.email,
    role: roleOf(row.role),
    you: row.id === userId,
    joinedAt: row.created_at.toISOString(),
    invitedBy: inviters.get(row.id) ?? null,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    documentsThisMonth: used.get(row.id) ?? 0,
  }));
}

function findMembers(db: Kysely<Schema>, accountId: string) {
  return db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email', 'role', 'created_at', 'last_seen_at'])
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .orderBy((row) => row.case().when('role', '=', 'owner').then(0).else(1).end())
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Returns the names of inviters, by member. */
async function invitersOf(db: Kysely<Schema>, accountId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('member_invitations as invitation')
    .innerJoin('users', (join) =>
      join
        .onRef('users.account_id', '=', 'invitation.account_id')
        .onRef('users.id', '=', 'invitation.invited_by'),
    )
    .select(['invitation.accepted_by', 'users.first_name', 'users.last_name', 'users.email'])
    .where('invitation.account_id', '=', accountId)
    .where('invitation.accepted_by', 'is not', null)
    .where('invitation.role', '!=', 'owner')
    .execute();
  return new Map(rows.map((row) => [row.accepted_by!, nameOf(row)]));
}

/** Returns the number of documents in the calendar month (UTC) of `now`, by owner. */
async function documentsOf(db: Kysely<Schema>, accountId: string, now: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('documents')
    .select(['created_by', (row) => row.fn.countAll<number>().as('count')])
    .where('account_id', '=', accountId)
    .where('created_at', '>=', new Date(monthOf(now)))
    .where('deleted_at', 'is', null)
    .where('test', '=', false)
    .groupBy('created_by')
    .execute();
  return new Map(rows.map(({ created_by, count }) => [created_by, Number(count)]));
}
