import { sql, type Kysely } from 'kysely';
import { allowance, templateAllowance } from '#core/plan/allowance.ts';
import { plans } from '#core/plan/plans.ts';
import type { Refusal } from '#core/refusal.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { monthOf } from './month.ts';
import { lockPlanUsage, type PlanRules } from '../../records/plan-store.ts';

/** Returns the number of documents in the calendar month (UTC) of `at` that count toward the plan. */
export async function uploadsInMonth(db: Kysely<Schema>, accountId: string, at: Date): Promise<number> {
  const row = await db
    .selectFrom('monthly_usage')
    .select('documents')
    .where('account_id', '=', accountId)
    .where('month', '=', monthOf(at.getTime()))
    .executeTakeFirst();
  return row?.documents ?? 0;
}

/**
 * Returns, for a month, how many documents count toward the plan, how many of those were completed (including
 * deleted ones), and how many there are by status.
 */
export async function monthUse(
  db: Kysely<Schema>,
  accountId: string,
  at: Date,
): Promise<{ used: number; completed: number; byStatus: Record<string, number> }> {
  const [month, counts] = await Promise.all([
    db
      .selectFrom('monthly_usage')
      .select(['documents', 'completed'])
      .where('account_id', '=', accountId)
      .where('month', '=', monthOf(at.getTime()))
      .executeTakeFirst(),
    db
      .selectFrom('document_counts')
      .select(['status', 'count'])
      .where('account_id', '=', accountId)
      .where('month', '=', monthOf(at.getTime()))
      .execute(),
  ]);
  const byStatus = Object.fromEntries(counts.map(({ status, count }) => [status, count]));
  return { used: month?.documents ?? 0, completed: month?.completed ?? 0, byStatus };
}

/**
 * Counts one more document in the month of `at`, or returns a refusal. A single statement checks and counts,
 * so that concurrent uploads cannot exceed the limit together. The plan is locked during the transaction.
 */
export async function countUpload(
  tx: Tx,
  accountId: string,
  at: Date,
  rules: PlanRules,
): Promise<Refusal | undefined> {
  const plan = await lockPlanUsage(tx, accountId, rules);
  const limit = plans[plan].limits.documentsPerMonth;
  const counted = await tx
    .insertInto('monthly_usage')
    .values({ account_id: accountId, month: monthOf(at.getTime()), documents: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'month'])
        .doUpdateSet({ documents: sql`monthly_usage.documents + 1` })
        .where((row) => (limit === null ? row.val(true) : row('monthly_usage.documents', '<', limit))),
    )
    .returning('documents')
    .executeTakeFirst();
  if (counted) return undefined;
  const month = monthOf(at.getTime());
  const past = month < monthOf(rules.clock()) ? month.slice(0, 7) : undefined;
  return allowance(plan, await uploadsInMonth(tx, accountId, at), past);
}

/** Stops counting a deleted draft in the month it was uploaded, since it was never sent. */
export async function uncountUpload(tx: Tx, accountId: string, uploadedAt: Date): Promise<void> {
  await tx
    .updateTable('monthly_usage')
    .set({ documents: sql`greatest(documents - 1, 0)` })
    .where('account_id', '=', accountId)
    .where('month', '=', monthOf(uploadedAt.getTime()))
    .execute();
}

/** Returns the number of templates in the account. */
export async function templatesNow(db: Kysely<Schema>, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('template_usage')
    .select('templates')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.templates ?? 0;
}

/** Counts one more template or returns a refusal, in a single statement like `countUpload`. */
export async function countTemplate(
  tx: Tx,
  accountId: string,
  rules: PlanRules,
): Promise<Refusal | undefined> {
  const plan = await lockPlanUsage(tx, accountId, rules);
  const limit = plans[plan].limits.templates;
  const counted = await tx
    .insertInto('template_usage')
    .values({ account_id: accountId, templates: 1 })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ templates: sql`template_usage.templates + 1` })
        .where((row) => (limit === null ? row.val(true) : row('template_usage.templates', '<', limit))),
    )
    .returning('templates')
    .executeTakeFirst();
  if (counted) return undefined;
  return templateAllowance(plan, await templatesNow(tx, accountId));
}

/** Stops counting a deleted template, so that a new one can be created immediately. */
export async function uncountTemplate(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('template_usage')
    .set({ templates: sql`greatest(templates - 1, 0)` })
    .where('account_id', '=', accountId)
    .execute();
}
