import type { Kysely } from 'kysely';
import type { EnteredValueView } from '#contract/documents/documents.ts';
import { readAttachedFile } from '#core/field/attached-file.ts';
import type { Field } from '#core/field/field.ts';
import { firstPlaces } from '#core/field/same-question.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { WholeDocument } from '../../records/document.ts';

type Row = { value: string; printed: string | null; filled_at: Date };

/**
 * Returns the values that recipients submitted with their signatures, in field order. Drafts of recipients who
 * have not signed yet are not included, since they have not given them to the sender.
 */
export async function listEnteredValues(
  db: Kysely<Schema>,
  { document, fields }: WholeDocument,
): Promise<EnteredValueView[]> {
  if (document.sentAt === null) return [];
  const rows = await db
    .selectFrom('field_values')
    .select(['field_id', 'value', 'printed', 'filled_at'])
    .where('account_id', '=', document.accountId)
    .where('document_id', '=', document.id)
    .execute();
  const byField = new Map(rows.map(({ field_id, ...row }) => [field_id, row]));
  return firstPlaces(fields).flatMap((field) => {
    const row = byField.get(field.id);
    return row ? valueView(field, row) : [];
  });
}

function valueView(field: Field, row: Row): EnteredValueView[] {
  const { id: fieldId, recipientId, type, label, properties = {} } = field;
  const view = (
    value: string | boolean,
    more: { label?: string; printed?: string } = {},
  ): EnteredValueView[] => [
    {
      fieldId,
      recipientId,
      type,
      label,
      value,
      printed: null,
      enteredAt: row.filled_at.toISOString(),
      ...more,
    },
  ];
  switch (type) {
    case 'signature':
    case 'initial':
      return [];
    case 'checkbox':
      return view(row.value === 'true');
    case 'radio':
      // Only the chosen button of a group has a value, under the name of the group.
      return row.value === 'true' ? view(properties.choice ?? '', { label: properties.group ?? label }) : [];
    case 'attachment':
      return view(readAttachedFile(row.value)?.name ?? '');
    default:
      return view(row.value, { printed: row.printed ?? row.value });
  }
}
