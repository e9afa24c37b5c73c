import type { Kysely } from 'kysely';
import { advance } from '#core/document/lifecycle.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import type { Schema } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockDocument } from '../records/document-store.ts';
import type { JobQueue } from '../jobs/job-queue.ts';

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
