import { advance } from '#core/document/lifecycle.ts';
import { readAttachedFile } from '#core/field/attached-file.ts';
import { takesFile } from '#core/field/kinds.ts';
import { isPartialReader } from '#core/recipient/chosen-files.ts';
import { isRefusal } from '#core/refusal.ts';
import { inkSha256 } from '#pdf/image/ink.ts';
import { readKeptInk, unpackInk, type PackedInk } from '#pdf/image/packed-ink.ts';
import { sealPdf, type ToSeal } from '#pdf/sign/seal-pdf.ts';
import type { Sealer } from '#pdf/sign/sealer.ts';
import { verifyPdf } from '#pdf/verify/verify-pdf.ts';
import { serviceName } from '../../foundation/http/pages/service-name.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import { findSender } from '../../records/sender-store.ts';
import { issueLink } from '../../records/link-store.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import {
  findDocument,
  lockDocument,
  saveDocument,
  type WholeDocument,
} from '../../records/document-store.ts';
import { queueDigestNotice } from '../../records/notifications/notice-store.ts';
import { queueNews } from '../../messages/mail/mail-store.ts';
import { NoSuchFileError, WrongBytesError, type FileStore } from '../../ports/file-store.ts';
import { CERTIFICATE } from '#core/document/sealed-files.ts';
import {
  needsSeparateFiles,
  requestSeparateFiles,
  separateIdsOf,
} from '../../records/trail/separate-files.ts';
import type { SealingDeps } from './deps.ts';
import type { TimestampAuthorities } from '../../ports/timestamps.ts';
import type { PdfEngine } from '../../ports/pdf-engine.ts';
import type { Config } from '../../foundation/config/config.ts';
import { appendEvents } from '../../records/trail/append-event.ts';
import type { SealedBy } from '../certificate/certificate-facts.ts';
import { certificatePage } from '../certificate/certificate-page.ts';
import { disagreement, inkDisagrees } from './check-record.ts';
import { countersign } from './countersign.ts';
import { SealRejected } from './seal-rejected.ts';
import { wasSignedBefore } from '#core/document/file-note.ts';
import { evidenceFile, logProofFile } from '../certificate/evidence.ts';
import { firstAugmentation } from './augment-times.ts';
import { BrokenTrail, readSigningRecord, type SigningRecord } from '../record/signing-record.ts';
import { loadUploadedPictures } from '../record/uploaded-pictures.ts';
import { addedBoxes, stampFields, type Pictures } from '../certificate/stamp-fields.ts';

export type Sealing = Pick<SealingDeps, 'db' | 'files' | 'jobs' | 'pdf' | 'key' | 'clock' | 'timestamps'> &
  Partial<Pick<SealingDeps, 'log' | 'config'>>;

/**
 * Seals a document: composes the final file from the base file and the recorded facts, seals it, verifies it
 * as a third party would, and stores it. Only then is the document completed. Runs as a job and may run
 * twice; the second run finds the document completed and does nothing.
 */
export async function sealDocument(services: Sealing, accountId: string, documentId: string): Promise<void> {
  const whole = await findDocument(services.db, accountId, documentId);
  if (whole?.document.status !== 'sealing') return;
  try {
    const record = await readSigningRecord(services.db, whole);
    const wrong = disagreement(record);
    if (wrong) throw new BrokenTrail(wrong);
    await checkAttachments(services.files, record);
    const logProof = await logProofOf(services, record.chainHead);
    const { bytes, timestampedAt, record: own } = await makeSealedFile(services, record, logProof);
    const sealedSha256 = await services.files.put(bytes);
    const certificate = own && { sha256: await services.files.put(own), size: own.length };
    await inTransaction(services.db, (tx) =>
      complete(tx, services, {
        accountId,
        documentId,
        sha256: sealedSha256,
        size: bytes.length,
        timestampedAt,
        certificate,
      }),
    );
  } catch (error) {
    await recordSealProblem(services, whole, error, ({ status }) => status === 'sealing');
    throw error;
  }
}

/**
 * Returns the inclusion proof of the last event before the seal, or undefined if the log is behind or
 * stopped. Sealing does not wait for the log, because the same proof can be requested later.
 */
export async function logProofOf(
  { log }: Pick<Sealing, 'log'>,
  chainHead: string,
): Promise<string | undefined> {
  try {
    await log?.grow();
    return await log?.proofOf(chainHead);
  } catch {
    return undefined;
  }
}

/** `timestampedAt` (ms UTC) is the time that a timestamp authority confirmed, if any responded. */
type SealedFile = {
  bytes: Uint8Array;
  timestampedAt: number | undefined;
  /** The sealed signing record inside a countersigned file. */
  record?: Uint8Array;
};

