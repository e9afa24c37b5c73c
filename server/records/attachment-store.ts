import type { Tx } from '../foundation/db/transaction.ts';

/**
 * Deletes the rows of the files that one recipient attached. Returns the files' hashes, so that the caller
 * can release them.
 */
export async function removeAttachmentsOf(
  tx: Tx,
  { accountId, documentId, recipientId }: { accountId: string; documentId: string; recipientId: string },
): Promise<string[]> {
  const deleted = await tx
    .deleteFrom('attachments')
    .where('account_id', '=', accountId)
    .where('document_id', '=', documentId)
    .where('recipient_id', '=', recipientId)
    .returning('sha256')
    .execute();
  return deleted.map(({ sha256 }) => sha256);
}
