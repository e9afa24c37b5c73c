import { sql, type Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { repeat } from '../jobs/repeat.ts';

/** Milliseconds that the response to an idempotent request is stored. */
const kept = 7 * 24 * 60 * 60_000;
/** Rows per statement, so that the deletion does not hold locks for long. */
const most = 5000;

/**
 * Deletes expired responses and returns their number. A request repeated even later counts as new, and the
 * usual checks decide whether it can still be executed, so no action is done twice.
 */
export async function deleteOldResponses(db: Kysely<Schema>, now: number): Promise<number> {
  const gone = await sql`
    DELETE FROM idempotent_responses
     WHERE (scope, key) IN (
       SELECT scope, key FROM idempotent_responses
        WHERE created_at < ${new Date(now - kept)} ORDER BY created_at LIMIT ${most})`.execute(db);
  return Number(gone.numAffectedRows ?? 0n);
}

/** Runs every hour. */
export function watchAnswers(db: Kysely<Schema>, clock: () => number): { stop(): Promise<void> } {
  return repeat({
    name: 'answers',
    everyMs: 60 * 60_000,
    act: async () => {
      while ((await deleteOldResponses(db, clock())) === most);
    },
  });
}
