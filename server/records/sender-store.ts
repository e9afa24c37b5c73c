import type { Kysely } from 'kysely';
import type { ConfirmedBy } from '#core/permission/confirmed-address.ts';
import type { Schema } from '../foundation/db/schema.ts';

/** The member who sent a document. Their name may be empty. */
export type Sender = {
  name: string;
  email: string;
  /** When the address was confirmed, ms UTC. */
  confirmedAt: number | null;
  /** How the address was confirmed; null if that was not recorded. */
  confirmedBy: ConfirmedBy | null;
  /** The draft's owner, if another member sent it. */
  onBehalfOf?: { name: string; email: string };
};

/** Returns a document's current owner, who gets its notifications. `senderWhenSent` returns who sent it. */
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

/** Returns how the stored address was confirmed. */
export function confirmedBy(row: { email_confirmed_by: string | null }): ConfirmedBy | null {
  return byNames.find((name) => name === row.email_confirmed_by) ?? null;
}

const byNames: readonly ConfirmedBy[] = ['provider', 'mail'];

/**
 * Returns the sender recorded in the audit trail when the document was sent. The disclosure names the sender
 * and must not change when the account does: every signer agreed to the same text, and that text is sealed.
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
  const valueOf = new Map(values.map(({ name, value }) => [name, value]));
  const email = valueOf.get('actorEmail');
  if (email === undefined) return findSender(db, document);
  const ownersEmail = valueOf.get('onBehalfOfEmail');
  return {
    name: valueOf.get('actor') ?? '',
    email,
    ...confirmedWhenSent(values[0]?.body),
    ...(ownersEmail && { onBehalfOf: { name: valueOf.get('onBehalfOf') ?? '', email: ownersEmail } }),
  };
}

/** Returns null values for documents sent before this was recorded. */
function confirmedWhenSent(body: string | undefined): Pick<Sender, 'confirmedAt' | 'confirmedBy'> {
  type Said = { senderConfirmedAt?: string | null; senderConfirmedBy?: string | null };
  const { data = {} } = JSON.parse(body ?? '{}') as { data?: Said };
  const { senderConfirmedAt: at = null, senderConfirmedBy: by = null } = data;
  return {
    confirmedAt: at === null ? null : Date.parse(at),
    confirmedBy: confirmedBy({ email_confirmed_by: by }),
  };
}

/** Returns all members of this account who can own documents, sorted by name. */
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
