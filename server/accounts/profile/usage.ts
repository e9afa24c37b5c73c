import type { Kysely } from 'kysely';
import type { UserUsage } from '#contract/accounts/account.ts';
import { plans } from '#core/plan/plans.ts';
import type { PlanName } from '#core/plan/plans.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { monthOf } from './month.ts';
import { templatesNow } from './usage-store.ts';

/**
 * Returns the plan usage of this calendar month. `completedDocuments` covers the same documents as
 * `documentsUsed`, so that a success rate can be calculated (specification §3). Both include documents that
 * were deleted later, because deleting does not change what happened in a month.
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

/** Returns the last twelve months, ending with the current one. Months without uploads have zeros. */
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
