import { withFirstPages, type DocumentFile } from '#core/document/files.ts';
import { fieldsOfFile, type SealedFile } from '#core/document/sealed-files.ts';
import { isPartialReader } from '#core/recipient/chosen-files.ts';
import { serviceName } from '../../foundation/http/pages/service-name.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import {
  findDocument,
  lockDocument,
  saveDocument,
  type WholeDocument,
} from '../../records/document-store.ts';
import {
  needsSeparateFiles,
  recordSealedFiles,
  separateIdsOf,
  statedParts,
} from '../../records/trail/separate-files.ts';
import { appendEvents } from '../../records/trail/append-event.ts';
import { sealedTrailIn } from '../../records/trail/sealed-trails.ts';
import type { Addition } from '../../ports/pdf-engine.ts';
import { issueLink } from '../../records/link-store.ts';
import { queueNews } from '../../messages/mail/mail-store.ts';
import { certificatePage } from '../certificate/certificate-page.ts';
import { languageOf } from '../certificate/certificate-texts.ts';
import { evidenceFile, logProofFile } from '../certificate/evidence.ts';
import { fileCertificate } from '../certificate/file-certificate.ts';
import { fileEvidence, type OfFile } from '../certificate/file-evidence.ts';
import { addedBoxes, stampFields, type Pictures, type Printed } from '../certificate/stamp-fields.ts';
import { BrokenTrail, readSigningRecord, type SigningRecord } from '../record/signing-record.ts';
import { loadUploadedPictures, type UploadedPictures } from '../record/uploaded-pictures.ts';
import { disagreement } from './check-record.ts';
import {
  addOrWithoutReferences,
  loadPictures,
  logProofOf,
  recordSealProblem,
  sealedBy,
  sealExamined,
  type Sealing,
} from './seal-document.ts';
import { emptyFile } from './seal-ending.ts';
import { SealRejected } from './seal-rejected.ts';

/**
 * Seals each file of a completed document, and its certificate, as separate PDFs if the sender requested it.
 * The sealed file of the whole document is unaffected, even if this fails. Runs as a job and may run twice;
 * the second run finds the files and does nothing.
 */
export async function sealFiles(services: Sealing, accountId: string, documentId: string): Promise<void> {
  const whole = await findDocument(services.db, accountId, documentId);
  if (!whole || !needsSeparateFiles(whole.document)) return;
  try {
    const sealed = await makeFiles(services, whole);
    await inTransaction(services.db, (tx) => saveFiles(tx, services, whole, sealed));
  } catch (error) {
    await recordSealProblem(services, whole, error, needsSeparateFiles);
    throw error;
  }
}

async function makeFiles(services: Sealing, whole: WholeDocument): Promise<SealedFile[]> {
  const record = await recordAtSeal(services, whole);
  const pictures = await loadPictures(services.files, record);
  const uploads = await loadUploadedPictures(services.files, record);
  const logProof = await logProofOf(services, record.chainHead);
  const sealed: SealedFile[] = [];
  for (const id of separateIdsOf(whole.document)) {
    const file = record.document.files?.find((one) => one.id === id);
    const bytes = file
      ? await sealFile(services, { record, file, pictures, uploads, logProof })
      : await sealCertificate(services, { record, pictures, logProof });
    sealed.push({ id, sha256: await services.files.put(bytes), size: bytes.length });
  }
  return sealed;
}

/**
 * The record ends with the seal of the whole document, so that all its files contain the same end of the
 * trail.
 */
async function recordAtSeal(
  { db, files }: Pick<Sealing, 'db' | 'files'>,
  whole: WholeDocument,
): Promise<SigningRecord> {
  const record = await readSigningRecord(db, whole);
  const trail = await sealedTrailIn(await files.read(whole.document.sealedSha256!));
  const events = record.events.slice(0, trail?.events ?? 0);
  if (!trail || events.at(-1)?.hash !== trail.chainHead)
    throw new BrokenTrail('The sealed file differs from the trail.');
  const atSeal = { ...record, events, chainHead: trail.chainHead };
  const wrong = disagreement(atSeal);
  if (wrong) throw new BrokenTrail(wrong);
  return atSeal;
}

type OneFile = Pick<OfFile, 'record' | 'file'> & {
  pictures: Pictures;
  uploads: UploadedPictures;
  logProof: string | undefined;
};

/** Returns the sealed bytes of one file after verifying them. */
async function sealFile(
  services: Sealing,
  { record, file, pictures, uploads, logProof }: OneFile,
): Promise<Uint8Array> {
  const { key, config } = services;
  const { document } = record;
  const printed = printedOn(record, file);
  const base = await baseOf(services, document, file, printed.document.pages);
  const wholeSha256 = document.sealedSha256!;
  const given: OfFile = { record, file, base: { sha256: sha256(base), bytes: base.length }, wholeSha256 };
  const composition = {
    base,
    stamps: stampFields(printed, pictures, uploads),
    appendix: [fileCertificate(given, pictures, config && sealedBy(config, key))],
    attachments: [fileEvidence(given), ...(logProof === undefined ? [] : [logProofFile(logProof)])],
    info: { title: file.title },
  };
  const additions = { pages: printed.document.pages, boxes: addedBoxes(printed).map(({ box }) => box) };
  return sealComposed(services, record, { composition, additions });
}

