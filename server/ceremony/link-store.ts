import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Tx } from '../db/transaction.ts';
import { newLinkId } from './signing-link.ts';

export type LinkOwner = { accountId: string; documentId: string; recipientId: string };

/** Issues one more link. Earlier ones stay good, so a repeated mail never kills the one already delivered. */
export async function issueLink(tx: Tx, owner: LinkOwner, now: number): Promise<string> {
  const id = newLinkId();
  await tx
    .insertInto('signing_links')
    .values({
      account_id: owner.accountId,
      document_id: owner.documentId,
      recipient_id: owner.recipientId,
      id,
      issued_at: new Date(now),
    })
    .execute();
  return id;
}

/** Whose link this is, while it lives. */
export async function findLink(db: Kysely<Schema>, linkId: string): Promise<LinkOwner | undefined> {
  const row = await db
    .selectFrom('signing_links')
    .select(['account_id', 'document_id', 'recipient_id'])
    .where('id', '=', linkId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row && { accountId: row.account_id, documentId: row.document_id, recipientId: row.recipient_id };
}

/** The newest living link of a recipient, for a mail that goes out. */
export async function newestLink(db: Kysely<Schema>, owner: LinkOwner): Promise<string | undefined> {
  const row = await db
    .selectFrom('signing_links')
    .select('id')
    .where('account_id', '=', owner.accountId)
    .where('document_id', '=', owner.documentId)
    .where('recipient_id', '=', owner.recipientId)
    .where('ended_at', 'is', null)
    .orderBy('issued_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
