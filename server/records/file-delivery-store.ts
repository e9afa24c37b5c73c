import { sql } from 'kysely';
import type { EventType } from '#core/trail/event.ts';
import type { Tx } from '../foundation/db/transaction.ts';

/**
 * Adds the final file of a completed document to the list of each destination of its account, in the
 * transaction that completes it. A destination that fails or waits for a plan gets it later; one that a member
 * turned off does not. The lock makes a destination that is being deleted disappear instead of failing the
 * transaction: completing a document must not depend on it.
 */
export async function recordFileDeliveries(
  tx: Tx,
  { accountId, documentId }: { accountId: string; documentId: string },
  now: number,
  events: readonly { type: EventType }[],
): Promise<void> {
  if (!events.some(({ type }) => type === 'document_completed')) return;
  await sql`
    INSERT INTO file_deliveries (account_id, destination_id, document_id, next_try_at)
    SELECT destination.account_id, destination.id, document.id, ${new Date(now)}
      FROM file_destinations AS destination
      JOIN documents AS document ON document.account_id = destination.account_id AND document.id = ${documentId}
     WHERE destination.account_id = ${accountId} AND NOT document.test
       AND destination.disabled_reason IS DISTINCT FROM 'member'
       FOR KEY SHARE OF destination
        ON CONFLICT DO NOTHING`.execute(tx);
}
