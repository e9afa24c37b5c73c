import type { Kysely } from 'kysely';
import { endOfPeriod, reportIntervals, startOfPeriod, type ReportInterval } from '#core/report/schedule.ts';
import { newId } from '../../foundation/db/new-id.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { repeat } from '../../foundation/jobs/repeat.ts';
import type { Member } from '../../records/preference-store.ts';
import type { ReportsDeps } from './deps.ts';

type Scheduling = Pick<ReportsDeps, 'db' | 'clock' | 'jobs'>;
export type Every = ReportInterval | 'never';

export async function readSchedule(db: Kysely<Schema>, accountId: string): Promise<Every> {
  const row = await db
    .selectFrom('report_schedules')
    .select('every')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return reportIntervals.find((name) => name === row?.every) ?? 'never';
}

/** Schedules reports for this member, starting with the current period. `never` ends the schedule. */
export async function setSchedule(
  { db, clock }: Scheduling,
  { accountId, userId }: Member,
  every: Every,
): Promise<void> {
  if (every === 'never') {
    await db.deleteFrom('report_schedules').where('account_id', '=', accountId).execute();
    return;
  }
  const row = { every, user_id: userId, next_at: new Date(endOfPeriod(every, clock())) };
  await db
    .insertInto('report_schedules')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute();
}

/**
 * Queues the report of the last completed period exactly once, even if this runs often or on several
 * instances.
 */
export async function promiseReports({ db, clock, jobs }: Scheduling): Promise<void> {
  const now = clock();
  for (;;) {
    const more = await inTransaction(db, (tx) => queueNextReport(tx, jobs, now));
    if (!more) return;
  }
}

async function queueNextReport(tx: Tx, jobs: Scheduling['jobs'], now: number): Promise<boolean> {
  const due = await tx
    .selectFrom('report_schedules')
    .selectAll()
    .where('next_at', '<=', new Date(now))
    .orderBy('next_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!due) return false;
  const every = due.every as ReportInterval;
  // After a long downtime, only the most recent period is useful.
  const next = endOfPeriod(every, now);
  const end = startOfPeriod(every, next);
  const id = newId(now);
  const added = await tx
    .insertInto('report_mails')
    .values({
      account_id: due.account_id,
      id,
      every,
      user_id: due.user_id,
      period_from: new Date(startOfPeriod(every, end)),
      period_to: new Date(end),
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'every', 'period_from']).doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows !== 0n) {
    await jobs.enqueue(tx, 'send-report', { accountId: due.account_id, reportId: id });
  }
  await tx
    .updateTable('report_schedules')
    .set({ next_at: new Date(next) })
    .where('account_id', '=', due.account_id)
    .execute();
  return true;
}

export function watchReports(services: Scheduling): { stop(): Promise<void> } {
  return repeat({ name: 'audit reports', everyMs: 15 * 60_000, act: () => promiseReports(services) });
}
