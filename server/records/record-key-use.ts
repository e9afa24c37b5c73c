import type { Kysely } from 'kysely';
import type { Schema } from '../foundation/db/schema.ts';

/** Use is recorded at most once per interval, so that reads rarely write. In milliseconds. */
const atMostEvery = 60_000;

/** Records that an API key or app connection was used, when (ms UTC) and from which address. */
export async function recordKeyUse(
  db: Kysely<Schema>,
  table: 'api_keys' | 'connections',
  row: { account_id: string; id: string; last_used_at: Date | null },
  at: number,
  ip: string,
): Promise<void> {
  if (at - (row.last_used_at?.getTime() ?? 0) <= atMostEvery) return;
  await db
    .updateTable(table)
    .set({ last_used_at: new Date(at), last_used_ip: ip })
    .where('account_id', '=', row.account_id)
    .where('id', '=', row.id)
    .execute();
}
