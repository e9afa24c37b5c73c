import type { Kysely } from 'kysely';
import { planStepText } from '#core/account/event.ts';
import { planNamed, type PlanName } from '#core/plan/plans.ts';
import { recordAccountEvent, type NewAccountEvent } from './account-event-store.ts';
import type { Schema } from '../foundation/db/schema.ts';
import type { Tx } from '../foundation/db/transaction.ts';
import type { Clock } from '../ports/clock.ts';

/** The setting PLANS. With 'off', nothing is limited and nothing is sold. */
export type PlanSetting = 'on' | 'off';

/** Determines an account's plan together with its subscription: the time, and the setting PLANS. */
export type PlanRules = { clock: Clock; plans: PlanSetting };

/**
 * Returns the plan whose limits apply at `now` (ms UTC). A canceled plan ends at its end time without any
 * write.
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

/** Returns the current plan of an account without a lock. A concurrent change may be about to commit. */
export async function readPlan(
  db: Kysely<Schema>,
  accountId: string,
  { clock, plans }: PlanRules,
): Promise<PlanName> {
  return planInForce(await planColumns(db, accountId).executeTakeFirstOrThrow(), clock(), plans);
}

/**
 * Returns an account's plan and locks it against changes until the transaction ends, so that an action counts
 * under the plan in force at its commit. Such actions wait for changes of the plan, but not for each other.
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
 * Like `lockPlanUsage`, but for actions that count rows before they insert one. These also wait for each
 * other, so that concurrent actions cannot exceed the limit together. Take this lock before any other,
 * because holders of the plan lock wait for it too.
 */
export async function lockPlan(tx: Tx, accountId: string, { clock, plans }: PlanRules): Promise<PlanName> {
  const account = await planColumns(tx, accountId).forNoKeyUpdate().executeTakeFirstOrThrow();
  return planInForce(account, clock(), plans);
}

/** Returns false until someone has chosen a plan for the account. */
export async function readPlanChosen(db: Kysely<Schema>, accountId: string): Promise<boolean> {
  return (await planColumns(db, accountId).executeTakeFirstOrThrow()).plan !== '';
}

/**
 * Sets the Free plan for an account that has no plan. Keeps a plan that was chosen in the meantime, because
 * 'Skip Setup' in one tab must not undo a checkout that was paid in another.
 */
export async function chooseFreePlan(db: Kysely<Schema>, accountId: string): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ plan: 'free' })
    .where('id', '=', accountId)
    .where('plan', '=', '')
    .execute();
}

/** The member who requested a change of the plan, and their IP address. */
export type Asker = { userId: string; ip: string | undefined };

/**
 * Sets the plan that was read from the payment provider. `until` is ms UTC or null. Returns true if this
 * changed anything. The account's audit trail records the change, with the member who requested it if there
 * is one.
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

/** Returns the event for a different plan, or for the same plan being canceled or resumed. */
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
