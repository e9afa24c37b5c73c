import type { Kysely } from 'kysely';
import { advance } from '#core/document/lifecycle.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { lockDocument } from '../../records/document-store.ts';
import { needsSeparateFiles, requestSeparateFiles } from '../../records/trail/separate-files.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import { repeat } from '../../foundation/jobs/repeat.ts';
import type { Clock } from '../../ports/clock.ts';

/**
 * Retries a failed seal, or failed separate files, immediately. Restarts the job if it was given up.
 * Otherwise adds a job next to the one that is waiting for its next attempt. Concurrent attempts do no harm,
 * and repeated requests add only one job.
 */
export async function retrySeal(
  { db, jobs }: { db: Kysely<Schema>; jobs: JobQueue },
  accountId: string,
  documentId: string,
): Promise<Refusal | undefined> {
  const name = await inTransaction(db, async (tx) => {
    const whole = await lockDocument(tx, accountId, documentId);
    if (!whole) return refuse('not-found', 'Document not found or access denied');
    if (needsSeparateFiles(whole.document)) return 'seal-files';
    const sealing = advance(whole.document.status, 'complete');
    return isRefusal(sealing) ? sealing : 'seal-document';
  });
  if (isRefusal(name)) return name;
  const given = (await jobs.failed()).find(
    ({ name: failed, payload }) => failed === name && isOf(payload, documentId),
  );
  if (given && (await jobs.retry(given.id))) return undefined;
  await inTransaction(db, (tx) =>
    jobs.enqueue(tx, name, { accountId, documentId }, { singletonKey: `retry ${documentId}` }),
  );
  return undefined;
}

function isOf(payload: unknown, documentId: string): boolean {
  return (payload as { documentId?: unknown } | null)?.documentId === documentId;
}

/**
 * Milliseconds for which separate files with a recorded problem are requested again. A longer problem needs a
 * person.
 */
const requestFilesFor = 30 * 24 * 60 * 60_000;

/** Milliseconds that a first attempt may wait in the queue before another job is added. */
const maxQueuedMs = 10 * 60_000;

/**
 * Adds a seal job for each fully signed document that no job has attempted, for example because an account
 * import brings no jobs. If an attempt failed, its reason is recorded and its job continues on its own
 * schedule. Does the same for the separate files of completed documents.
 */
export async function sealForgotten({
  db,
  jobs,
  clock,
}: {
  db: Kysely<Schema>;
  jobs: JobQueue;
  clock: Clock;
}): Promise<void> {
  const forgotten = await db
    .selectFrom('documents')
    .select(['account_id as accountId', 'id as documentId'])
    .where('status', '=', 'sealing')
    .where('seal_problem', 'is', null)
    .where('updated_at', '<=', new Date(clock() - maxQueuedMs))
    .execute();
  for (const { accountId, documentId } of forgotten)
    await inTransaction(db, (tx) =>
      jobs.enqueue(tx, 'seal-document', { accountId, documentId }, { singletonKey: `retry ${documentId}` }),
    );
  const withoutFiles = await db
    .selectFrom('documents')
    .select(['account_id as accountId', 'id'])
    .where('status', '=', 'completed')
    .where('sealed_files', 'is', null)
    .where('sealed_elsewhere', 'is', null)
    .where(({ eb, or }) => or([eb('separate_files', '=', true), eb('separate_certificate', '=', true)]))
    .where('updated_at', '<=', new Date(clock() - maxQueuedMs))
    .where(({ eb, or }) =>
      or([eb('seal_problem', 'is', null), eb('updated_at', '>', new Date(clock() - requestFilesFor))]),
    )
    .execute();
  for (const document of withoutFiles)
    await inTransaction(db, (tx) => requestSeparateFiles(tx, jobs, document));
}

export function watchForgottenSeals(services: Parameters<typeof sealForgotten>[0]): {
  stop(): Promise<void>;
} {
  return repeat({ name: 'forgotten seals', everyMs: 10 * 60_000, act: () => sealForgotten(services) });
}
