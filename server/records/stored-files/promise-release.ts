import type { Tx } from '../../foundation/db/transaction.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';

/**
 * In milliseconds. An upload stores its bytes before its row exists. A file stored within this time may
 * belong to a running upload of the same bytes, so it is kept.
 */
export const MAX_UPLOAD_MS = 60 * 60_000;

/**
 * Delay of the job in milliseconds. Any earlier, the protection of the file's own upload would still apply.
 */
const releaseAfter = MAX_UPLOAD_MS + 60_000;

/**
 * Queues a check whether the file is still needed, in the transaction in which a document or template stops
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

/** The same for any files, such as those of a refused request or of an attachment. */
export function scheduleReleaseOf(
  tx: Tx,
  jobs: Pick<JobQueue, 'enqueue'>,
  accountId: string,
  sha256s: readonly string[],
): Promise<unknown> {
  const files = [...new Set(sha256s)];
  return jobs.enqueue(tx, 'release-files', { accountId, files }, { startAfterMs: releaseAfter });
}
