import type { Kysely } from 'kysely';
import type { AnswerRow } from '#contract/documents/answers.ts';
import { publicStatus } from '#core/document/lifecycle.ts';
import { firstPlaces } from '#core/field/same-question.ts';
import { formatsBefore } from '#core/formats/formats.ts';
import type { Field } from '#core/field/field.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { listDocumentsById, type WholeDocument } from '../../records/document-store.ts';
import { readSignedValues, signedViews } from '../../records/entered-values.ts';
import type { SourceRow } from './sources.ts';

/** A row together with the fields of its document, which determine the columns. */
export type Answered = { row: AnswerRow; fields: readonly Field[] };

/** Loads the documents of these rows with the values that were signed in them. */
export async function loadAnswers(
  db: Kysely<Schema>,
  accountId: string,
  rows: readonly SourceRow[],
): Promise<Answered[]> {
  const ids = rows.flatMap(({ documentId }) => documentId ?? []);
  const documents = await listDocumentsById(db, accountId, ids);
  const byId = new Map(documents.map((whole) => [whole.document.id, whole]));
  const values = await readSignedValues(db, accountId, ids);
  return rows.map(({ documentId, people = [], title: _title, key: _key, bulkRow, formEntry }) => {
    const whole = documentId === null ? undefined : byId.get(documentId);
    const own = { ...(bulkRow && { bulkRow }), ...(formEntry && { formEntry: inUtc(formEntry) }) };
    if (!whole)
      return { row: { document: null, recipients: people.map(unsent), values: [], ...own }, fields: [] };
    const fields = firstPlaces(whole.fields);
    return { row: { ...partsOf(whole), values: signedViews(fields, values), ...own }, fields };
  });
}

function inUtc({ requestedAt, confirmedAt }: NonNullable<AnswerRow['formEntry']>) {
  const [requested, confirmed] = [requestedAt, confirmedAt].map((at) => new Date(at).toISOString());
  return { requestedAt: requested!, confirmedAt: confirmed! };
}

function unsent({ name, email }: { name: string; email: string }): AnswerRow['recipients'][number] {
  return { id: null, role: null, name, email, status: null, actedAt: null };
}

function partsOf({ document, recipients }: WholeDocument): Pick<AnswerRow, 'document' | 'recipients'> {
  const { id, title, status, sentAt, completedAt, formats, externalId = null, metadata = {} } = document;
  return {
    document: {
      id,
      title,
      status: publicStatus(status),
      sentAt: sentAt?.toISOString() ?? null,
      completedAt: completedAt?.toISOString() ?? null,
      timeZone: (formats ?? formatsBefore).timeZone,
      externalId,
      metadata,
    },
    recipients: recipients.map(({ id: recipientId, role, name, email, status: state, actedAt }) => ({
      id: recipientId,
      role,
      name,
      email,
      status: state,
      actedAt: actedAt?.toISOString() ?? null,
    })),
  };
}