type MadeWith = { key: Sealer; timestamps?: TimestampAuthorities | undefined };

/**
 * Returns the sealed bytes after verifying them.
 * @throws SealRejected, BrokenTrail with the reason why the file must not be stored
 */
export async function makeSealedFile(
  {
    files,
    pdf,
    key,
    clock,
    timestamps,
    config,
  }: Pick<Sealing, 'files' | 'pdf' | 'clock' | 'config'> & MadeWith,
  record: SigningRecord,
  logProof?: string,
): Promise<SealedFile> {
  const { document } = record;
  const base = await files.read(document.baseSha256);
  const pictures = await loadPictures(files, record);
  const uploads = await loadUploadedPictures(files, record);
  const otherInk = inkDisagrees(record, (sha256) => inkSha256(unpackInk(pictures.get(sha256)!)));
  if (otherInk) throw new BrokenTrail(otherInk);
  const isApart = separateIdsOf(document).includes(CERTIFICATE);
  const composition = {
    base,
    // Stamps refer to the certificate only if it is in the same file.
    stamps: stampFields(isApart ? { ...record, recipients: undefined } : record, pictures, uploads),
    appendix: isApart ? [] : [certificatePage(record, pictures, config && sealedBy(config, key))],
    attachments: [evidenceFile(record), ...(logProof === undefined ? [] : [logProofFile(logProof)])],
    info: { title: document.title },
  };
  const boxes = addedBoxes(record).map(({ box }) => box);
  const additions = { pages: document.pages, boxes };
  const added = await addOrWithoutReferences(pdf, { composition, additions }, document.accountId);
  if ('wrong' in added) throw new SealRejected(added.wrong.sentence);
  const reason = `Sealed after all recipients signed. Document ${document.id}. Trail ${record.chainHead}`;
  const toSeal = {
    pdf: base,
    revision: added.revision,
    key,
    at: clock(),
    name: serviceName(config),
    reason,
  };
  const sealed = await sealExamined(toSeal, timestamps);
  if (!wasSignedBefore(document)) return sealed;
  const uploaded = await files.read(document.originalSha256);
  const whole = await countersign({ pdf, timestamps }, { ...toSeal, uploaded, composition, record, sealed });
  return { ...whole, record: sealed.bytes };
}

/** References next to the stamps are optional. If one of them would cover text, the file has none. */
export async function addOrWithoutReferences(
  pdf: PdfEngine,
  { composition, additions }: Parameters<PdfEngine['add']>[0],
  accountId: string,
): ReturnType<PdfEngine['add']> {
  const added = await pdf.add({ composition, additions }, accountId);
  if (!('wrong' in added)) return added;
  const stamps = composition.stamps.map(({ reference: _, ...stamp }) => stamp);
  return pdf.add({ composition: { ...composition, stamps }, additions }, accountId);
}

export function sealedBy(
  { operatorName, operatorCountry, publicUrl }: Config,
  { chain: [leaf] }: Sealer,
): SealedBy {
  return {
    operator: operatorName,
    country: operatorCountry,
    verifyUrl: `${publicUrl}/verify`,
    ...(leaf && { fingerprint: sha256(leaf) }),
  };
}

/** An invalid timestamp is dropped and never prevents the seal. */
export async function sealExamined(
  toSeal: ToSeal,
  timestamps: TimestampAuthorities | undefined,
): Promise<SealedFile> {
  const stamper = timestamps && {
    tokenBytes: timestamps.maxTokenLength(),
    stamp: (bytes: Uint8Array) => timestamps.stamp(bytes, { hurry: true }),
  };
  const sealed = await sealPdf({ ...toSeal, ...(stamper && { timestamps: stamper }) });
  // The root is the last certificate of our own chain, because this checks the file and not whom we trust.
  const roots = { roots: toSeal.key.chain.slice(-1), timestampRoots: timestamps?.roots ?? [] };
  const { verdict, problems, timestamps: stamps } = await verifyPdf(sealed, roots);
  const timestampedAt = stamps.find(({ trusted }) => trusted)?.at;
  if (verdict === 'sealed-unchanged') return { bytes: sealed, timestampedAt };
  if (timestamps) return sealExamined(toSeal, undefined);
  throw new SealRejected(`${verdict}: ${problems.join(', ')}`);
}

