import type { Kysely } from 'kysely';
import { planStepText } from '#core/account/event.ts';
import { planNamed, type PlanName } from '#core/plan/plans.ts';
import { recordAccountEvent, type NewAccountEvent } from './account-event-store.ts';
import type { Schema } from '../db/schema.ts';
import type { Tx } from '../db/transaction.ts';
import type { Clock } from '../ports/clock.ts';

/** The setting PLANS. With 'off' nothing is limited and nothing is sold. */
export type PlanSetting = 'on' | 'off';

/** By what an account's plan is found: the time, and the setting. The services of a feature hold both. */
export type PlanRules = { clock: Clock; plans: PlanSetting };

/** The plan whose limits hold at `now` (ms UTC). A plan that was cancelled ends by the clock alone. */
export function planInForce(
  account: { plan: string; plan_until: Date | null },
  now: number,
  setting: PlanSetting,
): PlanName {
  if (setting === 'off') return 'business';
  const over = account.plan_until !== null && now >= account.plan_until.getTime();
  return over ? 'free' : planNamed(account.plan);
}

/** The plan of an account, as it is; a change under way may be about to commit. */
export async function readPlan(
  db: Kysely<Schema>,
  accountId: string,
  { clock, plans }: PlanRules,
): Promise<PlanName> {
  return planInForce(await planColumns(db, accountId).executeTakeFirstOrThrow(), clock(), plans);
}

/**
 * The plan of an account, held still until the transaction ends: an act is counted against the plan that it is
 * committed under. Acts do not wait for each other here, only for a change of the plan.
 */
export async function holdPlan(tx: Tx, accountId: string, { clock, plans }: PlanRules): Promise<PlanName> {
  const account = await planColumns(tx, accountId).forShare().executeTakeFirstOrThrow();
  return planInForce(account, clock(), plans);
}

/**
 * The same for acts that count rows before they add one: they wait for each other too, or all that run at once would
 * find the last place free. Before any other lock of its transaction, since who holds the plan waits for this as well.
 */
export async function lockPlan(tx: Tx, accountId: string, { clock, plans }: PlanRules): Promise<PlanName> {
  const account = await planColumns(tx, accountId).forNoKeyUpdate().executeTakeFirstOrThrow();
  return planInForce(account, clock(), plans);
}

/** False until the account's holder has chosen a plan. */
export async function readPlanChosen(db: Kysely<Schema>, accountId: string): Promise<boolean> {
  return (await planColumns(db, accountId).executeTakeFirstOrThrow()).plan !== '';
}

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

/** The member whose act a change of the plan comes from, and from where they asked. */
export type Asker = { userId: string; ip: string | undefined };

/**
 * Gives an account the plan that was read from the payment provider; `until` is ms UTC or null. True when that changed
 * anything, which the audit trail then says, with the member who asked for it, if one did.
 */
export async function setPlan(
  tx: Tx,
  accountId: string,
  { plan, until }: { plan: PlanName; until: number | null },
  now: number,
  asker?: Asker,
): Promise<boolean> {
  const before = await planColumns(tx, accountId).executeTakeFirstOrThrow();
  const planUntil = until === null ? null : new Date(until);
  const changed = await tx
    .updateTable('accounts')
    .set({ plan, plan_until: planUntil })
    .where('id', '=', accountId)
    .where((row) => row.or([row('plan', '!=', plan), row('plan_until', 'is distinct from', planUntil)]))
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return false;
  const event = planEvent(before, { plan, until });
  if (event) await recordAccountEvent(tx, accountId, { ...event, ...asker }, now);
  return true;
}

/** Another plan; or the same one, that was cancelled for a day, or is not to end any more. */
function planEvent(
  before: { plan: string; plan_until: Date | null },
  { plan: to, until }: { plan: PlanName; until: number | null },
): NewAccountEvent | undefined {
  const from = before.plan === '' ? null : planNamed(before.plan);
  if (from === to && until === null && before.plan_until === null) return undefined;
  const changed = from !== to;
  const type = changed ? 'plan_changed' : until === null ? 'subscription_resumed' : 'subscription_cancelled';
  const plan = { from, to, until: changed || until === null ? null : new Date(until).toISOString() };
  return { type, plan, detail: planStepText(plan) };
}

function planColumns(db: Kysely<Schema>, accountId: string) {
  return db.selectFrom('accounts').select(['plan', 'plan_until']).where('id', '=', accountId);
}
