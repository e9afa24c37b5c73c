import { plans } from '#core/plan/plans.ts';
import { isLive, type PaidPlan } from '#core/plan/subscription.ts';
import { monthAfter } from './advance.ts';
import { bill, canPay, collect, emitEvent, total } from './collect.ts';
import { nextId, priceOf, type Book, type Denied, type Line, type Subscription } from './customer.ts';
import type { CheckoutSession, Customer } from './customer.ts';
import type { KeptCard } from './test-cards.ts';

const day = 86_400_000;
const declined: Denied = { denied: 'Your card was declined.' };

/**
 * Pays an open checkout. Returns 'ask' if the card holder must confirm first; the next call then passes
 * `confirmed`.
 */
export function payCheckout(
  book: Book,
  checkout: CheckoutSession,
  card: KeptCard,
  confirmed = false,
): 'complete' | 'ask' | Denied {
  if (checkout.state !== 'open') return { denied: 'This checkout is closed.' };
  const asksNothing = confirmed || card.conduct !== 'needs-authentication';
  if (!asksNothing) {
    checkout.asked = card;
    return 'ask';
  }
  const failsAtOnce = card.conduct === 'fails-later' && checkout.trialDays === 0;
  checkout.asked = null;
  if (card.conduct === 'declined' || failsAtOnce) return declined;
  book.customer.card = card;
  checkout.state = 'complete';
  const subscription = begin(book, checkout);
  checkout.subscriptionId = subscription.id;
  emitEvent(book, 'checkout.session.completed', checkout);
  return 'complete';
}

function begin(book: Book, { plan, price, metadata, trialDays }: CheckoutSession): Subscription {
  const { customer, now } = book;
  const trialEnd = trialDays > 0 ? now + trialDays * day : null;
  const subscription: Subscription = {
    id: nextId(customer, 'sub'),
    plan,
    state: trialEnd === null ? 'active' : 'trialing',
    createdAt: now,
    anchor: now,
    trialEnd,
    periodStart: now,
    periodEnd: trialEnd ?? monthAfter(now, now),
    cancelAtPeriodEnd: false,
    endedAt: null,
    failures: 0,
    retryAt: null,
    openInvoice: null,
    price,
    metadata,
  };
  customer.subscriptions.push(subscription);
  emitEvent(book, 'customer.subscription.created', subscription);
  if (trialEnd === null) {
    bill(book, subscription, [{ description: plans[plan].title, amountCents: priceOf(plan) }]);
  }
  return subscription;
}

/** Sets whether an active subscription ends with the current period. */
export function setCancelled(book: Book, subscription: Subscription, cancelled: boolean): void {
  subscription.cancelAtPeriodEnd = cancelled;
  emitEvent(book, 'customer.subscription.updated', subscription);
}

/** Returns the invoice lines for changing the plan now; none during a trial. */
export function quote(customer: Customer, subscription: Subscription, plan: PaidPlan, now: number): Line[] {
  if (subscription.state === 'trialing' || plan === subscription.plan) return [];
  const { periodStart, periodEnd } = subscription;
  const left = Math.max(0, (periodEnd - now) / (periodEnd - periodStart));
  return [
    {
      description: `Unused time on ${plans[subscription.plan].title}`,
      amountCents: -Math.round(priceOf(subscription.plan) * left),
    },
    { description: `Remaining time on ${plans[plan].title}`, amountCents: Math.round(priceOf(plan) * left) },
  ];
}

/**
 * Changes the plan of an active subscription and charges the difference. If the charge fails, nothing
 * changes.
 */
export function changePlan(book: Book, subscription: Subscription, plan: PaidPlan): Denied | undefined {
  if (subscription.state === 'past_due') return { denied: 'An earlier payment is still open.' };
  const lines = quote(book.customer, subscription, plan, book.now);
  if (!canPay(book.customer, total(book.customer, lines).dueCents)) return declined;
  subscription.plan = plan;
  if (lines.length > 0) bill(book, subscription, lines);
  emitEvent(book, 'customer.subscription.updated', subscription);
  return undefined;
}

/** Stores a new card and pays open invoices with it. Returns 'ask' if the card holder must confirm first. */
export function saveCard(book: Book, card: KeptCard, confirmed = false): 'kept' | 'ask' | Denied {
  if (card.conduct === 'declined') return declined;
  if (card.conduct === 'needs-authentication' && !confirmed) return 'ask';
  book.customer.card = card;
  for (const subscription of book.customer.subscriptions) {
    if (subscription.state === 'past_due') payOpen(book, subscription);
    else if (live(subscription)) emitEvent(book, 'customer.subscription.updated', subscription);
  }
  return 'kept';
}

/** Tries to pay the open invoice. A card that fails here does not count as a scheduled retry. */
function payOpen(book: Book, subscription: Subscription): void {
  const invoice = book.customer.invoices.find(({ id }) => id === subscription.openInvoice);
  if (invoice && canPay(book.customer, invoice.dueCents)) collect(book, subscription);
}

function live({ state }: Subscription): boolean {
  return isLive({ state });
}
