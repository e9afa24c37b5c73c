import { sql, type Kysely } from 'kysely';
import { isOperator } from '#core/permission/operator.ts';
import type { Schema } from '../foundation/db/schema.ts';

/** Returns true if no account has a member with a confirmed address. */
export async function isEmptyInstallation(db: Kysely<Schema>): Promise<boolean> {
  const person = await db
    .selectFrom('users')
    .select('id')
    .where('email_confirmed_at', 'is not', null)
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return person === undefined;
}

/**
 * Records the first account whose owner has a confirmed address, once and for all. Even if that account is
 * closed, no later account takes its place, and OPERATOR_EMAILS must name the operator. `now` is in ms UTC.
 */
export async function recordFirstAccount(db: Kysely<Schema>, now: number): Promise<void> {
  await sql`INSERT INTO first_account (account_id, recorded_at)
    SELECT account_id, ${new Date(now)}::timestamptz FROM users
     WHERE role = 'owner' AND removed_at IS NULL AND email_confirmed_at IS NOT NULL
       AND NOT EXISTS (SELECT FROM first_account)
     ORDER BY created_at, id LIMIT 1
    ON CONFLICT DO NOTHING`.execute(db);
}

type Asking = Parameters<typeof isOperator>[1];

/**
 * Returns true if this person operates the server, according to OPERATOR_EMAILS or as an owner of the first
 * account.
 */
export async function runsServer(
  db: Kysely<Schema>,
  { operatorEmails }: { operatorEmails: readonly string[] },
  user: Asking,
): Promise<boolean> {
  const asks = operatorEmails.length === 0 && user.role === 'owner';
  const first = asks ? await db.selectFrom('first_account').select('account_id').executeTakeFirst() : null;
  return isOperator(operatorEmails, user, first?.account_id ?? null);
}
