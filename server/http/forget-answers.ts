import { sql, type Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { repeat } from '../jobs/repeat.ts';

/** How long a request may be repeated with its key and is answered as the first one. Ms. */
const kept = 7 * 24 * 60 * 60_000;
/** At a time, so that the deletion holds no long locks. */
const most = 5000;

/**
 * Removes the answers whose requests nobody repeats any more; answers how many went. A request that comes later all
 * the same is a new one, and whether it can still be done is asked as of any other: no act is done twice for it.
 */
export async function forgetAnswers(db: Kysely<Schema>, now: number): Promise<number> {
  const gone = await sql`
    DELETE FROM idempotent_answers
     WHERE (scope, key) IN (
       SELECT scope, key FROM idempotent_answers
        WHERE created_at < ${new Date(now - kept)} ORDER BY created_at LIMIT ${most})`.execute(db);
  return Number(gone.numAffectedRows ?? 0n);
}

/** Does so every hour. */
export function watchAnswers(db: Kysely<Schema>, clock: () => number): { stop(): Promise<void> } {
  return repeat({
    name: 'answers',
    everyMs: 60 * 60_000,
    act: async () => {
      while ((await forgetAnswers(db, clock())) === most);
    },
  });
}
