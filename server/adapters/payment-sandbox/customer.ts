import { plans } from '#core/plan/plans.ts';
import type { PaidPlan, ProviderState } from '#core/plan/subscription.ts';
import type { KeptCard } from './test-cards.ts';

/** Everything the sandbox knows of one customer. Moments are ms UTC on the customer's own clock. */
export type Customer = {
  id: string;
  email: string;
  name: string;
  /** How far the customer's clock was moved ahead of the server's, in ms. */
  shift: number;
  /** Things made so far; their ids count on. */
  made: number;
  card: KeptCard | null;
  /** US cents that are owed to the customer, and used up by the next invoices. */
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
  /** Periods are whole months from here. */
  anchor: number;
  periodStart: number;
  periodEnd: number;
  trialEnd: number | null;
  cancelAtPeriodEnd: boolean;
  endedAt: number | null;
  /** Failed tries to collect the open invoice, and when the next one is. */
  failures: number;
  retryAt: number | null;
  openInvoice: string | null;
} & Sale;

/** As our client named it; absent in what was begun before it was kept. */
type Sale = { price?: string | undefined; metadata?: Record<string, string> | undefined };

export type Line = { description: string; amountCents: number };

export type Invoice = {
  id: string;
  number: string;
  subscriptionId: string;
  createdAt: number;
  lines: Line[];
  totalCents: number;
  /** Charged to the card: the total less credit. */
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
  /** A card whose owner is asked to confirm. */
  asked: KeptCard | null;
} & Sale;

export type PortalSession = {
  id: string;
  returnUrl: string;
  /** On the server's clock. */
  openedAt: number;
  asked: KeptCard | null;
};

/** News for whoever listens: an event's type and whose state it is about. */
export type Happening = { type: string; about: Subscription | Invoice | CheckoutSession };

/** One customer while something is done: changed in place, and saved with what happened or not at all. */
export type Book = { customer: Customer; now: number; happened: Happening[] };

/** Why something was not done. Nothing was changed. */
export type Denied = { denied: string };

export function isDenied(value: unknown): value is Denied {
  return typeof value === 'object' && value !== null && 'denied' in value;
}

export const priceOf = (plan: PaidPlan): number => plans[plan].dollarsPerMonth * 100;

/** Every id holds the customer's own random part, so it says where to look, and nobody guesses it. */
export function nextId(customer: Customer, prefix: string): string {
  customer.made += 1;
  return `${prefix}_${customerPart(customer.id)}_${customer.made}`;
}

/** The random part of any id: 'cus_5f…' and 'sub_5f…_3' name the same customer. */
export function customerPart(id: string): string {
  return /_([0-9a-f]{32})(?:_|$)/.exec(id)?.[1] ?? '';
}

export function newCustomer(random: string, who: { email: string; name: string }): Customer {
  return {
    ...{ id: `cus_${random}`, ...who, shift: 0, made: 0, card: null, creditCents: 0 },
    ...{ subscriptions: [], invoices: [], checkouts: [], portals: [] },
  };
}
