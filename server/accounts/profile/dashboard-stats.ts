import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { DashboardStats } from '#contract/accounts/account.ts';
import type { Visibility } from '#core/permission/visibility.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { seesDocuments, seesEveryDocument } from '../../records/visibility-store.ts';
import { monthOf } from './month.ts';

/** Period over which signing times are averaged: 30 days in milliseconds. */
const span = 30 * 24 * 60 * 60_000;

/**
 * The four numbers of the dashboard. Deleting changes current numbers, but not completed counts or times.
 * Totals come from maintained counters, never from counting documents. Times are milliseconds from sending to
 * completion; null if nothing was completed. Documents in folders that are closed to the reader are subtracted
 * from the counters.
 */
export async function readDashboardStats(
  db: Kysely<Schema>,
  { accountId, sight }: { accountId: string; sight: Visibility },
  now: number,
): Promise<DashboardStats> {
  const all = seesEveryDocument(sight);
  const [stored, storedEver, closed, times] = await Promise.all([
    readCounts(db, accountId),
    readEver(db, accountId),
    all ? undefined : readClosed(db, accountId, sight),
    all ? readSignTimes(db, accountId, now) : averageSignTimes(db, accountId, now, sight),
  ]);
  const counts = [...stored, ...(closed?.counts ?? [])];
  const ever = {
    documents: storedEver.documents - (closed?.ever.documents ?? 0),
    completed: storedEver.completed - (closed?.ever.completed ?? 0),
  };
  const total = (rows: typeof counts): number => rows.reduce((sum, row) => sum + row.count, 0);
  const thisMonth = monthOf(now);
  return {
    totalDocuments: total(counts),
    uploadedDocuments: Math.max(total(counts), ever.documents),
    // Documents between the last signature and the seal still count as pending.
    pendingSignatures: total(counts.filter((row) => row.status === 'sent' || row.status === 'sealing')),
    completedDocuments: Math.max(0, ever.completed),
    thisMonthDocuments: total(counts.filter((row) => row.month === thisMonth)),
    averageSignTime: times.recent,
    averageSignTimeBefore: times.before,
  };
}

type Count = { month: string; status: string; count: number };

/** Negative counts of the documents that the reader cannot see, and their part in the totals. */
async function readClosed(
  db: Kysely<Schema>,
  accountId: string,
  sight: Visibility,
): Promise<{ counts: Count[]; ever: { documents: number; completed: number } }> {
  const rows = await db
    .selectFrom('documents')
    .select([
      sql<string>`date_trunc('month', created_at AT TIME ZONE 'UTC')::date::text`.as('month'),
      'status',
      sql<number>`count(*)::float8`.as('documents'),
      sql<number>`(count(*) FILTER (WHERE deleted_at IS NULL))::float8`.as('present'),
      sql<number>`(count(*) FILTER (WHERE completed_at IS NOT NULL))::float8`.as('completed'),
    ])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`NOT test AND NOT ${seesDocuments(sight)}`)
    .groupBy([sql`1`, 'status'])
    .execute();
  const sum = (key: 'documents' | 'completed') => rows.reduce((total, row) => total + row[key], 0);
  return {
    counts: rows.map(({ month, status, present }) => ({ month, status, count: -present })),
    ever: { documents: sum('documents'), completed: sum('completed') },
  };
}

function readCounts(db: Kysely<Schema>, accountId: string) {
  return db
    .selectFrom('document_counts')
    .select(['month', 'status', 'count'])
    .where('account_id', '=', accountId)
    .execute();
}

/**
 * Totals over all months: uploads counted against the plan, and completed documents, including deleted ones.
 */
async function readEver(
  db: Kysely<Schema>,
  accountId: string,
): Promise<{ documents: number; completed: number }> {
  return db
    .selectFrom('monthly_usage')
    .select([
      sql<number>`coalesce(sum(documents), 0)::float8`.as('documents'),
      sql<number>`coalesce(sum(completed), 0)::float8`.as('completed'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
}

type SignTimes = { recent: number | null; before: number | null };

/**
 * An average over this many documents hardly changes within minutes, so it is cached for `for` milliseconds.
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
