import { sql, type Kysely } from 'kysely';
import { recordAccountEvent } from '../records/account-event-store.ts';
import { newId } from '../db/new-id.ts';
import type { Schema } from '../db/schema.ts';
import { inTransaction, sqlState } from '../db/transaction.ts';
import type { Person } from './relying-party.ts';

/**
 * Finds who has signed in, by issuer and subject and never by e-mail (S-01), and brings name and e-mail up to
 * date. Who is here for the first time gets an account of their own, whose plan is
 * still to be chosen in the onboarding (specification §2).
 */
export async function welcome(
  db: Kysely<Schema>,
  person: Person,
  now: number,
  ip?: string,
): Promise<{ accountId: string; userId: string }> {
  const known = await refresh(db, person, now);
  if (known) return known;
  try {
    return await open(db, person, now, ip);
  } catch (error) {
    // The same person signed in twice at the same moment; the other one was first.
    const other =
      sqlState(error) === '23505' /* unique_violation */ ? await refresh(db, person, now) : undefined;
    if (other) return other;
    throw error;
  }
}

/** A confirmation belongs to one address: with another one it begins anew. */
async function refresh(db: Kysely<Schema>, person: Person, now: number) {
  const confirmed = confirmedAt(person, now);
  const row = await db
    .updateTable('users')
    .set((row) => ({
      email: person.email,
      first_name: person.firstName,
      last_name: person.lastName,
      email_confirmed_at: row
        .case()
        .when(sql`lower(email)`, '=', sql`lower(${person.email})`)
        .then(sql<Date | null>`coalesce(email_confirmed_at, ${confirmed}::timestamptz)`)
        .else(sql<Date | null>`${confirmed}::timestamptz`)
        .end(),
    }))
    .where('issuer', '=', person.issuer)
    .where('subject', '=', person.subject)
    .returning(['account_id', 'id'])
    .executeTakeFirst();
  return row && { accountId: row.account_id, userId: row.id };
}

function confirmedAt({ emailVerified, confirmedAt }: Person, now: number): Date | null {
  return emailVerified ? new Date(confirmedAt ?? now) : null;
}

function open(db: Kysely<Schema>, person: Person, now: number, ip?: string) {
  const accountId = newId(now);
  const userId = newId(now);
  return inTransaction(db, async (tx) => {
    await tx
      .insertInto('accounts')
      .values({ id: accountId, plan: '', created_at: new Date(now) })
      .execute();
    await tx
      .insertInto('users')
      .values({
        account_id: accountId,
        id: userId,
        issuer: person.issuer,
        subject: person.subject,
        email: person.email,
        email_confirmed_at: confirmedAt(person, now),
        first_name: person.firstName,
        last_name: person.lastName,
        created_at: new Date(now),
      })
      .execute();
    await recordAccountEvent(tx, accountId, { type: 'member_joined', userId, ip }, now);
    return { accountId, userId };
  });
}
