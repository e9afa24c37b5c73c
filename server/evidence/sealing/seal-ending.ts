import type { Kysely } from 'kysely';
import { inkSha256 } from '#pdf/image/ink.ts';
import { unpackInk } from '#pdf/image/packed-ink.ts';
import { dict, name, ref, textString } from '#pdf/objects/objects.ts';
import { writePdfFile } from '#pdf/objects/write-file.ts';
import { serviceName } from '../../foundation/http/pages/service-name.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { findIncludingBin, lockEvenInBin, type WholeDocument } from '../../records/document-store.ts';
import { certificatePage } from '../certificate/certificate-page.ts';
import { languageOf } from '../certificate/certificate-texts.ts';
import { inkDisagrees, findRecordMismatch } from './check-record.ts';
import { endingOfStatus, evidenceFile, logProofFile } from '../certificate/evidence.ts';
import { loadPictures, logProofOf, sealedBy, sealExamined, type Sealing } from './seal-document.ts';
import { SealRejected } from './seal-rejected.ts';
import { BrokenTrail, readSigningRecord, type SigningRecord } from '../record/signing-record.ts';

/**
 * Makes the sealed record of a document that was declined, voided or expired. The record is a separate file
 * without the document's pages, so that no one mistakes it for the document. Runs as a job after the document
 * has ended, and its failure does not affect the ending. May run twice; the second run finds the record and
 * does nothing.
 */
export async function sealEnding(services: Sealing, accountId: string, documentId: string): Promise<void> {
  const whole = await findIncludingBin(services.db, accountId, documentId);
  // If the document was permanently deleted before this job ran, all its files are released, including this
  // one.
  if (
    !whole ||
    !endingOfStatus(whole.document) ||
    whole.document.certificate ||
    whole.document.filesKept === false
  )
    return;
  const record = await readSigningRecord(services.db, whole);
  const wrong = findRecordMismatch(record);
  if (wrong) throw new BrokenTrail(wrong);
  const bytes = await createEndedRecord(services, record);
  const sha256 = await services.files.put(bytes);
  await inTransaction(services.db, async (tx) => {
    if (!(await lockEvenInBin(tx, accountId, documentId))) return;
    await tx
      .updateTable('documents')
      .set({ certificate_sha256: sha256, certificate_size: bytes.length })
      .where('account_id', '=', accountId)
      .where('id', '=', documentId)
      // Updates the row only if the document was not reopened in the meantime.
      .where('status', '=', whole.document.status)
      .where('updated_at', '=', whole.document.updatedAt)
      .where('certificate_sha256', 'is', null)
      .where('files_kept', '=', true)
      .execute();
  });
}

/** Returns true if the record can never be made, because the rows contradict the recorded events. */
export async function isBeyondRecord(db: Kysely<Schema>, whole: WholeDocument): Promise<boolean> {
  try {
    return findRecordMismatch(await readSigningRecord(db, whole)) !== undefined;
  } catch (error) {
    if (error instanceof BrokenTrail) return true;
    throw error;
  }
}

async function createEndedRecord(services: Sealing, record: SigningRecord): Promise<Uint8Array> {
  const { pdf, key, clock, files, config, timestamps } = services;
  const { document } = record;
  const pictures = await loadPictures(files, record);
  const otherInk = inkDisagrees(record, (sha256) => inkSha256(unpackInk(pictures.get(sha256)!)));
  if (otherInk) throw new BrokenTrail(otherInk);
  const logProof = await logProofOf(services, record.chainHead);
  const base = emptyFile(languageOf(record));
  const composition = {
    base,
    stamps: [],
    info: { title: document.title },
    appendix: [certificatePage(record, pictures, config && sealedBy(config, key))],
    attachments: [evidenceFile(record), ...(logProof === undefined ? [] : [logProofFile(logProof)])],
  };
  const added = await pdf.add({ composition, additions: { pages: [], boxes: [] } }, document.accountId);
  if ('wrong' in added) throw new SealRejected(added.wrong.sentence);
  const reason = `Record of a document that was not completed. Document ${document.id}. Trail ${record.chainHead}`;
  const sealer = serviceName(config);
  const toSeal = { pdf: base, revision: added.revision, key, at: clock(), name: sealer, reason };
  return (await sealExamined(toSeal, timestamps)).bytes;
}

/** Returns a tagged PDF without pages, to which all pages are appended. */
export function emptyFile(language: string): Uint8Array {
  const objects = new Map([
    [
      1,
      dict({
        Type: name('Catalog'),
        Pages: ref(2),
        Lang: textString(language),
        MarkInfo: dict({ Marked: true }),
        StructTreeRoot: ref(3),
      }),
    ],
    [2, dict({ Type: name('Pages'), Count: 0, Kids: [] })],
    [3, dict({ Type: name('StructTreeRoot'), K: [ref(4)], ParentTree: dict({ Nums: [] }) })],
    [4, dict({ Type: name('StructElem'), S: name('Document'), P: ref(3), K: [] })],
  ]);
  return writePdfFile(objects, dict({ Root: ref(1) }));
}
