import { sql, type Kysely } from 'kysely';
import type { ConfirmedBy } from '#core/permission/confirmed-address.ts';
import { recordAccountEvent } from '../records/account-event-store.ts';
import { newId } from '../db/new-id.ts';
import type { Schema } from '../db/schema.ts';
import { inTransaction, sqlState } from '../db/transaction.ts';
import { embeddedIssuer } from '../identity-provider/end-sign-ins.ts';
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
  const { at, by } = confirmation(person, now);
  const row = await db
    .updateTable('users')
    .set((row) => ({
      email: person.email,
      first_name: person.firstName,
      last_name: person.lastName,
      email_confirmed_at: row
        .case()
        .when(sql`lower(email)`, '=', sql`lower(${person.email})`)
        .then(sql<Date | null>`coalesce(email_confirmed_at, ${at}::timestamptz)`)
        .else(sql<Date | null>`${at}::timestamptz`)
        .end(),
      email_confirmed_by: row
        .case()
        .when(sql<boolean>`lower(email) = lower(${person.email}) AND email_confirmed_at IS NOT NULL`)
        .then(sql<ConfirmedBy | null>`email_confirmed_by`)
        .else(sql<ConfirmedBy | null>`${by}::text`)
        .end(),
    }))
    .where('issuer', '=', person.issuer)
    .where('subject', '=', person.subject)
    .returning(['account_id', 'id'])
    .executeTakeFirst();
  return row && { accountId: row.account_id, userId: row.id };
}

/** The embedded provider confirms an address by a mail of ours; another one says that it has. */
function confirmation({ issuer, emailVerified, confirmedAt }: Person, now: number): Confirmation {
  if (!emailVerified) return { at: null, by: null };
  return { at: new Date(confirmedAt ?? now), by: issuer === embeddedIssuer ? 'mail' : 'provider' };
}

type Confirmation = { at: Date; by: ConfirmedBy } | { at: null; by: null };

function open(db: Kysely<Schema>, person: Person, now: number, ip?: string) {
  const accountId = newId(now);
  const userId = newId(now);
  const { at, by } = confirmation(person, now);
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
        email_confirmed_at: at,
        email_confirmed_by: by,
        first_name: person.firstName,
        last_name: person.lastName,
        created_at: new Date(now),
      })
      .execute();
    await recordAccountEvent(tx, accountId, { type: 'member_joined', userId, ip }, now);
    return { accountId, userId };
  });
}
