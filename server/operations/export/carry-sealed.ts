import { statedByEvidence } from '#core/document/stated-by-evidence.ts';
import type { SealedFile } from '#core/document/sealed-files.ts';
import type { StatedDocument } from '#core/document/stated-document.ts';
import { fileFacts, readFileFacts } from '#core/trail/file-facts.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import { mediaTypeOf, mediaTypes } from '../../records/draft-file.ts';
import { firstAugmentation } from '../../evidence/sealing/augment-times.ts';
import { recordJoined } from '../../records/stored-files/joined-files.ts';
import { appendEvents, type NewEvent } from '../../records/trail/append-event.ts';
import { recordSealedFiles, statedParts } from '../../records/trail/separate-files.ts';
import { evidenceIn, sealedRecordIn } from '../../records/trail/sealed-trails.ts';
import { bySystem, common, type ImportedRows, type ImportRun, type DocumentRow } from './carrying.ts';
import { sealOf } from './check-documents.ts';
import type { DocumentParts, Trail } from './document-parts.ts';
import { ImportRefused } from './import-refused.ts';
import { insertRows } from './insert-rows.ts';
import type { Archive } from './read-archive.ts';
import type { Fate } from './judge-document.ts';
import { bodyOf, submittedFiles, sealedRecipients, sealedSignatures, sealedValues } from './sealed-rows.ts';

type SealedFate = Extract<Fate, { as: 'sealed' }>;
type ElsewhereFate = Extract<Fate, { as: 'sealed-elsewhere' }>;

/**
 * Inserts a document with everything that its sealed evidence proves. The import is the next event in its
 * audit trail.
 */
export async function importSealedDocument({
  tx,
  carrying,
  archive,
  parts,
  row,
  fate,
}: ImportedRows<'sealed'>): Promise<void> {
  const key = { accountId: carrying.accountId, documentId: row.id };
  const { sealed = '', behind } = sealOf(parts.document);
  const { sizeOf } = archive;
  const whole = await archive.file(sealed);
  const evidence = await evidenceIn(whole);
  const stated = statedByEvidence(evidence, []);
  if (!stated) throw new ImportRefused(`The document ${row.id}: its evidence cannot be read.`);
  const trail = parts.trail.slice(0, (evidence as { events: unknown[] }).events.length);
  const document = {
    ...common(carrying, row),
    ...sealedColumns(carrying, row, fate, stated),
    created_at: trail[0]!.occurred_at.toISOString(),
    ...originalOf(trail, parts, sizeOf(row.original_sha256)),
    ...(row.sealed_sha256
      ? { sealed_sha256: sealed, sealed_size: sizeOf(sealed) }
      : { certificate_sha256: sealed, certificate_size: sizeOf(sealed) }),
    ...(fate.signedBefore.length > 0 && (await recordColumns(archive, whole))),
    sealed_files: fate.sealedFiles,
    ...(behind === undefined ? {} : { augmentation_sha256: behind, augmentation_size: sizeOf(behind) }),
  };
  const rows = {
    documents: [document],
    ...rowsOf(carrying, parts, { stated, trail, sealedAt: fate.sealedAt }),
  };
  for (const table of sealedTables) await insertRows(tx, table, rows[table], `The document ${row.id}`);
  const kept = (row.files ?? []).filter((file) =>
    [file.originalSha256, file.baseSha256].every((sha256) => archive.names.has(`files/${sha256}`)),
  );
  const originalSha256 = String(document.original_sha256);
  await recordJoined(tx, carrying.accountId, { originalSha256, files: kept }, carrying.now);
  if (fate.sealedFiles) {
    const { accountId, now } = carrying;
    await recordSealedFiles(tx, { accountId, sealedSha256: sealed }, fate.sealedFiles, now);
  }
  const erased = rows.recipients.filter(({ erased_at: at }) => at !== null);
  await appendEvents(tx, key, carrying.now, [
    importedSeal(fate, { sealed, bytes: sizeOf(sealed), behind, parts: fate.sealedFiles }),
    ...erased.map(({ id }): NewEvent => ({ ...bySystem, type: 'person_erased', data: { recipientId: id } })),
  ]);
}

/** Inserts only the sealed file, because the archive proves nothing else about it on this server. */
export async function importForeignSeals({
  tx,
  carrying,
  archive,
  row,
  fate,
}: ImportedRows<'sealed-elsewhere'>): Promise<void> {
  const sealed = row.sealed_sha256 ?? '';
  const size = archive.sizeOf(sealed);
  const document = { ...common(carrying, row), ...elsewhereColumns(row, fate, size) };
  await insertRows(tx, 'documents', [document], `The document ${row.id}`);
  const key = { accountId: carrying.accountId, documentId: row.id };
  await appendEvents(tx, key, carrying.now, [importedSeal(fate, { sealed, bytes: size })]);
}

