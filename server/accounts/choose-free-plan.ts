import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/**
 * The Free plan for an account that has not chosen yet. A plan that was chosen meanwhile stays: a checkout that
 * was paid in another tab must not be lost to 'Skip Setup' in this one.
 */
export async function chooseFreePlan(db: Kysely<Schema>, accountId: string): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ plan: 'free' })
    .where('id', '=', accountId)
    .where('plan', '=', '')
    .execute();
}
