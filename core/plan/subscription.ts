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
  /** null: at a price that is no plan's. It is charged all the same, and gives none. */
  plan: PaidPlan | null;
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
  const { cancelAt, state, periodEnd } = subscription;
  const plan = subscription.plan ?? 'free';
  if (!isRunning(subscription, now)) {
    return plan === 'free' || neverBegan(state) ? free : { ...free, standing: 'ended' };
  }
  if (cancelAt === null) return { plan, until: null, standing: standingOf(state), nextPayment: periodEnd };
  return { plan, until: plan === 'free' ? null : cancelAt, standing: 'cancelling', nextPayment: null };
}

/** Whether it gives its plan, or will again without a new subscription. */
export function isLive({ state }: Pick<ProviderSubscription, 'state'>): boolean {
  return state === 'trialing' || state === 'active' || state === 'past_due';
}

type Course = Pick<ProviderSubscription, 'state' | 'cancelAt'>;

/** Whether it is live, and not over by a cancellation for a time that has come. */
export function isRunning(subscription: Course, now: number): boolean {
  return isLive(subscription) && (subscription.cancelAt === null || now < subscription.cancelAt);
}

/** Whether it is charged again when its period ends, as far as anybody has said. */
export function renews(subscription: Course): boolean {
  return isLive(subscription) && subscription.cancelAt === null;
}

/** Of several, the one that counts: a live one before any other, then one with a plan, then the larger one, then the newer. */
export function leading(subscriptions: readonly ProviderSubscription[]): ProviderSubscription | null {
  const rank = (one: ProviderSubscription): number =>
    (isLive(one) ? 8 : 0) +
    (one.plan === null ? 0 : 4) +
    (neverBegan(one.state) ? 0 : 2) +
    (one.plan === 'business' ? 1 : 0);
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
