import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import { repeat } from '../../foundation/jobs/repeat.ts';
import type { Clock } from '../../ports/clock.ts';

/** Milliseconds (90 days) after which notifications are deleted. The events remain in the audit trail. */
const kept = 90 * 24 * 60 * 60_000;
/** Maximum rows per statement, so that a deletion never holds locks for long. */
const most = 5000;

/** Deletes notifications older than 90 days in batches, and returns their number. */
export async function deleteOldNotices(db: Kysely<Schema>, now: number): Promise<number> {
  const result = await sql`
    DELETE FROM notices
     WHERE (account_id, user_id, id) IN (
       SELECT account_id, user_id, id FROM notices
        WHERE created_at < ${new Date(now - kept)} ORDER BY created_at LIMIT ${most})`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}

export function watchOldNotices(db: Kysely<Schema>, clock: Clock): { stop(): Promise<void> } {
  return repeat({
    name: 'notices',
    everyMs: 60 * 60_000,
    act: async () => {
      while ((await deleteOldNotices(db, clock())) === most);
    },
  });
}
