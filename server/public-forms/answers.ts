import type { Kysely } from 'kysely';
import { byteOrderMark, csvLine } from '#core/csv/write-csv.ts';
import type { Sight } from '#core/permission/sight.ts';
import type { Schema } from '../db/schema.ts';
import { seesDocuments } from '../records/sight-store.ts';
import { findTemplate } from '../templates/template-store.ts';
import type { FormKey } from './form-store.ts';

const rowsAtOnce = 200;

/**
 * Who asked and confirmed, what became of it, and what they filled in by label; no cell is a formula anywhere. A document
 * that lies where the reader does not see it is left out with its answers.
 */
export async function* answerLines(db: Kysely<Schema>, key: FormKey, sight: Sight): AsyncGenerator<string> {
  const template = await findTemplate(db, key.accountId, key.templateId);
  const labels = [
    ...new Set((template?.fields ?? []).map(({ label }) => label).filter((label) => label !== '')),
  ];
  yield byteOrderMark + csvLine(['Asked', 'Confirmed', 'Name', 'Email', 'Document', 'Status', ...labels]);
  for (let skipped = 0; ; skipped += rowsAtOnce) {
    const rows = await entries(db, key, sight, skipped);
    const values = await valuesOf(
      db,
      key.accountId,
      rows.map(({ documentId }) => documentId!),
    );
    yield rows
      .map(({ askedAt, confirmedAt, name, email, documentId, status }) =>
        csvLine([
          ...[askedAt.toISOString(), confirmedAt!.toISOString(), name, email, documentId, status],
          ...labels.map((label) => values.get(`${documentId} ${label}`) ?? ''),
        ]),
      )
      .join('');
    if (rows.length < rowsAtOnce) return;
  }
}

function entries(db: Kysely<Schema>, key: FormKey, sight: Sight, skipped: number) {
  return db
    .selectFrom('form_entries as entry')
    .leftJoin('documents', (join) =>
      join
        .onRef('documents.account_id', '=', 'entry.account_id')
        .onRef('documents.id', '=', 'entry.document_id'),
    )
    .select(['entry.asked_at as askedAt', 'entry.confirmed_at as confirmedAt', 'entry.name', 'entry.email'])
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

/** The values that were filled in, by document and label. */
async function valuesOf(
  db: Kysely<Schema>,
  accountId: string,
  documents: string[],
): Promise<Map<string, string>> {
  if (documents.length === 0) return new Map();
  const rows = await db
    .selectFrom('field_values as filled')
    .innerJoin('fields', (join) =>
      join
        .onRef('fields.account_id', '=', 'filled.account_id')
        .onRef('fields.document_id', '=', 'filled.document_id')
        .onRef('fields.id', '=', 'filled.field_id'),
    )
    .select(['filled.document_id', 'fields.label', 'filled.value'])
    .where('filled.account_id', '=', accountId)
    .where('filled.document_id', 'in', documents)
    .execute();
  return new Map(rows.map((row) => [`${row.document_id} ${row.label}`, row.value]));
}
