import { sql, type Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { repeat } from '../jobs/repeat.ts';

/** Milliseconds for which the response to an idempotent request is stored. */
const kept = 7 * 24 * 60 * 60_000;
/** Maximum rows per statement, so that a deletion never holds locks for long. */
const most = 5000;

/**
 * Deletes expired responses and returns how many. A request that is repeated even later counts as new. The
 * usual checks then decide whether it can be executed, so no action happens twice.
 */
export async function deleteOldResponses(db: Kysely<Schema>, now: number): Promise<number> {
  const deleted = await sql`
    DELETE FROM idempotent_responses
     WHERE (scope, key) IN (
       SELECT scope, key FROM idempotent_responses
        WHERE created_at < ${new Date(now - kept)} ORDER BY created_at LIMIT ${most})`.execute(db);
  return Number(deleted.numAffectedRows ?? 0n);
}

export function watchAnswers(db: Kysely<Schema>, clock: () => number): { stop(): Promise<void> } {
  return repeat({
    name: 'answers',
    everyMs: 60 * 60_000,
    act: async () => {
      while ((await deleteOldResponses(db, clock())) === most);
    },
  });
}
