import { setTimeout } from 'node:timers/promises';
import type { Database } from '#server/db/database.ts';

/** An arbitrary number that only this use of pg_try_advisory_lock takes; it goes with the connection. */
const LOCK = 4_270_815_164;
const askAgainMs = 100;

/**
 * Does `work` while no other process on this database does any with this function. A process that dies lets go.
 *
 * It asks again and again, and does not wait inside of the database: a query that waits there keeps its snapshot, and
 * whoever holds the lock may build an index beside the work, which waits for all earlier snapshots to end.
 */
export async function oneInstanceAtATime<Result>(
  database: Database,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = await database.connect();
  try {
    for (;;) {
      const { rows } = await lock.query<{ ours: boolean }>(`SELECT pg_try_advisory_lock(${LOCK}) AS ours`);
      if (rows[0]?.ours) return await work();
      await setTimeout(askAgainMs);
    }
  } finally {
    await lock.end();
  }
}
