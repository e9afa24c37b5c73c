import type { Kysely } from 'kysely';
import { bulkNeedsFile } from '../bulk/bulk-store.ts';
import type { Schema } from '../db/schema.ts';
import type { Tx } from '../db/transaction.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { LibraryServices } from './library-services.ts';

type Db = Kysely<Schema>;

/**
 * An upload stores its bytes before the row that needs them is written. A file that was put within this time, in
 * ms, may be such a one with the same bytes, and stays.
 */
const uploadTakesAtMost = 60 * 60_000;

/** When the job is to run: sooner, the file's own upload would still protect it. Ms. */
const releaseAfter = uploadTakesAtMost + 60_000;

/** Promises, in the transaction in which a document or template lets go of its file, to look whether anybody else needs it. */
export function promiseRelease(
  tx: Tx,
  jobs: JobQueue,
  accountId: string,
  { originalSha256, baseSha256 }: { originalSha256: string; baseSha256: string },
): Promise<unknown> {
  const files = [...new Set([originalSha256, baseSha256])];
  return jobs.enqueue(tx, 'release-files', { accountId, files }, { startAfterMs: releaseAfter });
}

/**
 * Removes files that were let go of, except those that any document or template still needs: the same bytes are one
 * file for everybody. Safe to repeat.
 */
export async function releaseFiles(
  { db, files, clock }: Pick<LibraryServices, 'db' | 'files' | 'clock'>,
  accountId: string,
  released: readonly string[],
): Promise<void> {
  const putBefore = clock() - uploadTakesAtMost;
  for (const sha256 of released) {
    if (!(await isShownIn(db, accountId, sha256))) {
      const image = await forgetThumbnail(db, accountId, sha256);
      if (image && !(await isPictured(db, image))) await files.delete(image, { putBefore });
    }
    if (!(await isNeeded(db, sha256))) await files.delete(sha256, { putBefore });
  }
}

async function isNeeded(db: Db, sha256: string): Promise<boolean> {
  const document = await db
    .selectFrom('documents')
    .select('id')
    .where('files_kept', '=', true)
    .where((row) => row.or([row('original_sha256', '=', sha256), row('base_sha256', '=', sha256)]))
    .limit(1)
    .executeTakeFirst();
  if (document) return true;
  const template = await db
    .selectFrom('templates')
    .select('id')
    .where((row) => row.or([row('original_sha256', '=', sha256), row('base_sha256', '=', sha256)]))
    .limit(1)
    .executeTakeFirst();
  return template !== undefined || bulkNeedsFile(db, sha256);
}

async function isShownIn(db: Db, accountId: string, sha256: string): Promise<boolean> {
  const document = await db
    .selectFrom('documents')
    .select('id')
    .where('account_id', '=', accountId)
    .where('files_kept', '=', true)
    .where('base_sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst();
  if (document) return true;
  const template = await db
    .selectFrom('templates')
    .select('id')
    .where('account_id', '=', accountId)
    .where('base_sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst();
  return template !== undefined;
}

async function forgetThumbnail(db: Db, accountId: string, sha256: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('thumbnails')
    .where('account_id', '=', accountId)
    .where('file_sha256', '=', sha256)
    .returning('image_sha256')
    .executeTakeFirst();
  return row?.image_sha256;
}

async function isPictured(db: Db, image: string): Promise<boolean> {
  const row = await db
    .selectFrom('thumbnails')
    .select('file_sha256')
    .where('image_sha256', '=', image)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
