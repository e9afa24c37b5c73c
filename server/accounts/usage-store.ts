import { sql, type Kysely } from 'kysely';
import { allowance, templateAllowance } from '#core/plan/allowance.ts';
import { planNamed, plans } from '#core/plan/plans.ts';
import type { Refusal } from '#core/refusal.ts';
import type { Schema } from '../db/schema.ts';
import type { Tx } from '../db/transaction.ts';

/** The plan and how many documents of the calendar month (UTC) of `at` count against it. */
export async function uploadsThisMonth(
  db: Kysely<Schema>,
  accountId: string,
  at: Date,
): Promise<{ plan: string; used: number }> {
  const row = await db
    .selectFrom('accounts')
    .leftJoin('monthly_usage', (join) =>
      join.onRef('monthly_usage.account_id', '=', 'accounts.id').on('monthly_usage.month', '=', monthOf(at)),
    )
    .select(['accounts.plan', 'monthly_usage.documents'])
    .where('accounts.id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { plan: row.plan, used: row.documents ?? 0 };
}

/**
 * Counts one more document, or says why not. One statement decides, so that a hundred uploads at once cannot
 * pass the limit together.
 */
export async function countUpload(tx: Tx, accountId: string, at: Date): Promise<Refusal | undefined> {
  const { plan } = await tx
    .selectFrom('accounts')
    .select('plan')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const limit = plans[planNamed(plan)].limits.documentsPerMonth;
  const counted = await tx
    .insertInto('monthly_usage')
    .values({ account_id: accountId, month: monthOf(at), documents: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'month'])
        .doUpdateSet({ documents: sql`monthly_usage.documents + 1` })
        .where((row) => (limit === null ? row.val(true) : row('monthly_usage.documents', '<', limit))),
    )
    .returning('documents')
    .executeTakeFirst();
  if (counted) return undefined;
  return allowance(planNamed(plan), (await uploadsThisMonth(tx, accountId, at)).used);
}

/** A draft that is deleted stops counting in the month it was uploaded (decisions.md §1). */
export async function uncountUpload(tx: Tx, accountId: string, uploadedAt: Date): Promise<void> {
  await tx
    .updateTable('monthly_usage')
    .set({ documents: sql`greatest(documents - 1, 0)` })
    .where('account_id', '=', accountId)
    .where('month', '=', monthOf(uploadedAt))
    .execute();
}

/** The plan and how many templates the account has. */
export async function templatesNow(
  db: Kysely<Schema>,
  accountId: string,
): Promise<{ plan: string; used: number }> {
  const row = await db
    .selectFrom('accounts')
    .leftJoin('template_usage', 'template_usage.account_id', 'accounts.id')
    .select(['accounts.plan', 'template_usage.templates'])
    .where('accounts.id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { plan: row.plan, used: row.templates ?? 0 };
}

/** Counts one more template, or says why not; decided by one statement, as in countUpload. */
export async function countTemplate(tx: Tx, accountId: string): Promise<Refusal | undefined> {
  const { plan } = await templatesNow(tx, accountId);
  const limit = plans[planNamed(plan)].limits.templates;
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
  return templateAllowance(planNamed(plan), (await templatesNow(tx, accountId)).used);
}

/** A template that is deleted makes room for another at once. */
export async function uncountTemplate(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('template_usage')
    .set({ templates: sql`greatest(templates - 1, 0)` })
    .where('account_id', '=', accountId)
    .execute();
}

function monthOf(at: Date): string {
  return `${at.toISOString().slice(0, 7)}-01`;
}
