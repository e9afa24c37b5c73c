import type { Kysely } from 'kysely';
import { planStepText } from '#core/account/event.ts';
import { planNamed, type PlanName } from '#core/plan/plans.ts';
import { recordAccountEvent, type NewAccountEvent } from './account-event-store.ts';
import type { Schema } from '../foundation/db/schema.ts';
import type { Tx } from '../foundation/db/transaction.ts';
import type { Clock } from '../ports/clock.ts';

/** The setting PLANS. With 'off' nothing is limited and nothing is sold. */
export type PlanSetting = 'on' | 'off';

/** Input for determining an account's plan: the time, and the setting. */
export type PlanRules = { clock: Clock; plans: PlanSetting };

/**
 * Returns the plan whose limits apply at `now` (ms UTC). A canceled plan ends when its time is over, without
 * a write.
 */
export function planInForce(
  account: { plan: string; plan_until: Date | null },
  now: number,
  setting: PlanSetting,
): PlanName {
  if (setting === 'off') return 'business';
  const over = account.plan_until !== null && now >= account.plan_until.getTime();
  return over ? 'free' : planNamed(account.plan);
}

/** Returns the current plan of an account without a lock; a concurrent change may be about to commit. */
export async function readPlan(
  db: Kysely<Schema>,
  accountId: string,
  { clock, plans }: PlanRules,
): Promise<PlanName> {
  return planInForce(await planColumns(db, accountId).executeTakeFirstOrThrow(), clock(), plans);
}

/**
 * Returns the plan of an account and locks it against changes until the transaction ends, so that an action
 * is counted under the plan in force at its commit. Such actions wait for plan changes only, not for each
 * other.
 */
export async function lockPlanUsage(
  tx: Tx,
  accountId: string,
  { clock, plans }: PlanRules,
): Promise<PlanName> {
  const account = await planColumns(tx, accountId).forShare().executeTakeFirstOrThrow();
  return planInForce(account, clock(), plans);
}

/**
 * Like `lockPlanUsage`, for actions that count rows before they insert one. They also wait for each other, so that
 * concurrent actions cannot exceed the limit together. Take this lock before any other, since holders of the
 * plan lock wait for it as well.
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
 * Sets the Free plan for an account without a plan. Keeps a plan that was chosen concurrently: 'Skip Setup'
 * in one tab must not undo a checkout paid in another.
 */
export async function chooseFreePlan(db: Kysely<Schema>, accountId: string): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ plan: 'free' })
    .where('id', '=', accountId)
    .where('plan', '=', '')
    .execute();
}

/** The member who requested a plan change, and their IP address. */
export type Asker = { userId: string; ip: string | undefined };

/**
 * Sets the plan read from the payment provider; `until` is ms UTC or null. Returns true if that changed
 * anything. The change is recorded in the audit log with the member who requested it, if any.
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

/** The event for a different plan, or for the same plan being canceled or resumed. */
function planEvent(
  before: { plan: string; plan_until: Date | null },
  { plan: to, until }: { plan: PlanName; until: number | null },
): NewAccountEvent | undefined {
  const from = before.plan === '' ? null : planNamed(before.plan);
  if (from === to && until === null && before.plan_until === null) return undefined;
  const changed = from !== to;
  const type = changed ? 'plan_changed' : until === null ? 'subscription_resumed' : 'subscription_canceled';
  const plan = { from, to, until: changed || until === null ? null : new Date(until).toISOString() };
  return { type, plan, detail: planStepText(plan) };
}

function planColumns(db: Kysely<Schema>, accountId: string) {
  return db.selectFrom('accounts').select(['plan', 'plan_until']).where('id', '=', accountId);
}
