import { codesOf } from '#core/document/file-note.ts';
import { nameProblem } from '#core/person/name.ts';
import { checkDelivery } from '#core/recipient/delivery.ts';
import { spellingOf } from '#core/recipient/mail-address.ts';
import { isRefusal } from '#core/refusal.ts';
import { placeFields } from '../../documents/draft/place-fields.ts';
import { factsOfFile, fileColumns } from '../../records/draft-file.ts';
import { recordJoined } from '../../records/stored-files/joined-files.ts';
import { appendEvents, type NewEvent } from '../../records/trail/append-event.ts';
import { bySystem, common, type ImportedRows, type ImportRun, type DocumentRow } from './carrying.ts';
import type { DocumentParts } from './document-parts.ts';
import { drop } from './not-imported.ts';
import { insertRows } from './insert-rows.ts';
import type { Fate } from './judge-document.ts';
import { readRow } from './row-shapes.ts';

type DraftFate = Extract<Fate, { as: 'draft' }>;

/** Inserts a draft without any recipients' actions. Its audit trail starts with the import. */
export async function importDraft({ tx, carrying, parts, row, fate }: ImportedRows<'draft'>): Promise<void> {
  const what = `The document ${row.id}`;
  const key = { accountId: carrying.accountId, documentId: row.id };
  const own = { account_id: key.accountId, document_id: row.id };
  const { fields, recipients } = draftParts(carrying, parts, fate);
  await insertRows(tx, 'documents', [{ ...common(carrying, row), ...draftColumns(row, fate) }], what);
  await insertRows(
    tx,
    'recipients',
    recipients.map((one) => ({ ...own, ...one })),
    what,
  );
  await insertRows(
    tx,
    'fields',
    fields.map((one) => ({ ...own, ...one })),
    what,
  );
  await recordJoined(tx, carrying.accountId, fate.prepared.file, carrying.now);
  await appendEvents(tx, key, carrying.now, [importedDraft(row, fate)]);
}

function draftColumns(row: DocumentRow, { prepared: { file }, answered }: DraftFate) {
  const notes = [
    ...(row.status === 'draft' ? [] : [{ code: 'imported-as-draft' as const, pages: [], words: [] }]),
    ...(answered.length === 0
      ? []
      : [{ code: 'answers-not-imported' as const, pages: [], words: [...answered] }]),
  ];
  return {
    ...fileColumns({ ...file, notes: [...notes, ...file.notes] }),
    status: 'draft',
    form_fields: null,
  };
}

function draftParts({ now, dropped }: ImportRun, parts: DocumentParts, { prepared }: DraftFate) {
  const recipients = parts.recipients
    .map((row) => readRow('recipients', row))
    .filter(isReachable)
    .map((row) => ({
      id: row.id,
      position: row.position,
      turn: row.turn,
      role: row.role,
      email: spellingOf(row.email),
      name: nameProblem(row.name) ? '' : row.name,
      language: row.language ?? null,
      message: row.message,
      mail_code: row.mail_code,
      passkey: row.passkey,
      send_email: row.send_email,
      phone: row.phone,
      only_files: row.role === 'cc' ? (row.only_files ?? null) : null,
      status: 'waiting',
      // The archive contains no codes, so the sender must set a new one before sending.
      access_code_required: row.access_code_required || row.has_access_code === true,
    }));
  const given = parts.recipients.map((row) => readRow('recipients', row));
  drop(dropped, 'recipients', given.length - recipients.length);
  drop(dropped, 'names', given.filter(({ name }) => nameProblem(name)).length);
  drop(dropped, 'codes', given.filter((row) => row.has_access_code === true).length);
  const document = { pages: [...prepared.file.pages] };
  const known = new Set(recipients.map(({ id }) => id));
  const fields = parts.fields
    .map((row) => readRow('fields', row))
    .sort((one, other) => one.position - other.position)
    .flatMap(({ recipient_id: recipientId, ...field }) => {
      const owner = recipientId !== null && known.has(recipientId) ? recipientId : null;
      // A field that does not fit on the newly prepared page is dropped.
      const placed = placeFields({ document, recipients }, [{ ...field, recipientId: owner }], now);
      return isRefusal(placed) ? [] : placed;
    })
    .map(({ recipientId, ...field }, position) => ({ ...field, recipient_id: recipientId, position }));
  drop(dropped, 'fields', parts.fields.length - fields.length);
  return { recipients, fields };
}

/**
 * Returns true if the recipient can be reached: by email, or with a name and a link that the sender delivers.
 */
function isReachable({ email, name, role, ...row }: ReturnType<typeof readRow<'recipients'>>): boolean {
  const [sendEmail, mailCode] = [row.send_email, row.mail_code];
  if (email === '' && nameProblem(name)) return false;
  return checkDelivery({ email: spellingOf(email), name, role, sendEmail, mailCode }) === undefined;
}

function importedDraft({ status }: DocumentRow, { prepared: { file, changes } }: DraftFate): NewEvent {
  const facts = { ...factsOfFile(file), changes: changes.join(' '), found: codesOf(file.notes, changes) };
  return {
    ...bySystem,
    type: 'document_imported',
    data: { as: 'draft', was: status },
    file: facts,
    personal: { fileName: file.fileName },
  };
}