/** In this order, each row is inserted after those it refers to. */
const sealedTables = [
  ...(['documents', 'recipients', 'fields', 'field_values', 'attachments'] as const),
  ...(['events', 'event_values', 'signatures'] as const),
];

type Proven = { stated: StatedDocument; trail: Trail; sealedAt: number };

function rowsOf(carrying: ImportRun, parts: DocumentParts, { stated, trail, sealedAt }: Proven) {
  const own = { account_id: carrying.accountId, document_id: parts.id };
  const values = parts.event_values.filter(({ seq }) => Number(seq) <= trail.length);
  return {
    recipients: sealedRecipients(carrying, parts, stated).map((one) => ({ ...own, ...one })),
    fields: parts.fields.map((one) => ({ ...one, ...own })),
    field_values: sealedValues(parts, stated, sealedAt).map((one) => ({ ...own, ...one })),
    attachments: submittedFiles(parts, sealedAt).map((one) => ({ ...own, ...one })),
    events: trail.map((event) => ({ ...own, ...event, prev_hash: bodyOf(event.body).prev })),
    event_values: values.map(({ seq, name, value, salt }) => ({ ...own, seq, name, value, salt })),
    signatures: sealedSignatures(parts, values).map((one) => ({ ...one, ...own })),
  };
}

/** A countersigned file contains the sealed signing record, which is also stored as a separate file. */
async function recordColumns({ names }: Archive, whole: Uint8Array) {
  const record = await sealedRecordIn(whole);
  const certificate_sha256 = sha256(record);
  const isKept = names.has(`files/${certificate_sha256}`);
  return isKept ? { certificate_sha256, certificate_size: record.length } : {};
}

/**
 * Returns the columns of a document of which only the file is known, as it would be to anyone who verifies
 * it.
 */
function elsewhereColumns(row: DocumentRow, { rootSha256 }: ElsewhereFate, size: number) {
  const sealed = row.sealed_sha256!;
  return {
    status: 'completed',
    sealed_elsewhere: rootSha256,
    file_name: row.file_name,
    pages: row.pages,
    media_type: mediaTypes.pdf,
    file_notes: [],
    form_fields: null,
    subject: '',
    message: '',
    original_sha256: sealed,
    original_size: size,
    base_sha256: sealed,
    base_size: size,
    sealed_sha256: sealed,
    sealed_size: size,
  };
}

function sealedColumns({ now }: ImportRun, row: DocumentRow, fate: SealedFate, { document }: StatedDocument) {
  const isCompleted = document['status'] === 'completed';
  const { timestampedAt, level, sealedAt, signedBefore } = fate;
  const wasSigned = signedBefore.length > 0;
  return {
    title: row.title,
    status: row.status,
    file_name: row.file_name,
    pages: row.pages,
    base_sha256: row.base_sha256,
    base_size: row.base_size,
    files: row.files ?? null,
    file_notes: wasSigned ? [{ code: 'signed-before', pages: [], words: signedBefore }] : [],
    form_fields: null,
    sent_at: document['sentAt'] ?? null,
    test: row.test,
    ...(isCompleted && {
      completed_at: new Date(sealedAt).toISOString(),
      seal_level: level,
      timestamped_at: timestampedAt === null ? null : new Date(timestampedAt).toISOString(),
      augment_at: wasSigned ? null : firstAugmentation(now, level).toISOString(),
    }),
  };
}

/** Returns the uploaded file, according to the last event that added one. */
function originalOf(trail: Trail, { event_values: values }: DocumentParts, size: number) {
  const named = trail
    .map(({ seq, body }) => {
      const value = values.find((one) => Number(one.seq) === seq && one['name'] === fileFacts)?.['value'];
      const personal: Record<string, string> = typeof value === 'string' ? { [fileFacts]: value } : {};
      return readFileFacts({ data: bodyOf(body).data, personal });
    })
    .findLast(({ originalSha256 }) => typeof originalSha256 === 'string');
  return {
    original_sha256: named?.['originalSha256'],
    original_size: size,
    media_type: mediaTypeOf(named?.['kind']),
  };
}

type ImportedFiles = {
  sealed: string;
  bytes: number;
  behind?: string | undefined;
  parts?: readonly SealedFile[] | null;
};

/**
 * Returns an event with the hashes of the files, as sealing events have, so that no other file can be served
 * instead.
 */
function importedSeal(
  { as, rootSha256, sealedAt }: SealedFate | ElsewhereFate,
  { sealed, bytes, behind, parts }: ImportedFiles,
): NewEvent {
  return {
    ...bySystem,
    type: 'document_imported',
    data: {
      as,
      sealedSha256: sealed,
      bytes,
      rootSha256,
      ...(as === 'sealed' && { sealedAt: new Date(sealedAt).toISOString() }),
      ...(behind !== undefined && { revisionSha256: behind }),
      ...(parts && { files: statedParts(parts) }),
    },
  };
}
