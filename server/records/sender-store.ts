import type { Kysely } from 'kysely';
import type { ConfirmedBy } from '#core/permission/confirmed-address.ts';
import type { Schema } from '../db/schema.ts';

/** The member who sent a document. The name may be empty. */
export type Sender = {
  name: string;
  email: string;
  /** Since when the address is known to be theirs, ms UTC. */
  confirmedAt: number | null;
  /** Who has shown that; null where it was not noted. */
  confirmedBy: ConfirmedBy | null;
  /** Whose the draft was, where somebody else sent it. */
  onBehalfOf?: { name: string; email: string };
};

/** Whose a document is now: who is told of it, and who answers for it. Who sent it is `senderWhenSent`. */
export async function findSender(
  db: Kysely<Schema>,
  document: { accountId: string; createdBy: string },
): Promise<Sender> {
  const user = await db
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name', 'email_confirmed_at', 'email_confirmed_by'])
    .where('account_id', '=', document.accountId)
    .where('id', '=', document.createdBy)
    .executeTakeFirstOrThrow();
  const confirmedAt = user.email_confirmed_at?.getTime() ?? null;
  const name = `${user.first_name} ${user.last_name}`.trim();
  return { name, email: user.email, confirmedAt, confirmedBy: confirmedBy(user) };
}

/** As it is stored. */
export function confirmedBy(row: { email_confirmed_by: string | null }): ConfirmedBy | null {
  return byNames.find((name) => name === row.email_confirmed_by) ?? null;
}

const byNames: readonly ConfirmedBy[] = ['provider', 'mail'];

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
    .where('own.name', 'in', ['actor', 'actorEmail', 'onBehalfOf', 'onBehalfOfEmail'])
    .execute();
  const said = new Map(values.map(({ name, value }) => [name, value]));
  const email = said.get('actorEmail');
  if (email === undefined) return findSender(db, document);
  const ownersEmail = said.get('onBehalfOfEmail');
  return {
    ...{ name: said.get('actor') ?? '', email, ...confirmedWhenSent(values[0]?.body) },
    ...(ownersEmail && { onBehalfOf: { name: said.get('onBehalfOf') ?? '', email: ownersEmail } }),
  };
}

/** Of a document that was sent before this was noted nobody knows. */
function confirmedWhenSent(body: string | undefined): Pick<Sender, 'confirmedAt' | 'confirmedBy'> {
  type Said = { senderConfirmedAt?: string | null; senderConfirmedBy?: string | null };
  const { data = {} } = JSON.parse(body ?? '{}') as { data?: Said };
  const { senderConfirmedAt: at = null, senderConfirmedBy: by = null } = data;
  return {
    confirmedAt: at === null ? null : Date.parse(at),
    confirmedBy: confirmedBy({ email_confirmed_by: by }),
  };
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
    .where('removed_at', 'is', null)
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .execute();
  return rows.map(({ id, first_name, last_name, email }) => {
    return { id, email, name: `${first_name} ${last_name}`.trim() || email };
  });
}
