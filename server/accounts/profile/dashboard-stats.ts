import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { DashboardStats } from '#contract/accounts/account.ts';
import type { Visibility } from '#core/permission/visibility.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { seesDocuments, seesEveryDocument } from '../../records/visibility-store.ts';
import { monthOf } from './month.ts';

/** Period over which signing times are averaged, in milliseconds: 30 days. */
const span = 30 * 24 * 60 * 60_000;

/**
 * Returns the numbers on the dashboard. All counts cover the documents outside the bin, so that they agree
 * with each other and with the list. They come from maintained counters, minus the documents in folders that
 * the reader cannot open. Signing times are milliseconds from sending to completion and include deleted
 * documents; null if no document was completed.
 */
export async function readDashboardStats(
  db: Kysely<Schema>,
  { accountId, sight }: { accountId: string; sight: Visibility },
  now: number,
): Promise<DashboardStats> {
  const all = seesEveryDocument(sight);
  const [stored, closed, times] = await Promise.all([
    readCounts(db, accountId),
    all ? [] : readClosed(db, accountId, sight),
    all ? readSignTimes(db, accountId, now) : averageSignTimes(db, accountId, now, sight),
  ]);
  const counts: Count[] = [...stored, ...closed];
  const total = (rows: Count[]): number => rows.reduce((sum, row) => sum + row.count, 0);
  const thisMonth = monthOf(now);
  return {
    totalDocuments: total(counts),
    // A document counts as pending until it is sealed, even after the last signature.
    pendingSignatures: total(counts.filter((row) => row.status === 'sent' || row.status === 'sealing')),
    completedDocuments: total(counts.filter((row) => row.status === 'completed')),
    thisMonthDocuments: total(counts.filter((row) => row.month === thisMonth)),
    averageSignTime: times.recent,
    averageSignTimeBefore: times.before,
  };
}

type Count = { month: string; status: string; count: number };

/** Returns negative counts of the documents that the reader cannot see. */
async function readClosed(db: Kysely<Schema>, accountId: string, sight: Visibility): Promise<Count[]> {
  return db
    .selectFrom('documents')
    .select([
      sql<string>`date_trunc('month', created_at AT TIME ZONE 'UTC')::date::text`.as('month'),
      'status',
      sql<number>`(-count(*))::float8`.as('count'),
    ])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`NOT test AND NOT ${seesDocuments(sight)}`)
    .groupBy([sql`1`, 'status'])
    .execute();
}

function readCounts(db: Kysely<Schema>, accountId: string) {
  return db
    .selectFrom('document_counts')
    .select(['month', 'status', 'count'])
    .where('account_id', '=', accountId)
    .execute();
}

type SignTimes = { recent: number | null; before: number | null };

/**
 * The average over at least `from` documents hardly changes within minutes, so it is cached for `for`
 * milliseconds.
 */
const steady = { from: 1_000, for: 5 * 60_000, accounts: 1_000 };
const kept = new Map<string, { until: number; times: SignTimes }>();

async function readSignTimes(db: Kysely<Schema>, accountId: string, now: number): Promise<SignTimes> {
  const known = kept.get(accountId);
  if (known && known.until > now && known.until <= now + steady.for) return known.times;
  const { count, ...times } = await averageSignTimes(db, accountId, now);
  kept.delete(accountId);
  if (count >= steady.from) kept.set(accountId, { until: now + steady.for, times });
  const [oldest] = kept.keys();
  if (kept.size > steady.accounts && oldest !== undefined) kept.delete(oldest);
  return times;
}

async function averageSignTimes(
  db: Kysely<Schema>,
  accountId: string,
  now: number,
  sight?: Visibility,
): Promise<SignTimes & { count: number }> {
  const middle = new Date(now - span);
  const took = sql<number>`extract(epoch from completed_at - sent_at) * 1000`;
  const row = await db
    .selectFrom('documents')
    .select([
      sql<number | null>`(avg(${took}) FILTER (WHERE completed_at > ${middle}))::float8`.as('recent'),
      sql<number | null>`(avg(${took}) FILTER (WHERE completed_at <= ${middle}))::float8`.as('before'),
      sql<number>`count(*)::float8`.as('count'),
    ])
    .where('account_id', '=', accountId)
    .where('status', '=', 'completed')
    .where(sql<boolean>`NOT test`)
    .where(seesDocuments(sight))
    .where('completed_at', '>', new Date(now - 2 * span))
    .where('completed_at', '<=', new Date(now))
    .executeTakeFirstOrThrow();
  return row;
}
