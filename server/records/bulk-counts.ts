import type { Kysely } from 'kysely';
import { bulkRowStates, type BulkRowState } from '#core/bulk/bulk.ts';
import type { Schema } from '../foundation/db/schema.ts';

export type BulkCounts = Record<BulkRowState, number>;

/** Returns the number of rows of each bulk send by state. */
export async function countRows(
  db: Kysely<Schema>,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, BulkCounts>> {
  const none = Object.fromEntries(bulkRowStates.map((state) => [state, 0])) as BulkCounts;
  const counts = new Map(ids.map((id) => [id, { ...none }]));
  if (ids.length === 0) return counts;
  const found = await db
    .selectFrom('bulk_rows')
    .select(({ fn }) => ['bulk_id', 'state', fn.countAll<string>().as('rows')])
    .where('account_id', '=', accountId)
    .where('bulk_id', 'in', ids)
    .groupBy(['bulk_id', 'state'])
    .execute();
  for (const { bulk_id, state, rows } of found) counts.get(bulk_id)![state as BulkRowState] = Number(rows);
  return counts;
}
