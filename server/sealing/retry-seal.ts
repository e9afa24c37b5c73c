import type { Kysely } from 'kysely';
import { advance } from '#core/document/lifecycle.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import type { Schema } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockDocument } from '../records/document-store.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { repeat } from '../jobs/repeat.ts';
import type { Clock } from '../ports/clock.ts';

/**
 * Tries a stuck seal again at once: the job that was given up, if there is one, else one more beside the job that
 * waits for its next try. Two at a time do no harm, and asking often makes no more than one.
 */
export async function retrySeal(
  { db, jobs }: { db: Kysely<Schema>; jobs: JobQueue },
  accountId: string,
  documentId: string,
): Promise<Refusal | undefined> {
  const refused = await inTransaction(db, async (tx) => {
    const whole = await lockDocument(tx, accountId, documentId);
    if (!whole) return refuse('not-found', 'Document not found or access denied');
    const sealing = advance(whole.document.status, 'complete');
    return isRefusal(sealing) ? sealing : undefined;
  });
  if (refused) return refused;
  const given = (await jobs.failed()).find(
    ({ name, payload }) => name === 'seal-document' && isOf(payload, documentId),
  );
  if (given && (await jobs.retry(given.id))) return undefined;
  await inTransaction(db, (tx) =>
    jobs.enqueue(tx, 'seal-document', { accountId, documentId }, { singletonKey: `retry ${documentId}` }),
  );
  return undefined;
}

function isOf(payload: unknown, documentId: string): boolean {
  return (payload as { documentId?: unknown } | null)?.documentId === documentId;
}

/** How long a first try may wait behind others before another one is promised beside it. Ms. */
const shouldHaveBegun = 10 * 60_000;

/**
 * Promises a seal to what everybody has signed and no try has come to: an account that was taken along brings no job with
 * it. One that was tried says why it failed, and its job goes on by itself.
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
    .where('updated_at', '<=', new Date(clock() - shouldHaveBegun))
    .execute();
  for (const { accountId, documentId } of forgotten)
    await inTransaction(db, (tx) =>
      jobs.enqueue(tx, 'seal-document', { accountId, documentId }, { singletonKey: `retry ${documentId}` }),
    );
}

export function watchForgottenSeals(services: Parameters<typeof sealForgotten>[0]): {
  stop(): Promise<void>;
} {
  return repeat({ name: 'forgotten seals', everyMs: 10 * 60_000, act: () => sealForgotten(services) });
}
