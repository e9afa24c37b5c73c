import type { SubscriptionStatus, SubscriptionUsage } from '#contract/operations/billing.ts';
import { plans } from '#core/plan/plans.ts';
import { entitlement } from '#core/plan/subscription.ts';
import { readPlan } from '../../records/plan-store.ts';
import { monthUse } from '../../accounts/profile/usage-store.ts';
import type { BillingDeps } from './deps.ts';
import type { Outage } from './outage.ts';
import { readSubscription } from './read-subscription.ts';
import { findSubscription, type StoredSubscription } from './subscription-store.ts';

/**
 * Milliseconds for which the copy is used without asking the provider. Events and our own actions update it
 * too.
 */
const freshFor = 60_000;
/** Maximum number of milliseconds that a page with the status waits for the provider. */
const patience = 3_000;

/**
 * Returns the last known status, after reading it again if the copy is outdated. Never fails because of the
 * provider (F-21).
 */
export async function subscriptionStatus(
  services: BillingDeps,
  outage: Outage,
  accountId: string,
): Promise<SubscriptionStatus> {
  const { db, provider, clock } = services;
  let stored = await findSubscription(db, provider.name, accountId);
  let stale = false;
  if (stored && services.plans === 'on') {
    const old = stored.readAt === null || clock() - stored.readAt.getTime() > freshFor;
    if (outage.isOn()) stale = true;
    else if (old) {
      stale = (await readSubscription(services, accountId, { withinMs: patience })) !== undefined;
      stored = await findSubscription(db, provider.name, accountId);
    }
  }
  return statusView(services, accountId, stored, stale);
}

async function statusView(
  services: BillingDeps,
  accountId: string,
  stored: StoredSubscription | undefined,
  stale: boolean,
): Promise<SubscriptionStatus> {
  const { db, provider } = services;
  const now = services.clock();
  const planName = await readPlan(db, accountId, services);
  const off = services.plans === 'off';
  // A subscription bought before plans were turned off is still charged, so it is shown until it ends.
  const bought = entitlement(stored?.read ?? null, now);
  const read = off && bought.plan === 'free' ? null : (stored?.read ?? null);
  const { standing, nextPayment, until, plan: paid } = entitlement(read, now);
  const given = read === null && planName !== 'free';
  return {
    planName,
    status: given ? 'active' : standing,
    nextBillingDate: moment(nextPayment),
    amount: plans[off ? paid : planName].dollarsPerMonth,
    currency: 'usd',
    subscribedPlan: read?.plan ?? null,
    trialEndsAt: standing === 'trialing' || standing === 'cancelling' ? trialEnd(read?.trialEnd, now) : null,
    endsAt: moment(standing === 'ended' ? (read?.endedAt ?? read?.cancelAt ?? null) : until),
    paymentProblem: standing === 'past_due' ? 'declined' : null,
    card: off && read === null ? null : (stored?.card ?? null),
    trialAvailable: !off && (stored?.trialUsedAt ?? null) === null,
    stale,
    readAt: stored?.readAt?.toISOString() ?? null,
    testMode: provider.testMode,
    plansOff: off,
  };
}

/** Returns the number of documents of the current calendar month by status (specification §3). */
export async function subscriptionUsage(
  { db, clock }: BillingDeps,
  accountId: string,
): Promise<SubscriptionUsage> {
  const { used, completed, byStatus } = await monthUse(db, accountId, new Date(clock()));
  return {
    documentsUsed: used,
    completedDocuments: completed,
    pendingDocuments: (byStatus['sent'] ?? 0) + (byStatus['sealing'] ?? 0),
  };
}

function trialEnd(at: number | null | undefined, now: number): string | null {
  return at !== null && at !== undefined && at > now ? moment(at) : null;
}

function moment(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
