import type { Tx } from '../db/transaction.ts';
import type { JobQueue } from '../jobs/job-queue.ts';

/**
 * An upload stores its bytes before the row that needs them is written. A file that was put within this time, in
 * ms, may be such a one with the same bytes, and stays.
 */
export const uploadTakesAtMost = 60 * 60_000;

/** When the job is to run: sooner, the file's own upload would still protect it. Ms. */
const releaseAfter = uploadTakesAtMost + 60_000;

/** Promises, in the transaction in which a document or template lets go of its file, to look whether anybody else needs it. */
export function promiseRelease(
  tx: Tx,
  jobs: JobQueue,
  accountId: string,
  { originalSha256, baseSha256 }: { originalSha256: string; baseSha256: string },
): Promise<unknown> {
  return promiseReleaseOf(tx, jobs, accountId, [originalSha256, baseSha256]);
}

/** The same for any files: of an act that was refused after they were stored, or of an attachment. */
export function promiseReleaseOf(
  tx: Tx,
  jobs: Pick<JobQueue, 'enqueue'>,
  accountId: string,
  sha256s: readonly string[],
): Promise<unknown> {
  const files = [...new Set(sha256s)];
  return jobs.enqueue(tx, 'release-files', { accountId, files }, { startAfterMs: releaseAfter });
}
