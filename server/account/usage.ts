import type { Kysely } from 'kysely';
import type { UserUsage } from '#contract/account.ts';
import { plans } from '#core/plan/plans.ts';
import type { PlanName } from '#core/plan/plans.ts';
import type { Schema } from '../db/schema.ts';
import { monthOf } from './month.ts';
import { templatesNow } from './usage-store.ts';

/**
 * This calendar month's use of the plan. `completedDocuments` counts documents of this month too, so that it
 * can be set against `documentsUsed` (the success rate of specification §3). Both keep what was deleted since: what
 * happened in a month does not change by tidying up.
 */
export async function readUsage(
  db: Kysely<Schema>,
  user: { accountId: string; plan: PlanName },
  now: number,
): Promise<UserUsage> {
  const [history, templates] = await Promise.all([
    readHistory(db, user.accountId, now),
    templatesNow(db, user.accountId),
  ]);
  const thisMonth = history.at(-1)!;
  const { limits } = plans[user.plan];
  return {
    planType: user.plan,
    isUnlimited: limits.documentsPerMonth === null,
    documentsUsed: thisMonth.documents,
    documentsLimit: limits.documentsPerMonth ?? -1,
    completedDocuments: thisMonth.completed,
    templatesUsed: templates,
    templatesLimit: limits.templates ?? -1,
    fileSizeLimit: limits.fileSize,
    recipientLimit: limits.recipientsPerDocument ?? -1,
    history,
  };
}

/** Twelve months, this one last; a month in which nothing was uploaded has zeros. */
async function readHistory(
  db: Kysely<Schema>,
  accountId: string,
  now: number,
): Promise<UserUsage['history']> {
  const months = lastMonths(now, 12);
  const used = await db
    .selectFrom('monthly_usage')
    .select(['month', 'documents', 'completed'])
    .where('account_id', '=', accountId)
    .where('month', 'in', months)
    .execute();
  return months.map((month) => {
    const { documents = 0, completed = 0 } = used.find((row) => row.month === month) ?? {};
    return { month: month.slice(0, 7), documents, completed };
  });
}

function lastMonths(now: number, count: number): string[] {
  const at = new Date(now);
  return Array.from({ length: count }, (_, index) =>
    monthOf(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - (count - 1 - index), 1)),
  );
}
