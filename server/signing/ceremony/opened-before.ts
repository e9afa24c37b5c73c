import type { TrailEvent } from '#core/trail/event.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import type { StoredRecipient } from '../../records/document-store.ts';
import type { DocumentKey } from '../../records/trail/append-event.ts';

/**
 * Returns true if the current recipient has opened the document through this kind of link since it was sent
 * to them. Opening it again, for example after a name changed, is recorded in the audit trail but notifies no
 * one. The sender's device counts as a different kind of link.
 */
export async function openedBefore(
  tx: Tx,
  { accountId, documentId }: DocumentKey,
  { id, openedAt }: Pick<StoredRecipient, 'id' | 'openedAt'>,
  via: string | undefined,
): Promise<boolean> {
  if (openedAt === null) return false;
  const rows = await tx
    .selectFrom('events')
    .select('body')
    .where('account_id', '=', accountId)
    .where('document_id', '=', documentId)
    .where('type', '=', 'document_opened')
    .where('occurred_at', '>=', openedAt)
    .execute();
  return rows.some(({ body }) => {
    const { actor, data } = JSON.parse(body) as TrailEvent;
    return actor.id === id && data['via'] === via;
  });
}
