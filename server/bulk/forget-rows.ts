import { rowsKept } from '#core/bulk/bulk.ts';
import { inTransaction, type Tx } from '../db/transaction.ts';
import { repeat } from '../jobs/repeat.ts';
import type { Services } from '../services.ts';
import { lockBulk, type BulkKey } from './bulk-store.ts';

/** Batches of one look. */
const most = 20;

/**
 * Takes names, addresses, titles, messages and values out of the rows of batches that have been over for thirty
 * days; what became of each row, and its document, stay. Answers how many batches it saw to.
 */
export async function forgetRows({ db }: Pick<Services, 'db'>, now: number): Promise<number> {
  const due = await db
    .selectFrom('bulk_sends')
    .select(['account_id as accountId', 'id'])
    .where('finished_at', '<', new Date(now - rowsKept))
    .where('rows_forgotten_at', 'is', null)
    .orderBy('finished_at')
    .limit(most)
    .execute();
  for (const key of due) await inTransaction(db, (tx) => clearRows(tx, key, new Date(now)));
  return due.length;
}

/** The sentence of a refusal goes too, since it may hold what a cell said; its code stays. */
async function clearRows(tx: Tx, key: BulkKey, at: Date): Promise<void> {
  const bulk = await lockBulk(tx, key, 'change');
  if (!bulk || bulk.rowsForgottenAt) return;
  await tx
    .updateTable('bulk_rows')
    .set({ cells: { people: [], values: {} }, title: '', message: '', detail: null, parameters: null })
    .where('account_id', '=', key.accountId)
    .where('bulk_id', '=', key.id)
    .execute();
  await tx
    .updateTable('bulk_sends')
    .set({ rows_forgotten_at: at, started_from: null })
    .where('account_id', '=', key.accountId)
    .where('id', '=', key.id)
    .execute();
}

/** Does so every hour. */
export function watchOldRows(services: Pick<Services, 'db' | 'clock'>): { stop(): Promise<void> } {
  return repeat({
    name: 'bulk rows',
    everyMs: 60 * 60_000,
    act: async () => {
      while ((await forgetRows(services, services.clock())) === most);
    },
  });
}
