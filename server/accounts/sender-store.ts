import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** The account holder who sent a document. The name may be empty. */
export type Sender = { name: string; email: string };

export async function findSender(
  db: Kysely<Schema>,
  document: { accountId: string; createdBy: string },
): Promise<Sender> {
  const user = await db
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name'])
    .where('account_id', '=', document.accountId)
    .where('id', '=', document.createdBy)
    .executeTakeFirstOrThrow();
  return { name: `${user.first_name} ${user.last_name}`.trim(), email: user.email };
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
    .select(['own.name', 'own.value'])
    .where('events.account_id', '=', document.accountId)
    .where('events.document_id', '=', document.id)
    .where('events.type', '=', 'document_sent')
    .where('own.name', 'in', ['actor', 'actorEmail'])
    .execute();
  const said = new Map(values.map(({ name, value }) => [name, value]));
  const email = said.get('actorEmail');
  return email === undefined ? findSender(db, document) : { name: said.get('actor') ?? '', email };
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