/** The certificate lists attached files by hash, so each of them must be in the store. */
async function checkAttachments(files: FileStore, { fields, values }: SigningRecord): Promise<void> {
  for (const { id, type } of fields) {
    const file = takesFile(type) ? readAttachedFile(values.get(id) ?? '') : undefined;
    if (file && !(await files.has(file.sha256))) throw new SealRejected(`The file ${file.name} is missing.`);
  }
}

export async function loadPictures(files: FileStore, { signatures }: SigningRecord): Promise<Pictures> {
  const hashes = signatures.flatMap(({ imageSha256, initialsSha256 }) => [imageSha256, initialsSha256]);
  const pictures = new Map<string, PackedInk>();
  for (const sha256 of hashes)
    if (sha256 !== null && !pictures.has(sha256)) pictures.set(sha256, readKeptInk(await files.read(sha256)));
  return pictures;
}

/** Stores the reference to the sealed file, the events and all emails in one transaction (I-2). */
async function complete(
  tx: Tx,
  services: Sealing,
  sealed: {
    accountId: string;
    documentId: string;
    sha256: string;
    size: number;
    timestampedAt: number | undefined;
    certificate: { sha256: string; size: number } | undefined;
  },
): Promise<void> {
  const whole = await lockDocument(tx, sealed.accountId, sealed.documentId);
  const next = whole && advance(whole.document.status, 'complete');
  if (!whole || !next || isRefusal(next)) return; // another run was first
  const now = services.clock();
  const { chain } = services.key;
  const level = sealed.timestampedAt === undefined ? 'B-B' : 'B-T';
  await saveDocument(tx, whole.document, {
    status: next.status,
    sealed_sha256: sealed.sha256,
    sealed_size: sealed.size,
    seal_level: level,
    timestamped_at: sealed.timestampedAt === undefined ? null : new Date(sealed.timestampedAt),
    // Only files in our own format get later timestamps.
    augment_at: sealed.certificate ? null : firstAugmentation(now, level),
    ...(sealed.certificate && {
      certificate_sha256: sealed.certificate.sha256,
      certificate_size: sealed.certificate.size,
    }),
    seal_problem: null,
    completed_at: new Date(now),
    updated_at: new Date(now),
  });
  const system = { kind: 'system' as const, id: null };
  await appendEvents(tx, sealed, now, [
    {
      type: 'document_sealed',
      actor: system,
      data: { sealedSha256: sealed.sha256, bytes: sealed.size, certificates: chain.length, level },
    },
    { type: 'document_completed', actor: system },
  ]);
  const completed = { ...whole.document, status: next.status, sealedSha256: sealed.sha256 };
  if (needsSeparateFiles(completed)) await requestSeparateFiles(tx, services.jobs, completed);
  await notifyEveryone(tx, services, whole, now);
}

/**
 * Emails a personal link to the sealed copy to all recipients with a mailbox, including copy recipients. The
 * others use the link that the sender gave them.
 */
async function notifyEveryone(
  tx: Tx,
  { jobs }: Sealing,
  { document, recipients }: WholeDocument,
  now: number,
): Promise<void> {
  // Recipients who only get some of the files are emailed when those are sealed (seal-files.ts). Until then,
  // they have no file.
  const readers = recipients.filter((recipient) => !isPartialReader(recipient));
  for (const { id } of readers.filter(({ email }) => email !== '')) {
    await issueLink(tx, { accountId: document.accountId, documentId: document.id, recipientId: id }, now);
  }
  await queueNews(
    tx,
    jobs,
    {
      document,
      kind: 'completed',
      recipients: readers,
      sender: await findSender(tx, document),
    },
    now,
  );
}

/**
 * Shows the owner why sealing is delayed and notifies them once. The job continues to retry as configured in
 * jobs.ts.
 */
export async function recordSealProblem(
  { db, clock }: Sealing,
  { document }: WholeDocument,
  error: unknown,
  isAwaited: (document: WholeDocument['document']) => boolean,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const now = await lockDocument(tx, document.accountId, document.id);
    if (!now || !isAwaited(now.document)) return;
    await saveDocument(tx, now.document, { seal_problem: problemOf(error) });
    const key = { accountId: document.accountId, documentId: document.id };
    if (now.document.sealProblem === null) await queueDigestNotice(tx, key, 'seal-delayed', clock());
  });
}

/**
 * Only our own messages are shown. An unexpected error may contain paths of this server, so it is only
 * logged.
 */
function problemOf(error: unknown): string {
  if (error instanceof SealRejected || error instanceof BrokenTrail) return error.message.slice(0, 500);
  return error instanceof NoSuchFileError || error instanceof WrongBytesError
    ? 'A file of this document is missing or damaged on the server. The operator can restore it.'
    : 'Something unexpected happened. We retry automatically.';
}
