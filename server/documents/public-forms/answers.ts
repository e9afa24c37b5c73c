import type { Kysely } from 'kysely';
import { byteOrderMark, csvLine } from '#core/csv/write-csv.ts';
import type { Visibility } from '#core/permission/visibility.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { seesDocuments } from '../../records/visibility-store.ts';
import { findTemplate } from '../templates/template-store.ts';
import type { FormKey } from './form-store.ts';

const rowsAtOnce = 200;

/**
 * Yields CSV lines: who asked and confirmed, the result, and the entered values, with a column per labeled
 * field. Cells are escaped against spreadsheet formulas. Documents that the reader cannot see are left out
 * with their answers.
 */
export async function* answerLines(
  db: Kysely<Schema>,
  key: FormKey,
  sight: Visibility,
): AsyncGenerator<string> {
  const template = await findTemplate(db, key.accountId, key.templateId);
  const labels = (template?.fields ?? []).map(({ label }) => label).filter((label) => label !== '');
  const columns = labels.map((label, at) => ({
    label,
    nth: labels.slice(0, at).filter((one) => one === label).length,
  }));
  yield byteOrderMark + csvLine(['Asked', 'Confirmed', 'Name', 'Email', 'Document', 'Status', ...labels]);
  for (let skipped = 0; ; skipped += rowsAtOnce) {
    const rows = await entries(db, key, sight, skipped);
    const values = await valuesOf(
      db,
      key.accountId,
      rows.map(({ documentId }) => documentId!),
    );
    yield rows
      .map(({ requestedAt, confirmedAt, name, email, documentId, status }) =>
        csvLine([
          ...[requestedAt.toISOString(), confirmedAt!.toISOString(), name, email, documentId, status],
          ...columns.map(({ label, nth }) => values.get(`${documentId} ${label}`)?.[nth] ?? ''),
        ]),
      )
      .join('');
    if (rows.length < rowsAtOnce) return;
  }
}

function entries(db: Kysely<Schema>, key: FormKey, sight: Visibility, skipped: number) {
  return db
    .selectFrom('form_entries as entry')
    .leftJoin('documents', (join) =>
      join
        .onRef('documents.account_id', '=', 'entry.account_id')
        .onRef('documents.id', '=', 'entry.document_id'),
    )
    .select([
      'entry.requested_at as requestedAt',
      'entry.confirmed_at as confirmedAt',
      'entry.name',
      'entry.email',
    ])
    .select(['entry.document_id as documentId', 'documents.status'])
    .where('entry.account_id', '=', key.accountId)
    .where('entry.template_id', '=', key.templateId)
    .where('entry.confirmed_at', 'is not', null)
    .where(seesDocuments(sight))
    .orderBy('entry.confirmed_at')
    .orderBy('entry.id')
    .offset(skipped)
    .limit(rowsAtOnce)
    .execute();
}

/**
 * Returns the entered values by document and label; for several fields with the same label in field order.
 */
async function valuesOf(
  db: Kysely<Schema>,
  accountId: string,
  documents: string[],
): Promise<Map<string, string[]>> {
  if (documents.length === 0) return new Map();
  const rows = await db
    .selectFrom('fields')
    .leftJoin('field_values as filled', (join) =>
      join
        .onRef('filled.account_id', '=', 'fields.account_id')
        .onRef('filled.document_id', '=', 'fields.document_id')
        .onRef('filled.field_id', '=', 'fields.id'),
    )
    .select(['fields.document_id', 'fields.label', 'filled.value'])
    .where('fields.account_id', '=', accountId)
    .where('fields.document_id', 'in', documents)
    .where('fields.label', '<>', '')
    .orderBy('fields.position')
    .execute();
  const grouped = Map.groupBy(rows, (row) => `${row.document_id} ${row.label}`);
  return new Map([...grouped].map(([key, some]) => [key, some.map(({ value }) => value ?? '')]));
}
