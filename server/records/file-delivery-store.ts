import { sql } from 'kysely';
import type { EventType } from '#core/trail/event.ts';
import type { Tx } from '../foundation/db/transaction.ts';

/** The ids in the column `part`: '' for the sealed file of the whole document. */
export const WHOLE_FILE = sql`(SELECT '' AS id)`;
export const SEPARATE_FILES = sql`(
  SELECT one ->> 'id' AS id FROM jsonb_array_elements(coalesce(document.sealed_files, '[]')) AS one)`;

/**
 * Adds the final file of a completed document to the list of each destination of its account, in the
 * transaction that completes it, and later its separately sealed files in the transaction that saves them. A destination that fails or waits for a plan gets it later; one that a member
 * turned off does not. The lock makes a destination that is being deleted disappear instead of failing the
 * transaction: completing a document must not depend on it.
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
