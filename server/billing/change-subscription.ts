import { randomUUID } from 'node:crypto';
import type { ChangePreview } from '#contract/billing.ts';
import { plans } from '#core/plan/plans.ts';
import { isRunning, type PaidPlan, type ProviderSubscription } from '#core/plan/subscription.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import type { Asker } from '../records/plan-store.ts';
import { inTransaction } from '../db/transaction.ts';
import { isFailure, type PaymentFailure } from '../ports/payment-provider.ts';
import type { Services } from '../services.ts';
import { planCalled } from './plan-called.ts';
import { readSubscription } from './read-subscription.ts';
import { alreadyYours, noSubscription, plansOff, refusalOf, unknownPlan } from './refusals.ts';
import { findSubscription, forgetAsker, noteAsker } from './subscription-store.ts';

/** Ends the plan with the time that is paid for. Doing it twice is doing it once. Also where plans are off: it is still charged. */
export function cancelSubscription(
  services: Services,
  accountId: string,
  asker: Asker,
): Promise<Refusal | undefined> {
  const act = ({ id }: ProviderSubscription) => services.provider.setCancelled(id, true, randomUUID());
  return withRunning(services, accountId, asker, act);
}

/** Takes a cancellation back while the plan still goes on. */
export async function resumeSubscription(
  services: Services,
  accountId: string,
  asker: Asker,
): Promise<Refusal | undefined> {
  if (services.plans === 'off') return plansOff;
  return withRunning(services, accountId, asker, ({ id }) =>
    services.provider.setCancelled(id, false, randomUUID()),
  );
}

/** Changes to another paid plan at once; the difference is charged, or nothing is changed. */
export async function changeSubscription(
  services: Services,
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

/** The cost of changeSubscription, if it were done now. */
export async function previewChange(
  services: Services,
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
    return quote.failed === 'unknown' ? endedMeanwhile(services, accountId) : refusalOf(quote);
  return {
    planName: plan,
    ...quote,
    nextAmountCents: plans[plan].dollarsPerMonth * 100,
    nextBillingDate: new Date(subscription.periodEnd).toISOString(),
  };
}

/** One at a price that is no plan's can be cancelled; nobody knows here for what it was sold, and to what it may change. */
function refuseChange(running: ProviderSubscription, plan: PaidPlan): Refusal | undefined {
  if (running.plan === null) return noSubscription;
  return running.plan === plan ? alreadyYours : undefined;
}

/** Does something to the running subscription, and reads what came of it. */
async function withRunning(
  services: Services,
  accountId: string,
  asker: Asker,
  act: (subscription: ProviderSubscription) => Promise<void | PaymentFailure | Refusal>,
): Promise<Refusal | undefined> {
  const found = await running(services, accountId);
  if (isRefusal(found)) return found;
  const { db, provider, clock } = services;
  await noteAsker(db, provider.name, accountId, asker, clock());
  const done = await act(found.subscription);
  if (done) await forgetAsker(db, provider.name, accountId);
  if (isRefusal(done)) return done;
  if (isFailure(done))
    return done.failed === 'unknown' ? await endedMeanwhile(services, accountId) : refusalOf(done);
  // It has been told by now, if it changed anything; a later change is not theirs.
  if (await readAnew(services, accountId)) await forgetAsker(db, provider.name, accountId);
  return undefined;
}

/** It ended before our copy knew: the copy is old, and is read anew. */
async function endedMeanwhile(services: Services, accountId: string): Promise<Refusal> {
  await readAnew(services, accountId);
  return noSubscription;
}

/** False when the provider could not be asked: it is read by a job then. */
async function readAnew(services: Services, accountId: string): Promise<boolean> {
  const unread = await readSubscription(services, accountId);
  if (!unread) return true;
  await inTransaction(services.db, (tx) => services.jobs.enqueue(tx, 'read-subscription', { accountId }));
  return false;
}

async function running(
  { db, provider, clock }: Services,
  accountId: string,
): Promise<{ subscription: ProviderSubscription; customerId: string } | Refusal> {
  const stored = await findSubscription(db, provider.name, accountId);
  if (!stored?.read || !isRunning(stored.read, clock())) return noSubscription;
  return { subscription: stored.read, customerId: stored.customerId };
}

function paidPlan(name: string): PaidPlan | Refusal {
  const plan = planCalled(name);
  return plan === undefined || plan === 'free' ? unknownPlan : plan;
}
