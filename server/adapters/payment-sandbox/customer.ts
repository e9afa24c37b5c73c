import { plans } from '#core/plan/plans.ts';
import type { PaidPlan, ProviderState } from '#core/plan/subscription.ts';
import type { KeptCard } from './test-cards.ts';

/** The sandbox's state of one customer. Times are ms UTC on the customer's own clock. */
export type Customer = {
  id: string;
  email: string;
  name: string;
  /** Milliseconds by which the customer's clock is ahead of the server's clock. */
  shift: number;
  /** Number of objects created so far, used for the next id. */
  made: number;
  card: KeptCard | null;
  /** Credit in US cents, used for future invoices. */
  creditCents: number;
  subscriptions: Subscription[];
  invoices: Invoice[];
  checkouts: CheckoutSession[];
  portals: PortalSession[];
};

export type Subscription = {
  id: string;
  plan: PaidPlan;
  state: ProviderState;
  createdAt: number;
  /** Start of the first monthly period. */
  anchor: number;
  periodStart: number;
  periodEnd: number;
  trialEnd: number | null;
  cancelAtPeriodEnd: boolean;
  endedAt: number | null;
  /** Number of failed attempts to collect the open invoice, and the time of the next attempt. */
  failures: number;
  retryAt: number | null;
  openInvoice: string | null;
} & Sale;

/** The price id and metadata that our client sent. Older data lacks them. */
type Sale = { price?: string | undefined; metadata?: Record<string, string> | undefined };

export type Line = { description: string; amountCents: number };

export type Invoice = {
  id: string;
  number: string;
  subscriptionId: string;
  createdAt: number;
  lines: Line[];
  totalCents: number;
  /** Amount charged to the card: the total minus credit. */
  dueCents: number;
  status: 'open' | 'paid' | 'uncollectible';
};

export type CheckoutSession = {
  id: string;
  plan: PaidPlan;
  trialDays: number;
  reference: string;
  successUrl: string;
  cancelUrl: string;
  state: 'open' | 'complete' | 'expired';
  createdAt: number;
  expiresAt: number;
  subscriptionId: string | null;
  /** A card for which the bank is waiting for the holder's confirmation. */
  asked: KeptCard | null;
} & Sale;

export type PortalSession = {
  id: string;
  returnUrl: string;
  /** Time on the server's clock (ms UTC). */
  openedAt: number;
  asked: KeptCard | null;
};

/** An event to deliver: its type, and the object whose state it contains. */
export type Happening = { type: string; about: Subscription | Invoice | CheckoutSession };

/**
 * A customer during an operation. It is changed in place, and then saved together with its events or not at
 * all.
 */
export type Book = { customer: Customer; now: number; happened: Happening[] };

/** Why an operation was refused. Nothing was changed. */
export type Denied = { denied: string };

export function isDenied(value: unknown): value is Denied {
  return typeof value === 'object' && value !== null && 'denied' in value;
}

export const priceOf = (plan: PaidPlan): number => plans[plan].dollarsPerMonth * 100;

/**
 * Returns the next id. Every id contains the customer's random part, which makes it unguessable and
 * identifies the customer.
 */
export function nextId(customer: Customer, prefix: string): string {
  customer.made += 1;
  return `${prefix}_${customerPart(customer.id)}_${customer.made}`;
}

/** Returns the random part of an id: 'cus_5f…' and 'sub_5f…_3' belong to the same customer. */
export function customerPart(id: string): string {
  return /_([0-9a-f]{32})(?:_|$)/.exec(id)?.[1] ?? '';
}

export function newCustomer(random: string, who: { email: string; name: string }): Customer {
  return {
    id: `cus_${random}`,
    ...who,
    shift: 0,
    made: 0,
    card: null,
    creditCents: 0,
    subscriptions: [],
    invoices: [],
    checkouts: [],
    portals: [],
  };
}
