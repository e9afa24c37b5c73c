import { setTimeout } from 'node:timers/promises';
import type { Database } from '#server/foundation/db/database.ts';

/** Arbitrary lock number for pg_try_advisory_lock, used only here. The lock ends with its connection. */
const LOCK = 4_270_815_164;
const pollingIntervalMs = 100;

/**
 * Runs `work` while no other process on this database runs anything through this function. A process that
 * dies releases the lock.
 *
 * It polls instead of waiting inside the database. A waiting query keeps its snapshot, and the lock holder
 * may build an index concurrently, which waits until all earlier snapshots end.
 */
export async function runOnOneInstance<Result>(
  database: Database,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = await database.connect();
  try {
    for (;;) {
      const { rows } = await lock.query<{ ours: boolean }>(`SELECT pg_try_advisory_lock(${LOCK}) AS ours`);
      if (rows[0]?.ours) return await work();
      await setTimeout(pollingIntervalMs);
    }
  } finally {
    await lock.end();
  }
}
