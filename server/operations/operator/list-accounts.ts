import { sql, type Kysely, type RawBuilder } from 'kysely';
import type {
  AccountsQuery,
  InstallationAccount,
  InstallationAccountDetail,
} from '#contract/operations/operator.ts';
import { roleNamed } from '#core/permission/member.ts';
import { isId } from '../../foundation/db/new-id.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { embeddedIssuer } from '../../accounts/identity-provider/end-sign-ins.ts';
import { containing } from '../../foundation/db/like-pattern.ts';

type Page<Row> = { rows: Row[]; next: string | null };

type AccountRow = Omit<InstallationAccount, 'createdAt' | 'suspendedAt' | 'closesAt'> & {
  createdAt: Date;
  suspendedAt: Date | null;
  closesAt: Date | null;
};

/** Returns the accounts that have members, newest first. Ids are ordered by time, so the cursor is an id. */
export async function listAccounts(
  db: Kysely<Schema>,
  { search, cursor, limit }: AccountsQuery,
): Promise<Page<InstallationAccount>> {
  const words = search?.trim() ?? '';
  const pattern = containing(words);
  const found = sql<boolean>`(accounts.name ILIKE ${pattern} OR EXISTS (SELECT FROM users u
    WHERE u.account_id = accounts.id AND u.removed_at IS NULL
      AND (u.email ILIKE ${pattern} OR u.first_name || ' ' || u.last_name ILIKE ${pattern})))`;
  const after = cursor !== undefined && isId(cursor) ? sql`AND accounts.id < ${cursor}` : sql``;
  const rows = await readAccounts(db, sql`${words === '' ? sql`true` : found} ${after}`, limit + 1);
  return pageOf(rows, limit);
}

export async function findAccount(db: Kysely<Schema>, id: string): Promise<InstallationAccount | undefined> {
  return isId(id) ? (await readAccounts(db, sql`accounts.id = ${id}`, 1))[0] : undefined;
}

/** Leaves out accounts that no longer have members, since there is nothing to show or do. */
async function readAccounts(
  db: Kysely<Schema>,
  which: RawBuilder<unknown>,
  most: number,
): Promise<InstallationAccount[]> {
  const { rows } = await sql<AccountRow>`
    SELECT accounts.id, name, created_at AS "createdAt", suspended_at AS "suspendedAt", closes_at AS "closesAt",
           there.people::integer AS people, there.owners
      FROM accounts
      JOIN LATERAL (
        SELECT count(*) AS people,
               json_agg(email ORDER BY created_at, id) FILTER (WHERE role = 'owner') AS owners
          FROM users WHERE account_id = accounts.id AND removed_at IS NULL AND email <> '') there ON there.people > 0
     WHERE ${which}
     ORDER BY accounts.id DESC LIMIT ${most}`.execute(db);
  return rows.map(({ createdAt, suspendedAt, closesAt, owners, ...account }) => ({
    ...account,
    owners: owners ?? [],
    createdAt: createdAt.toISOString(),
    suspendedAt: suspendedAt?.toISOString() ?? null,
    closesAt: closesAt?.toISOString() ?? null,
  }));
}

type Member = InstallationAccountDetail['members'][number];
type MemberRow = Omit<Member, 'role' | 'joinedAt' | 'lastSeenAt' | 'sessions'> & {
  role: string;
  joinedAt: Date;
  lastSeenAt: Date | null;
  sessions: string;
};

/** Returns the members of an account in the order in which they joined. */
export async function listPeople(
  db: Kysely<Schema>,
  accountId: string,
  { cursor, limit }: Omit<AccountsQuery, 'search'>,
): Promise<Page<Member>> {
  const after = cursor !== undefined && isId(cursor) ? sql`AND users.id > ${cursor}` : sql``;
  const { rows } = await sql<MemberRow>`
    SELECT users.id, trim(first_name || ' ' || last_name) AS name, email, role,
           email_confirmed_at IS NOT NULL AS "emailConfirmed", created_at AS "joinedAt", last_seen_at AS "lastSeenAt",
           (SELECT count(*) FROM sessions WHERE sessions.account_id = users.account_id
              AND sessions.user_id = users.id) AS sessions,
           CASE WHEN issuer = ${embeddedIssuer} THEN EXISTS (SELECT FROM identity_authenticators a
              WHERE a.identity_id::text = users.subject AND a.enabled_at IS NOT NULL) END AS "secondFactor"
      FROM users
     WHERE account_id = ${accountId} AND removed_at IS NULL AND email <> '' ${after}
     ORDER BY users.id LIMIT ${limit + 1}`.execute(db);
  const members = rows.map(({ role, joinedAt, lastSeenAt, sessions, ...member }) => ({
    ...member,
    role: roleNamed(role),
    sessions: Number(sessions),
    joinedAt: joinedAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  }));
  return pageOf(members, limit);
}

function pageOf<Row extends { id: string }>(rows: Row[], limit: number): Page<Row> {
  const page = rows.slice(0, limit);
  return { rows: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}
