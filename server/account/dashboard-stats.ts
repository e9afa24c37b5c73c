import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { DashboardStats } from '#contract/account.ts';
import type { Schema } from '../db/schema.ts';
import { monthOf } from './month.ts';

/** Period over which signing times are averaged: 30 days in milliseconds. */
const span = 30 * 24 * 60 * 60_000;

/**
 * The four numbers of the dashboard. Deleting changes current numbers, but not completed counts or times.
 * Totals come from maintained counters, never from counting documents. Times are milliseconds from sending to
 * completion; null if nothing was completed.
 */
export async function readDashboardStats(
  db: Kysely<Schema>,
  accountId: string,
  now: number,
): Promise<DashboardStats> {
  const [counts, ever, times] = await Promise.all([
    readCounts(db, accountId),
    readEver(db, accountId),
    readSignTimes(db, accountId, now),
  ]);
  const total = (rows: typeof counts): number => rows.reduce((sum, row) => sum + row.count, 0);
  const thisMonth = monthOf(now);
  return {
    totalDocuments: total(counts),
    uploadedDocuments: Math.max(total(counts), ever.documents),
    // Documents between the last signature and the seal still count as pending.
    pendingSignatures: total(counts.filter((row) => row.status === 'sent' || row.status === 'sealing')),
    completedDocuments: ever.completed,
    thisMonthDocuments: total(counts.filter((row) => row.month === thisMonth)),
    averageSignTime: times.recent,
    averageSignTimeBefore: times.before,
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
    .where('completed_at', '>', new Date(now - 2 * span))
    .where('completed_at', '<=', new Date(now))
    .executeTakeFirstOrThrow();
  return row;
}
