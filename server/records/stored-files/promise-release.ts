import type { Tx } from '../../foundation/db/transaction.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';

/**
 * An upload stores its bytes before its row exists, so a file stored more recently than this may belong to a
 * running upload of the same bytes and is kept.
 */
export const MAX_UPLOAD_MS = 60 * 60_000;

/**
 * Delay of the job in milliseconds. If it ran earlier, it would keep every recently uploaded file because of
 * `MAX_UPLOAD_MS`.
 */
const releaseAfter = MAX_UPLOAD_MS + 60_000;

/**
 * Queues a check of whether a file is still needed, in the transaction in which a document or template stops
 * using it.
 */
export function scheduleRelease(
  tx: Tx,
  jobs: JobQueue,
  accountId: string,
  { originalSha256, baseSha256 }: { originalSha256: string; baseSha256: string },
): Promise<unknown> {
  return scheduleReleaseOf(tx, jobs, accountId, [originalSha256, baseSha256]);
}

/** Like `scheduleRelease`, for any files, such as those of a refused request or an attachment. */
export function scheduleReleaseOf(
  tx: Tx,
  jobs: Pick<JobQueue, 'enqueue'>,
  accountId: string,
  sha256s: readonly string[],
): Promise<unknown> {
  const files = [...new Set(sha256s)];
  return jobs.enqueue(tx, 'release-files', { accountId, files }, { startAfterMs: releaseAfter });
}
