import { sql } from 'kysely';
import type { EventType } from '#core/trail/event.ts';
import type { Tx } from '../foundation/db/transaction.ts';

/** SQL for the values of the column `part`: the ids of separate files, or '' for the document's sealed file. */
export const WHOLE_FILE = sql`(SELECT '' AS id)`;
export const SEPARATE_FILES = sql`(
  SELECT one ->> 'id' AS id FROM jsonb_array_elements(coalesce(document.sealed_files, '[]')) AS one)`;

/**
 * Adds a completed document's final file to the list of each of the account's destinations, in the
 * transaction that completes the document, and later its separately sealed files, in the transaction that
 * saves them. A destination that fails or waits for a plan gets a file later, but one that a member has turned
 * off does not. Locking the destinations makes one that is being deleted drop out instead of failing the
 * transaction, because completing a document must not depend on it.
 */
export async function recordFileDeliveries(
  tx: Tx,
  { accountId, documentId }: { accountId: string; documentId: string },
  now: number,
  events: readonly { type: EventType }[],
): Promise<void> {
  const parts = [
    ...(events.some(({ type }) => type === 'document_completed') ? [WHOLE_FILE] : []),
    ...(events.some(({ type }) => type === 'files_sealed') ? [SEPARATE_FILES] : []),
  ];
  for (const part of parts)
    await sql`
    INSERT INTO file_deliveries (account_id, destination_id, document_id, part, next_try_at)
    SELECT destination.account_id, destination.id, document.id, part.id, ${new Date(now)}
      FROM file_destinations AS destination
      JOIN documents AS document ON document.account_id = destination.account_id AND document.id = ${documentId}
     CROSS JOIN LATERAL ${part} AS part
     WHERE destination.account_id = ${accountId} AND NOT document.test
       AND destination.disabled_reason IS DISTINCT FROM 'member'
       FOR KEY SHARE OF destination
        ON CONFLICT DO NOTHING`.execute(tx);
}
