import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import { archiveNames, safeStem } from '#core/document/archive-names.ts';
import { wasSignedBefore } from '#core/document/file-note.ts';
import { CERTIFICATE, separateIds, type SealedFile } from '#core/document/sealed-files.ts';
import type { ChosenFiles } from '#core/recipient/chosen-files.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { sha256 as hashOf } from '../../foundation/crypto/sha256.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { sendsUploadedBytes } from '../../foundation/http/security-headers.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { StoredDocument } from '../document.ts';
import { otherSeal, refuseOtherSeal } from './stated-seals.ts';
import { packZip } from '../stored-files/pack-zip.ts';
import { pdfName } from '../stored-files/send-file.ts';

type Deps = { db: Kysely<Schema>; jobs: JobQueue };
type Log = Parameters<typeof refuseOtherSeal>[3];

/** Returns the ids of the files that are sealed separately, including the certificate if it is. */
export const separateIdsOf = (document: StoredDocument): string[] =>
  separateIds({ ...document, signedBefore: wasSignedBefore(document) });

/** SQL: true for a completed document whose separate PDFs were requested and do not exist yet. */
export function needsSeparateFiles(document: StoredDocument): boolean {
  const { status, sealedFiles, sealedSha256, sealedElsewhere } = document;
  const isSealedHere = status === 'completed' && sealedSha256 !== null && !sealedElsewhere;
  return isSealedHere && !sealedFiles && separateIdsOf(document).length > 0;
}

/** Queues a job that seals the separate files, unless one is already queued. */
export async function requestSeparateFiles(
  tx: Tx,
  jobs: Pick<JobQueue, 'enqueue'>,
  { accountId, id: documentId }: Pick<StoredDocument, 'accountId' | 'id'>,
): Promise<void> {
  await jobs.enqueue(tx, 'seal-files', { accountId, documentId }, { singletonKey: documentId });
}

/** Keeps the stored files as long as the sealed file of the document, and counts them toward storage. */
export async function recordSealedFiles(
  tx: Tx,
  { accountId, sealedSha256 }: Pick<StoredDocument, 'accountId' | 'sealedSha256'>,
  sealed: readonly SealedFile[],
  now: number,
): Promise<void> {
  const key = { account_id: accountId, joined_sha256: sealedSha256!, joined_at: new Date(now) };
  await tx
    .insertInto('joined_files')
    .values(sealed.map(({ sha256, size }) => ({ ...key, sha256, size })))
    .onConflict((conflict) => conflict.columns(['account_id', 'joined_sha256', 'sha256']).doNothing())
    .execute();
}

type NamedFile = { sha256: string; name: string };

/** Returns a separately sealed file for download, unless the trail contradicts the database row. */
export async function findSealedFile(
  deps: Deps,
  document: StoredDocument,
  id: string,
  log: Log,
): Promise<NamedFile | Refusal> {
  const all = await sealedFilesOf(deps, document, log);
  return isRefusal(all) ? all : (all.find((file) => file.id === id) ?? noSuchFile);
}

/**
 * Sends a ZIP file with the sealed file of a document and its separate files, or only those that the
 * recipient gets.
 */
export async function sendSealedFiles(
  reply: FastifyReply,
  { files, clock, ...deps }: Deps & { files: FileStore; clock: Clock },
  document: StoredDocument,
  log: Log,
  only: ChosenFiles = null,
): Promise<FastifyReply | Refusal> {
  const refused = await refuseOtherSeal(deps.db, document.accountId, [document], log);
  if (refused) return refused;
  const all = await sealedFilesOf(deps, document, log);
  if (isRefusal(all)) return all;
  const { title, sealedSha256, augmentation } = document;
  const whole = { title, suffix: ' (sealed)', sha256: sealedSha256!, behind: augmentation };
  const parts = all.filter(({ id }) => only?.includes(id) ?? true).map((file) => ({ ...file, behind: null }));
  const packed = only ? parts : [whole, ...parts];
  const names = archiveNames(packed.map((one) => ({ title: one.title, suffix: one.suffix })));
  const entries = packed.map(({ sha256, behind }, at) => ({ name: names[at]!, sha256, behind }));
  const name = `${safeStem(document.title)} (sealed).zip`;
  sendsUploadedBytes(reply, { name, mediaType: 'application/zip', disposition: 'attachment' });
  return reply.send(packZip(files, entries, { mtime: new Date(clock()), entries: 'as-they-are' }));
}

async function sealedFilesOf(
  { db, jobs }: Deps,
  document: StoredDocument,
  log: Log,
): Promise<(NamedFile & { id: string; title: string; suffix: string })[] | Refusal> {
  const { sealedFiles, files } = document;
  if (!sealedFiles) {
    if (!needsSeparateFiles(document)) return noSuchFile;
    // The job may have been given up, for example because files were missing for a while.
    await inTransaction(db, (tx) => requestSeparateFiles(tx, jobs, document));
    return notReady;
  }
  const refused = await refuseOtherFiles(db, document, log);
  if (refused) return refused;
  return sealedFiles.map(({ id, sha256 }) => {
    const title = files?.find((file) => file.id === id)?.title ?? document.title;
    const suffix = id === CERTIFICATE ? ' (certificate)' : ' (sealed)';
    return { id, sha256, title, suffix, name: pdfName(title, suffix) };
  });
}

/** Refuses to serve separate files that the trail does not name, and notifies the operator. */
export async function refuseOtherFiles(
  db: Kysely<Schema>,
  document: StoredDocument,
  log: Log,
): Promise<Refusal | undefined> {
  const { sealedFiles } = document;
  if (!sealedFiles || (await isStated(db, document, sealedFiles))) return undefined;
  log.error({ document: document.id }, 'the separate files do not match the trail, and are not served');
  return otherSeal;
}

/** Returns the hashes of the files as an event names them. */
export const statedParts = (sealed: readonly SealedFile[]): string =>
  sealed.map(({ sha256 }) => sha256).join(' ');

/** Returns true if the trail names exactly these files. */
export async function isStated(
  db: Kysely<Schema>,
  { accountId, id }: StoredDocument,
  sealed: readonly SealedFile[],
): Promise<boolean> {
  const rows = await db
    .selectFrom('events')
    .select(['body', 'hash'])
    .where('account_id', '=', accountId)
    .where('document_id', '=', id)
    .where('type', 'in', ['files_sealed', 'document_imported'])
    .execute();
  const wanted = statedParts(sealed);
  return rows.some(({ body, hash }) => {
    const { documentId, data } = JSON.parse(body) as { documentId: string; data: { files?: unknown } };
    return hashOf(`\u0000${body}`) === hash && documentId === id && data.files === wanted;
  });
}

const noSuchFile = refuse('not-found', 'This document has no such file that was sealed separately.');

const notReady = refuse(
  'files-not-ready',
  'The separate files are still being sealed. Try again in a minute, or download the sealed file with all of them.',
);
