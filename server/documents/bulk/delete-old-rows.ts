import { rowsKept } from '#core/bulk/bulk.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { repeat } from '../../foundation/jobs/repeat.ts';
import type { BulkDeps } from './deps.ts';
import { lockBulk, type BulkKey } from './bulk-store.ts';

/** Bulk sends per run. */
const most = 20;

/**
 * Deletes names, addresses, titles, messages and values from the rows of bulk sends that ended thirty days
 * ago. Outcomes and documents remain. Returns the number of bulk sends processed.
 */
export async function deleteRowValues({ db }: Pick<BulkDeps, 'db'>, now: number): Promise<number> {
  const due = await db
    .selectFrom('bulk_sends')
    .select(['account_id as accountId', 'id'])
    .where('finished_at', '<', new Date(now - rowsKept))
    .where('rows_deleted_at', 'is', null)
    .orderBy('finished_at')
    .limit(most)
    .execute();
  for (const key of due) await inTransaction(db, (tx) => clearRows(tx, key, new Date(now)));
  return due.length;
}

/** The refusal's sentence is also deleted, because it may quote a cell. Its code remains. */
async function clearRows(tx: Tx, key: BulkKey, at: Date): Promise<void> {
  const bulk = await lockBulk(tx, key, 'change');
  if (!bulk || bulk.rowsDeletedAt) return;
  await tx
    .updateTable('bulk_rows')
    .set({ cells: { people: [], values: {} }, title: '', message: '', detail: null, parameters: null })
    .where('account_id', '=', key.accountId)
    .where('bulk_id', '=', key.id)
    .execute();
  await tx
    .updateTable('bulk_sends')
    .set({ rows_deleted_at: at, started_from: null })
    .where('account_id', '=', key.accountId)
    .where('id', '=', key.id)
    .execute();
}

/** Deletes old row values every hour. */
export function watchOldRows(services: Pick<BulkDeps, 'db' | 'clock'>): { stop(): Promise<void> } {
  return repeat({
    name: 'bulk rows',
    everyMs: 60 * 60_000,
    act: async () => {
      while ((await deleteRowValues(services, services.clock())) === most);
    },
  });
}
