import type { Kysely } from 'kysely';
import type { AttachedFile } from '#core/field/attached-file.ts';
import type { Schema } from '../../../foundation/db/schema.ts';
import type { Tx } from '../../../foundation/db/transaction.ts';

type RecipientKey = { accountId: string; documentId: string; recipientId: string };

/** Returns the files that a recipient has uploaded so far, whether or not they are values of fields yet. */
export async function attachmentsOf(
  db: Kysely<Schema>,
  { accountId, documentId, recipientId }: RecipientKey,
): Promise<(AttachedFile & { fieldId: string })[]> {
  const rows = await db
    .selectFrom('attachments')
    .select(['field_id', 'name', 'media_type', 'size', 'sha256', 'width', 'height'])
    .where('account_id', '=', accountId)
    .where('document_id', '=', documentId)
    .where('recipient_id', '=', recipientId)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({
    fieldId: row.field_id,
    name: row.name,
    mediaType: row.media_type,
    size: row.size,
    sha256: row.sha256,
    ...(row.width !== null && row.height !== null && { width: row.width, height: row.height }),
  }));
}

/** Returns the total size of a document's attachments in bytes, without the one being replaced. */
export async function attachedBytes(
  db: Kysely<Schema>,
  { accountId, documentId }: Pick<RecipientKey, 'accountId' | 'documentId'>,
  butFor: { fieldId: string },
): Promise<number> {
  const row = await db
    .selectFrom('attachments')
    .select((files) => files.fn.sum<string | null>('size').as('bytes'))
    .where('account_id', '=', accountId)
    .where('document_id', '=', documentId)
    .where('field_id', '!=', butFor.fieldId)
    .executeTakeFirst();
  return Number(row?.bytes ?? 0);
}

/**
 * Stores a field's file and returns the hashes of the files that it replaces. If the same file is uploaded
 * again for the same field, one row is kept with the latest name, because that is the name the signer sees.
 */
export async function insertAttachment(
  tx: Tx,
  { accountId, documentId, recipientId }: RecipientKey,
  fieldId: string,
  file: AttachedFile,
  now: number,
): Promise<string[]> {
  const former = await tx
    .deleteFrom('attachments')
    .where('account_id', '=', accountId)
    .where('document_id', '=', documentId)
    .where('field_id', '=', fieldId)
    .where('sha256', '!=', file.sha256)
    .returning('sha256')
    .execute();
  await tx
    .insertInto('attachments')
    .values({
      account_id: accountId,
      document_id: documentId,
      recipient_id: recipientId,
      field_id: fieldId,
      sha256: file.sha256,
      name: file.name,
      media_type: file.mediaType,
      size: file.size,
      width: file.width ?? null,
      height: file.height ?? null,
      created_at: new Date(now),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'document_id', 'field_id', 'sha256'])
        .doUpdateSet({ name: file.name, media_type: file.mediaType, created_at: new Date(now) }),
    )
    .execute();
  return former.map(({ sha256 }) => sha256);
}
