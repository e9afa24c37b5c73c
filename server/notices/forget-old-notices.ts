import { sql, type Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../ports/clock.ts';

/** News is old after 90 days; what happened stays in the trail. Ms. */
const kept = 90 * 24 * 60 * 60_000;
const interval = 60 * 60_000;
/** At a time, so that the deletion holds no long locks. */
const most = 5000;

/** Removes what is older than 90 days, a few thousand at a time; answers how many went. */
export async function forgetOldNotices(db: Kysely<Schema>, now: number): Promise<number> {
  const gone = await sql`
    DELETE FROM notices
     WHERE (account_id, user_id, id) IN (
       SELECT account_id, user_id, id FROM notices
        WHERE created_at < ${new Date(now - kept)} ORDER BY created_at LIMIT ${most})`.execute(db);
  return Number(gone.numAffectedRows ?? 0n);
}

/** Does so every hour. Several instances may: what is gone costs nothing. */
export function watchOldNotices(db: Kysely<Schema>, clock: Clock): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const tick = (): void => {
    running = running
      .then(async () => {
        while ((await forgetOldNotices(db, clock())) === most);
      })
      .catch((error: unknown) => {
        process.stderr.write(`notices: ${error instanceof Error ? error.message : String(error)}\n`);
      });
  };
  const timer = setInterval(tick, interval);
  timer.unref();
  tick();
  return {
    stop() {
      clearInterval(timer);
      return running;
    },
  };
}