/** Returns the sealed bytes of the certificate, which has no pages of the document, after verifying them. */
async function sealCertificate(
  services: Sealing,
  { record, pictures, logProof }: Omit<OneFile, 'file' | 'uploads'>,
): Promise<Uint8Array> {
  const { key, config } = services;
  const { document } = record;
  const by = config && sealedBy(config, key);
  const evidence = { ...evidenceFile(record), name: 'certificate-evidence.json' };
  const composition = {
    base: emptyFile(languageOf(record)),
    stamps: [],
    appendix: [certificatePage(record, pictures, by, document.sealedSha256)],
    attachments: [evidence, ...(logProof === undefined ? [] : [logProofFile(logProof)])],
    info: { title: document.title },
  };
  return sealComposed(services, record, { composition, additions: { pages: [], boxes: [] } });
}

/** @throws SealRejected */
async function sealComposed(
  { pdf, key, clock, timestamps, config }: Sealing,
  { document, chainHead }: SigningRecord,
  { composition, additions }: Addition,
): Promise<Uint8Array> {
  const added = await addOrWithoutReferences(pdf, { composition, additions }, document.accountId);
  if ('wrong' in added) throw new SealRejected(added.wrong.sentence);
  const at = clock();
  const reason = `Sealed after all recipients signed. One file of document ${document.id}. Trail ${chainHead}`;
  const name = serviceName(config);
  const toSeal = { pdf: composition.base, revision: added.revision, key, at, name, reason };
  const { bytes } = await sealExamined(toSeal, timestamps);
  const roots = { roots: key.chain.slice(-1), timestampRoots: timestamps?.roots ?? [] };
  const report = await pdf.judge({ pdf: bytes, ...roots, now: at }, document.accountId);
  const findings = report?.checks.flatMap((check) => check.findings.map(({ code }) => code)) ?? [];
  if (report?.verdict !== 'genuine')
    throw new SealRejected(`A separate file was not verified: ${report?.verdict}, ${findings.join(', ')}`);
  return bytes;
}

/** Returns the pages, fields and values of one file. */
function printedOn({ document, ...record }: SigningRecord, { id }: DocumentFile): Printed {
  const files = document.files ?? [];
  const { firstPage = 1, pages = 0 } = withFirstPages(files).find((file) => file.id === id) ?? {};
  const own = document.pages.slice(firstPage - 1, firstPage - 1 + pages);
  return {
    ...record,
    document: { id: document.id, pages: own, formats: document.formats ?? null },
    fields: fieldsOfFile(record.fields, files, id),
  };
}

/** Returns the base file. For a test document, the pages are marked as they were when people signed. */
async function baseOf(
  { files, pdf }: Pick<Sealing, 'files' | 'pdf'>,
  { accountId, test }: SigningRecord['document'],
  { baseSha256 }: DocumentFile,
  pages: Printed['document']['pages'],
): Promise<Uint8Array> {
  const base = await files.read(baseSha256);
  if (!test) return base;
  const marked = await pdf.markAsTest({ pdf: base, pages }, accountId);
  if ('refused' in marked) throw new SealRejected(`A test file was not marked: ${marked.refused}`);
  return marked;
}

async function saveFiles(
  tx: Tx,
  { clock, jobs }: Pick<Sealing, 'clock' | 'jobs'>,
  { document: { accountId, id } }: WholeDocument,
  sealed: readonly SealedFile[],
): Promise<void> {
  const whole = await lockDocument(tx, accountId, id);
  if (!whole || !needsSeparateFiles(whole.document)) return; // another run was first
  const now = clock();
  await saveDocument(tx, whole.document, { sealed_files: sealed, seal_problem: null });
  await recordSealedFiles(tx, whole.document, sealed, now);
  await appendEvents(tx, { accountId, documentId: id }, now, [
    {
      type: 'files_sealed',
      actor: { kind: 'system', id: null },
      data: { files: statedParts(sealed) },
    },
  ]);
  await notifyPartialReaders(tx, jobs, whole, now);
}

/** Emails recipients who get only some files, except those already emailed about the completion. */
async function notifyPartialReaders(
  tx: Tx,
  jobs: Sealing['jobs'],
  { document, recipients }: WholeDocument,
  now: number,
): Promise<void> {
  const { accountId, id: documentId } = document;
  const mails = await tx
    .selectFrom('mails')
    .select('to_address')
    .where('account_id', '=', accountId)
    .where('document_id', '=', documentId)
    .where('kind', '=', 'completed')
    .execute();
  const notified = new Set(mails.map(({ to_address: address }) => address.toLowerCase()));
  const readers = recipients.filter(
    (one) => isPartialReader(one) && one.email !== '' && !notified.has(one.email.toLowerCase()),
  );
  for (const { id } of readers) await issueLink(tx, { accountId, documentId, recipientId: id }, now);
  await queueNews(tx, jobs, { document, kind: 'completed', recipients: readers, sender: null }, now);
}
