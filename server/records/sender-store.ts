import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** The account holder who sent a document. The name may be empty. `confirmedAt`: since when the address is theirs, ms UTC. */
export type Sender = { name: string; email: string; confirmedAt: number | null };

export async function findSender(
  db: Kysely<Schema>,
  document: { accountId: string; createdBy: string },
): Promise<Sender> {
  const user = await db
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name', 'email_confirmed_at'])
    .where('account_id', '=', document.accountId)
    .where('id', '=', document.createdBy)
    .executeTakeFirstOrThrow();
  const confirmedAt = user.email_confirmed_at?.getTime() ?? null;
  return { name: `${user.first_name} ${user.last_name}`.trim(), email: user.email, confirmedAt };
}

/**
 * The sender as the trail recorded them when the document was sent. The disclosure names them, so it must not
 * change with the account: every signer agreed to the same words, and they are the words that are sealed.
 */
export async function senderWhenSent(
  db: Kysely<Schema>,
  document: { accountId: string; id: string; createdBy: string },
): Promise<Sender> {
  const values = await db
    .selectFrom('events')
    .innerJoin('event_values as own', (join) =>
      join
        .onRef('own.account_id', '=', 'events.account_id')
        .onRef('own.document_id', '=', 'events.document_id')
        .onRef('own.seq', '=', 'events.seq'),
    )
    .select(['own.name', 'own.value', 'events.body'])
    .where('events.account_id', '=', document.accountId)
    .where('events.document_id', '=', document.id)
    .where('events.type', '=', 'document_sent')
    .where('own.name', 'in', ['actor', 'actorEmail'])
    .execute();
  const said = new Map(values.map(({ name, value }) => [name, value]));
  const email = said.get('actorEmail');
  if (email === undefined) return findSender(db, document);
  return { name: said.get('actor') ?? '', email, confirmedAt: confirmedWhenSent(values[0]?.body) };
}

/** Of a document that was sent before this was noted nobody knows. */
function confirmedWhenSent(body: string | undefined): number | null {
  const sent = JSON.parse(body ?? '{}') as { data?: { senderConfirmedAt?: string | null } };
  const at = sent.data?.senderConfirmedAt ?? null;
  return at === null ? null : Date.parse(at);
}

/** Everybody who can have documents in this account, by name. */
export async function accountOwners(
  db: Kysely<Schema>,
  accountId: string,
): Promise<{ id: string; name: string; email: string }[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email'])
    .where('account_id', '=', accountId)
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .execute();
  return rows.map(({ id, first_name, last_name, email }) => {
    return { id, email, name: `${first_name} ${last_name}`.trim() || email };
  });
}
