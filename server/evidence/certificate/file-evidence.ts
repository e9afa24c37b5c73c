import { fieldsOfFile, fileCommitment, numberedFiles, saltText } from '#core/document/sealed-files.ts';
import type { DocumentFile } from '#core/document/files.ts';
import { isOfSender } from '#core/field/kinds.ts';
import { canonicalJson } from '#core/trail/canonical.ts';
import type { EventType } from '#core/trail/event.ts';
import type { Attachment } from '#pdf/stamp/composition.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import type { RecordedEvent } from '../../records/trail/trail-store.ts';
import type { SigningRecord } from '../record/signing-record.ts';
import { agreementInForce } from './evidence.ts';

/** The record of a document, and the file that is sealed as a separate PDF. */
export type OfFile = {
  record: SigningRecord;
  file: DocumentFile;
  /** Pages of this file, which come first in its PDF. */
  base: { sha256: string; bytes: number };
  /** SHA-256 of the sealed file of the whole document. */
  wholeSha256: string;
};

/**
 * Personal values that say who sent and signed the document and how they were identified. A separate file
 * contains no other values, because they may belong to another file.
 */
const named: Partial<Record<EventType, readonly string[]>> = {
  document_sent: ['actor', 'actorEmail'],
  recipient_delegated: ['actor', 'actorEmail'],
  link_handed_out: ['actor', 'actorEmail'],
  ceremony_hosted: ['actor', 'actorEmail'],
  ceremony_embedded: ['actor', 'actorEmail'],
  document_signed: ['actor', 'actorEmail', 'signature', 'initials'],
  document_approved: ['actor', 'actorEmail', 'signature', 'initials'],
};

/** Returns the events with only those personal values that concern all files or this one. */
export function eventsForFile({ record, file }: Pick<OfFile, 'record' | 'file'>): RecordedEvent[] {
  const own = fieldsOfFile(record.fields, record.document.files ?? [], file.id);
  const ofFields = new Set(own.flatMap(({ id }) => [`field:${id}`, `printed:${id}`]));
  return record.events.map((event) => ({
    ...event,
    personal: Object.fromEntries(
      Object.entries(event.personal).filter(
        ([name]) => ofFields.has(name) || named[event.type]?.includes(name),
      ),
    ),
  }));
}

/**
 * Returns the hash of the joined file if signing events contain it unsalted, as those before 2026-11-28 do.
 * With this hash, anyone who has one file could confirm a guess about the others.
 */
export function signedOpenly({ document, events }: SigningRecord): string | undefined {
  const isOpen = events.some(({ type, event }) => type === 'document_sent' && 'baseSha256' in event.data);
  return isOpen ? document.baseSha256 : undefined;
}

/** Returns the file's position in the document and the commitments to all files. */
export function placeOfFile({ record, file }: Pick<OfFile, 'record' | 'file'>) {
  const { id, files } = record.document;
  const agreement = agreementInForce(record);
  if (!agreement) throw new Error(`The agreement of document ${id} is missing`);
  const all = numberedFiles(id, files ?? []).map((one) => ({
    ...one,
    salt: sha256(saltText(agreement.salt, one.number)),
  }));
  const own = all.find((one) => one.file.id === file.id);
  if (!own) throw new Error(`Document ${id} has no file ${file.id}`);
  const commitments = all.map(({ salt, ...one }) => sha256(fileCommitment(one, salt)));
  return { ...own, agreementSha256: agreement.sha256, files: commitments };
}

/**
 * Returns the evidence inside a file that is sealed as a separate PDF (docs/evidence.md, Separate files): the
 * whole chain of events, but only the values of this file.
 */
export function fileEvidence({ record, file, base, wholeSha256 }: OfFile): Attachment {
  const { document } = record;
  const { number, salt, file: agreed, files, agreementSha256 } = placeOfFile({ record, file });
  const signedSha256 = signedOpenly(record);
  const evidence = {
    format: 'countersign-file',
    ...(signedSha256 === undefined ? { version: 2 } : { version: 1, signedSha256 }),
    ...{ documentId: document.id, test: document.test, number, salt, file: agreed, files },
    ...{ base, agreementSha256, wholeSha256 },
    fields: fieldsOfFile(record.fields, document.files ?? [], file.id).map((field) => {
      const { id, type, page, x, y, width, height, recipientId, label, properties } = field;
      // Conditions and formulas may contain names and values of fields in other files.
      const text = isOfSender(type) ? (properties?.value ?? null) : null;
      const printed = record.printed.get(id) ?? null;
      const box = { id, type, page, x, y, width, height, recipientId, label };
      return { ...box, value: record.values.get(id) ?? null, printed, text };
    }),
    chainHead: record.chainHead,
    events: eventsForFile({ record, file }).map(({ body, hash, personal, salts }) => ({
      body,
      hash,
      values: Object.entries(personal).map(([name, value]) => ({ name, value, salt: salts[name] ?? '' })),
    })),
  };
  return {
    name: 'file-evidence.json',
    mediaType: 'application/json',
    description: 'Evidence of this file: its place in the document, the events, and the values of this file',
    bytes: Buffer.from(canonicalJson(evidence)),
    relationship: 'Data',
  };
}
