import type { TrailEvent } from '#core/trail/event.ts';
import type { Tx } from '../db/transaction.ts';
import type { StoredRecipient } from '../records/document-store.ts';
import type { DocumentKey } from '../trail/append-event.ts';

/**
 * Whether whoever it is the turn of has opened it by this way already, since it came to them: then another look, as after
 * a name on the pages became another one, stands in the trail and is no news. On the sender's device is another way.
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
