import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import { repeat } from '../../foundation/jobs/repeat.ts';
import type { Clock } from '../../ports/clock.ts';

/** In milliseconds. Notifications are deleted after 90 days; the events remain in the audit trail. */
const kept = 90 * 24 * 60 * 60_000;
/** Rows per statement, so that the deletion does not hold locks for long. */
const most = 5000;

/** Deletes notifications older than 90 days, a few thousand at a time. Returns the number deleted. */
export async function deleteOldNotices(db: Kysely<Schema>, now: number): Promise<number> {
  const gone = await sql`
    DELETE FROM notices
     WHERE (account_id, user_id, id) IN (
       SELECT account_id, user_id, id FROM notices
        WHERE created_at < ${new Date(now - kept)} ORDER BY created_at LIMIT ${most})`.execute(db);
  return Number(gone.numAffectedRows ?? 0n);
}

/** Runs every hour. */
export function watchOldNotices(db: Kysely<Schema>, clock: Clock): { stop(): Promise<void> } {
  return repeat({
    name: 'notices',
    everyMs: 60 * 60_000,
    act: async () => {
      while ((await deleteOldNotices(db, clock())) === most);
    },
  });
}
