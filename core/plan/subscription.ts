import type { PlanName } from './plans.ts';

/** Plans that cost money. */
export type PaidPlan = Exclude<PlanName, 'free'>;

/** States of a subscription, as the payment provider names them. */
export const providerStates = [
  'trialing',
  'active',
  'past_due',
  'incomplete',
  'incomplete_expired',
  'unpaid',
  'paused',
  'canceled',
] as const;
export type ProviderState = (typeof providerStates)[number];

/** A subscription as the payment provider reports it. Times are ms UTC. */
export type ProviderSubscription = {
  id: string;
  /** Null if the price belongs to no plan. The provider still charges it, but it provides no plan. */
  plan: PaidPlan | null;
  state: ProviderState;
  createdAt: number;
  periodEnd: number;
  trialEnd: number | null;
  /** When a canceled subscription ends; null if it renews. */
  cancelAt: number | null;
  endedAt: number | null;
};

export const standings = ['free', 'trialing', 'active', 'past_due', 'cancelling', 'ended'] as const;
/** State of a subscription as shown to people. */
export type Standing = (typeof standings)[number];

export type Entitlement = {
  /** The plan whose limits apply. */
  plan: PlanName;
  /** Time (ms UTC) at which the account automatically becomes Free; null while the plan continues. */
  until: number | null;
  standing: Standing;
  /** Due date of the next payment (ms UTC). */
  nextPayment: number | null;
};

const free: Entitlement = { plan: 'free', until: null, standing: 'free', nextPayment: null };

/**
 * Returns the plan of an account. It depends only on the provider's state and the time, not on the order of
 * messages. The plan continues while the provider retries a failed payment, and the provider decides when to
 * give up. If the provider is unreachable, the plan continues (F-21), unless its cancellation date has passed.
 */
export function entitlement(subscription: ProviderSubscription | null, now: number): Entitlement {
  if (!subscription) return free;
  const { cancelAt, state, periodEnd } = subscription;
  const plan = subscription.plan ?? 'free';
  if (!isRunning(subscription, now)) {
    return plan === 'free' || neverBegan(state) ? free : { ...free, standing: 'ended' };
  }
  if (cancelAt === null) return { plan, until: null, standing: standingOf(state), nextPayment: periodEnd };
  return { plan, until: plan === 'free' ? null : cancelAt, standing: 'cancelling', nextPayment: null };
}

/** Returns true if the subscription provides its plan, or will do so again without a new subscription. */
export function isLive({ state }: Pick<ProviderSubscription, 'state'>): boolean {
  return state === 'trialing' || state === 'active' || state === 'past_due';
}

type Course = Pick<ProviderSubscription, 'state' | 'cancelAt'>;

/** Returns true if the subscription is live and its cancellation date has not passed. */
export function isRunning(subscription: Course, now: number): boolean {
  return isLive(subscription) && (subscription.cancelAt === null || now < subscription.cancelAt);
}

/** Returns true if the subscription is expected to be charged again at the end of its period. */
export function renews(subscription: Course): boolean {
  return isLive(subscription) && subscription.cancelAt === null;
}

/**
 * Returns the subscription that counts. Prefers a live one, then one with a plan, then the larger plan, then the
 * newer one.
 */
export function leading(subscriptions: readonly ProviderSubscription[]): ProviderSubscription | null {
  const rank = (one: ProviderSubscription): number =>
    (isLive(one) ? 8 : 0) +
    (one.plan === null ? 0 : 4) +
    (neverBegan(one.state) ? 0 : 2) +
    (one.plan === 'business' ? 1 : 0);
  const sorted = subscriptions.toSorted((a, b) => rank(b) - rank(a) || b.createdAt - a.createdAt);
  return sorted[0] ?? null;
}

/** Returns true if the first payment never succeeded. */
function neverBegan(state: ProviderState): boolean {
  return state === 'incomplete' || state === 'incomplete_expired';
}

function standingOf(state: ProviderState): Standing {
  if (state === 'trialing') return 'trialing';
  return state === 'past_due' ? 'past_due' : 'active';
}
