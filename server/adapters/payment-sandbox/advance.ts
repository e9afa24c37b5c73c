import { plans } from '#core/plan/plans.ts';
import { bill, collect, end, emitEvent } from './collect.ts';
import { priceOf, type Book, type Customer, type Subscription } from './customer.ts';

type Due = { at: number; happens: (book: Book) => void };

/** Processes everything that is due on the customer's clock, in order and each at its own time. */
export function advance(book: Book): void {
  const until = book.now;
  for (let due = earliest(book.customer); due && due.at <= until; due = earliest(book.customer)) {
    book.now = due.at;
    due.happens(book);
  }
  book.now = until;
}

/** Returns when the next scheduled change is due, on the customer's clock. */
export function nextDue(customer: Customer): number | null {
  return earliest(customer)?.at ?? null;
}

function earliest(customer: Customer): Due | undefined {
  const dues = [
    ...customer.checkouts
      .filter(({ state }) => state === 'open')
      .map((checkout): Due => ({
        at: checkout.expiresAt,
        happens: (book) => {
          checkout.state = 'expired';
          emitEvent(book, 'checkout.session.expired', checkout);
        },
      })),
    ...customer.subscriptions.flatMap(dueOf),
  ];
  return dues.sort((a, b) => a.at - b.at)[0];
}

function dueOf(subscription: Subscription): Due[] {
  const { state, retryAt, periodEnd } = subscription;
  if (state === 'past_due' && retryAt !== null) {
    return [{ at: retryAt, happens: (book) => collect(book, subscription) }];
  }
  if (state !== 'active' && state !== 'trialing') return [];
  return [{ at: periodEnd, happens: (book) => turnOver(book, subscription) }];
}

function turnOver(book: Book, subscription: Subscription): void {
  if (subscription.cancelAtPeriodEnd) return end(book, subscription);
  if (subscription.state === 'trialing') subscription.anchor = subscription.periodEnd;
  subscription.periodStart = subscription.periodEnd;
  subscription.periodEnd = monthAfter(subscription.anchor, subscription.periodStart);
  const { plan } = subscription;
  bill(book, subscription, [{ description: plans[plan].title, amountCents: priceOf(plan) }]);
}

/**
 * Returns the first monthly date after `at`, counted from `anchor`. In a month without that day it is the
 * last day.
 */
export function monthAfter(anchor: number, at: number): number {
  const start = new Date(anchor);
  for (let months = 1; ; months += 1) {
    const next = new Date(anchor);
    next.setUTCDate(1);
    next.setUTCMonth(start.getUTCMonth() + months);
    const lastDay = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate();
    next.setUTCDate(Math.min(start.getUTCDate(), lastDay));
    if (next.getTime() > at) return next.getTime();
  }
}
