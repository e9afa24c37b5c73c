import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { embedAddressLifetime } from './read-origin.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import { isId, newId } from '../../foundation/db/new-id.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import type { From } from '../../records/owner.ts';

export type EmbedAddress = {
  accountId: string;
  id: string;
  documentId: string;
  recipientId: string;
  /** Origin of the only website that may frame the page. */
  origin: string;
  keyId: string;
  askedFrom: From;
  requestedAt: Date;
  /** Time after which the URL can no longer be opened. */
  endsAt: Date;
  /** The signing link created when the URL was opened; null if it was not opened yet. */
  linkId: string | null;
};

/** Milliseconds for which rows are kept, because a frame requests its page again when it is reloaded. */
const kept = 86_400_000;

/** Stores a new one-time URL and returns its code. The code itself is not stored. */
export async function insertAddress(
  tx: Tx,
  address: Pick<EmbedAddress, 'accountId' | 'documentId' | 'recipientId' | 'origin' | 'keyId' | 'askedFrom'>,
  now: number,
): Promise<{ code: string; endsAt: Date }> {
  const code = randomBytes(32).toString('base64url');
  const endsAt = new Date(now + embedAddressLifetime);
  const { accountId, documentId, recipientId, origin, keyId, askedFrom } = address;
  await tx
    .deleteFrom('embed_addresses')
    .where('account_id', '=', accountId)
    .where('requested_at', '<', new Date(now - kept))
    .execute();
  await tx
    .insertInto('embed_addresses')
    .values({
      account_id: accountId,
      id: newId(now),
      code_hash: sha256(code),
      origin,
      key_id: keyId,
      document_id: documentId,
      recipient_id: recipientId,
      requested_ip: askedFrom.ip,
      requested_agent: askedFrom.userAgent,
      requested_at: new Date(now),
      ends_at: endsAt,
    })
    .execute();
  return { code, endsAt };
}

/** Locks the row, so that only one of two concurrent requests can open it. */
export async function lockAddress(tx: Tx, code: string): Promise<EmbedAddress | undefined> {
  const row = await tx
    .selectFrom('embed_addresses')
    .selectAll()
    .where('code_hash', '=', sha256(code))
    .forUpdate()
    .executeTakeFirst();
  return (
    row && {
      accountId: row.account_id,
      id: row.id,
      documentId: row.document_id,
      recipientId: row.recipient_id,
      origin: row.origin,
      keyId: row.key_id,
      linkId: row.link_id,
      askedFrom: { ip: row.requested_ip, userAgent: row.requested_agent },
      requestedAt: row.requested_at,
      endsAt: row.ends_at,
    }
  );
}

export async function recordAddressOpened(
  tx: Tx,
  { accountId, id }: Pick<EmbedAddress, 'accountId' | 'id'>,
  linkId: string,
): Promise<void> {
  await tx
    .updateTable('embed_addresses')
    .set({ link_id: linkId })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/**
 * Returns the website that may frame the page at /embed/{code or id}; undefined if it is not on the account's
 * list.
 */
export async function frameOf(db: Kysely<Schema>, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('embed_addresses')
    .innerJoin('embedding_origins', (join) =>
      join
        .onRef('embedding_origins.account_id', '=', 'embed_addresses.account_id')
        .onRef('embedding_origins.origin', '=', 'embed_addresses.origin'),
    )
    .select('embed_addresses.origin')
    .where((address) =>
      isId(name) ? address('embed_addresses.id', '=', name) : address('code_hash', '=', sha256(name)),
    )
    .executeTakeFirst();
  return row?.origin;
}

/** Ends a website's one-time URLs and open frames. */
export async function endFramesOf(
  tx: Tx,
  { accountId, origin }: { accountId: string; origin: string },
  now: number,
): Promise<void> {
  const ended = await tx
    .deleteFrom('embed_addresses')
    .where('account_id', '=', accountId)
    .where('origin', '=', origin)
    .returning('link_id')
    .execute();
  const links = ended.flatMap(({ link_id }) => link_id ?? []);
  if (links.length === 0) return;
  await tx
    .updateTable('signing_links')
    .set({ ended_at: new Date(now) })
    .where('account_id', '=', accountId)
    .where('id', 'in', links)
    .where('ended_at', '>', new Date(now))
    .execute();
}
