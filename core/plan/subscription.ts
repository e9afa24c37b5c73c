import type { PlanName } from './plans.ts';

/** A plan that is paid for. */
export type PaidPlan = Exclude<PlanName, 'free'>;

/** The states of a subscription as the provider names them. */
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

/** A subscription as it was read from the provider. Moments are ms UTC. */
export type ProviderSubscription = {
  id: string;
  plan: PaidPlan;
  state: ProviderState;
  createdAt: number;
  periodEnd: number;
  trialEnd: number | null;
  /** When it is going to end because somebody cancelled; null while it renews. */
  cancelAt: number | null;
  endedAt: number | null;
};

export const standings = ['free', 'trialing', 'active', 'past_due', 'cancelling', 'ended'] as const;
/** How a subscription is shown, in one word. */
export type Standing = (typeof standings)[number];

export type Entitlement = {
  /** The plan whose limits hold. */
  plan: PlanName;
  /** Ms UTC after which it is Free without anybody saying so; null while it goes on. */
  until: number | null;
  standing: Standing;
  /** When the next payment is due. */
  nextPayment: number | null;
};

const free: Entitlement = { plan: 'free', until: null, standing: 'free', nextPayment: null };

/**
 * The plan that an account has, from the provider's state and the time alone, not from the order in which anything was
 * heard. The plan goes on while a failed payment is tried again; it is the provider that gives up. A provider that
 * cannot be asked takes nothing away (F-21), except what was cancelled for a time that has come.
 */
export function entitlement(subscription: ProviderSubscription | null, now: number): Entitlement {
  if (!subscription) return free;
  const { plan, cancelAt } = subscription;
  const over = cancelAt !== null && now >= cancelAt;
  if (over || !isLive(subscription)) {
    return neverBegan(subscription.state) ? free : { ...free, standing: 'ended' };
  }
  if (cancelAt !== null) return { plan, until: cancelAt, standing: 'cancelling', nextPayment: null };
  return { plan, until: null, standing: standingOf(subscription.state), nextPayment: subscription.periodEnd };
}

/** Whether it gives its plan, or will again without a new subscription. */
export function isLive({ state }: Pick<ProviderSubscription, 'state'>): boolean {
  return state === 'trialing' || state === 'active' || state === 'past_due';
}

/** Of several, the one that counts: a live one before any other, then the larger plan, then the newer. */
export function leading(subscriptions: readonly ProviderSubscription[]): ProviderSubscription | null {
  const rank = (one: ProviderSubscription): number =>
    (isLive(one) ? 4 : 0) + (neverBegan(one.state) ? 0 : 2) + (one.plan === 'business' ? 1 : 0);
  const sorted = subscriptions.toSorted((a, b) => rank(b) - rank(a) || b.createdAt - a.createdAt);
  return sorted[0] ?? null;
}

/** A first payment that never came through. */
function neverBegan(state: ProviderState): boolean {
  return state === 'incomplete' || state === 'incomplete_expired';
}

function standingOf(state: ProviderState): Standing {
  if (state === 'trialing') return 'trialing';
  return state === 'past_due' ? 'past_due' : 'active';
}
