import { randomUUID } from 'node:crypto';
import type { ChangePreview } from '#contract/operations/billing.ts';
import { plans } from '#core/plan/plans.ts';
import { isRunning, type PaidPlan, type ProviderSubscription } from '#core/plan/subscription.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import type { Asker } from '../../records/plan-store.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { isFailure, type PaymentFailure } from '../../ports/payment-provider.ts';
import type { BillingDeps } from './deps.ts';
import { planByName } from './plan-called.ts';
import { readSubscription } from './read-subscription.ts';
import { alreadyYours, noSubscription, plansOff, refusalOf, unknownPlan } from './refusals.ts';
import { findSubscription, deleteCheckoutUser, saveCheckoutUser } from './subscription-store.ts';

/**
 * Cancels the plan at the end of the paid period. Idempotent. Works even if plans are off, since the
 * subscription would otherwise still be charged.
 */
export function cancelSubscription(
  services: BillingDeps,
  accountId: string,
  asker: Asker,
): Promise<Refusal | undefined> {
  const act = ({ id }: ProviderSubscription) => services.provider.setCancelled(id, true, randomUUID());
  return withRunning(services, accountId, asker, act);
}

/** Undoes a cancellation while the plan is still active. */
export async function resumeSubscription(
  services: BillingDeps,
  accountId: string,
  asker: Asker,
): Promise<Refusal | undefined> {
  if (services.plans === 'off') return plansOff;
  return withRunning(services, accountId, asker, ({ id }) =>
    services.provider.setCancelled(id, false, randomUUID()),
  );
}

/** Changes to another paid plan immediately. If the difference cannot be charged, nothing changes. */
export async function changeSubscription(
  services: BillingDeps,
  accountId: string,
  planName: string,
  asker: Asker,
): Promise<Refusal | undefined> {
  const plan = services.plans === 'off' ? plansOff : paidPlan(planName);
  if (isRefusal(plan)) return plan;
  return withRunning(
    services,
    accountId,
    asker,
    async (running) =>
      refuseChange(running, plan) ?? services.provider.changePlan(running.id, plan, randomUUID()),
  );
}

/** Returns the cost of changing the plan now. */
export async function previewChange(
  services: BillingDeps,
  accountId: string,
  planName: string,
): Promise<ChangePreview | Refusal> {
  const plan = services.plans === 'off' ? plansOff : paidPlan(planName);
  if (isRefusal(plan)) return plan;
  const found = await running(services, accountId);
  if (isRefusal(found)) return found;
  const { subscription, customerId } = found;
  const refused = refuseChange(subscription, plan);
  if (refused) return refused;
  const quote = await services.provider.quoteChange(customerId, subscription.id, plan);
  if (isFailure(quote))
    return quote.failed === 'unknown' ? readEndedSubscription(services, accountId) : refusalOf(quote);
  return {
    planName: plan,
    ...quote,
    nextAmountCents: plans[plan].dollarsPerMonth * 100,
    nextBillingDate: new Date(subscription.periodEnd).toISOString(),
  };
}

/** A subscription with an unknown price can only be canceled, because we do not know which plan it is for. */
function refuseChange(running: ProviderSubscription, plan: PaidPlan): Refusal | undefined {
  if (running.plan === null) return noSubscription;
  return running.plan === plan ? alreadyYours : undefined;
}

/** Performs an action on the running subscription and then reads its state from the provider. */
async function withRunning(
  services: BillingDeps,
  accountId: string,
  asker: Asker,
  act: (subscription: ProviderSubscription) => Promise<void | PaymentFailure | Refusal>,
): Promise<Refusal | undefined> {
  const found = await running(services, accountId);
  if (isRefusal(found)) return found;
  const { db, provider, clock } = services;
  await saveCheckoutUser(db, provider.name, accountId, asker, clock());
  const done = await act(found.subscription);
  if (done) await deleteCheckoutUser(db, provider.name, accountId);
  if (isRefusal(done)) return done;
  if (isFailure(done))
    return done.failed === 'unknown' ? await readEndedSubscription(services, accountId) : refusalOf(done);
  // The member has already seen this change, so later changes are not attributed to them.
  if (await readAnew(services, accountId)) await deleteCheckoutUser(db, provider.name, accountId);
  return undefined;
}

/** The subscription ended before our copy was updated, so its state is read again. */
async function readEndedSubscription(services: BillingDeps, accountId: string): Promise<Refusal> {
  await readAnew(services, accountId);
  return noSubscription;
}

/** Returns false if the provider could not be reached. A job then reads the state later. */
async function readAnew(services: BillingDeps, accountId: string): Promise<boolean> {
  const unread = await readSubscription(services, accountId);
  if (!unread) return true;
  await inTransaction(services.db, (tx) => services.jobs.enqueue(tx, 'read-subscription', { accountId }));
  return false;
}

async function running(
  { db, provider, clock }: BillingDeps,
  accountId: string,
): Promise<{ subscription: ProviderSubscription; customerId: string } | Refusal> {
  const stored = await findSubscription(db, provider.name, accountId);
  if (!stored?.read || !isRunning(stored.read, clock())) return noSubscription;
  return { subscription: stored.read, customerId: stored.customerId };
}

function paidPlan(name: string): PaidPlan | Refusal {
  const plan = planByName(name);
  return plan === undefined || plan === 'free' ? unknownPlan : plan;
}
