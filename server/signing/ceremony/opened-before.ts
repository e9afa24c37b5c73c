import type { TrailEvent } from '#core/trail/event.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import type { StoredRecipient } from '../../records/document-store.ts';
import type { DocumentKey } from '../../records/trail/append-event.ts';

/**
 * Returns true if the current recipient has already opened the document by this way since it was sent to
 * them. Opening it again, for example after a name changed, is recorded in the audit trail but sends no
 * notification. The sender's device counts as a different way.
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
