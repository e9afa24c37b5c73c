import type { Kysely } from 'kysely';
import { readAttachedFile, type AttachedFile } from '#core/field/attached-file.ts';
import { takesFile } from '#core/field/kinds.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { WholeDocument } from '../../records/document.ts';

export type Attachment = AttachedFile & { fieldId: string; recipientId: string };

/** Returns the files and pictures uploaded into the document's fields, in field order. */
export async function listAttachments(
  db: Kysely<Schema>,
  { document, fields }: Pick<WholeDocument, 'document' | 'fields'>,
): Promise<Attachment[]> {
  const asked = fields.filter(({ type }) => takesFile(type));
  if (asked.length === 0) return [];
  const rows = await db
    .selectFrom('field_values')
    .select(['field_id', 'recipient_id', 'value'])
    .where('account_id', '=', document.accountId)
    .where('document_id', '=', document.id)
    .execute();
  const byField = new Map(rows.map((row) => [row.field_id, row]));
  return asked.flatMap(({ id }) => {
    const row = byField.get(id);
    const file = row && readAttachedFile(row.value);
    return file ? [{ ...file, fieldId: id, recipientId: row.recipient_id }] : [];
  });
}
