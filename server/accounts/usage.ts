import type { Kysely } from 'kysely';
import type { UserUsage } from '#contract/account.ts';
import { plans } from '#core/plan/plans.ts';
import type { PlanName } from '#core/plan/plans.ts';
import type { Schema } from '../db/schema.ts';
import { monthOf } from './month.ts';
import { templatesNow } from './usage-store.ts';

/**
 * This calendar month's use of the plan. `completedDocuments` counts documents of this month too, so that it
 * can be set against `documentsUsed` (the success rate of specification §3).
 */
export async function readUsage(
  db: Kysely<Schema>,
  user: { accountId: string; plan: PlanName },
  now: number,
): Promise<UserUsage> {
  const month = monthOf(now);
  const [used, completed, templates] = await Promise.all([
    db
      .selectFrom('monthly_usage')
      .select('documents')
      .where('account_id', '=', user.accountId)
      .where('month', '=', month)
      .executeTakeFirst(),
    db
      .selectFrom('document_counts')
      .select('count')
      .where('account_id', '=', user.accountId)
      .where('month', '=', month)
      .where('status', '=', 'completed')
      .executeTakeFirst(),
    templatesNow(db, user.accountId),
  ]);
  const { limits } = plans[user.plan];
  return {
    planType: user.plan,
    isUnlimited: limits.documentsPerMonth === null,
    documentsUsed: used?.documents ?? 0,
    documentsLimit: limits.documentsPerMonth ?? -1,
    completedDocuments: completed?.count ?? 0,
    templatesUsed: templates.used,
    templatesLimit: limits.templates ?? -1,
    fileSizeLimit: limits.fileSize,
    recipientLimit: limits.recipientsPerDocument ?? -1,
  };
}
