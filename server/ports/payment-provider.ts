import type { Routes } from '../foundation/http/fastify-app.ts';
import type { JobQueue } from '../foundation/jobs/job-queue.ts';
import type { PaidPlan, ProviderSubscription } from '#core/plan/subscription.ts';

/** Failure of a call to the payment provider. Nothing was changed at the provider. */
export type PaymentFailure = {
  /**
   * unavailable: the provider is down, slow, or rejected our key. declined: the card was declined. unknown:
   * the object does not exist.
   */
  failed: 'unavailable' | 'declined' | 'unknown';
  /** For the log. The reason for a declined card may also be shown to its owner. */
  detail: string;
};

export function isFailure(value: unknown): value is PaymentFailure {
  return typeof value === 'object' && value !== null && 'failed' in value;
}

export type CustomerReading = {
  subscriptions: ProviderSubscription[];
  /** The card that is charged. */
  card: { brand: string; last4: string } | null;
};

export type CheckoutOrder = {
  accountId: string;
  customerId: string;
  plan: PaidPlan;
  /** Days of trial; 0 for none. */
  trialDays: number;
  /** URL to return to after success. '{CHECKOUT_SESSION_ID}' in it is replaced with the id. */
  successUrl: string;
  cancelUrl: string;
};

export type Checkout = { id: string; url: string | null; state: 'open' | 'complete' | 'expired' };

export type ChangeQuote = {
  /** Amounts in US cents. Negative lines are credits. */
  lines: { description: string; amountCents: number }[];
  dueNowCents: number;
  creditCents: number;
};

export type ProviderInvoice = {
  id: string;
  number: string;
  /** When the invoice was created (ms UTC). */
  createdAt: number;
  amountCents: number;
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  url: string | null;
  pdfUrl: string | null;
};

export type PaymentEvent = {
  id: string;
  type: string;
  /** The customer that the event is about, if any. */
  customerId: string | null;
};

export type ReadOptions = { /** Timeout in ms. */ withinMs?: number };

/**
 * The payment provider. With an idempotency key, a repeated call takes effect once. Expected failures are
 * return values. Events are trusted only to name the customer, whose state is then read from the provider
 * (S-36).
 */
export interface PaymentProvider {
  /**
   * Name under which customers are stored: sandbox, stripe-test, stripe-live or none. Customers of one name
   * do not exist under another.
   */
  name: string;
  /** True if no real money is charged. */
  testMode: boolean;
  createCustomer(
    who: { accountId: string; email: string; name: string },
    key: string,
  ): Promise<{ id: string } | PaymentFailure>;
  readCustomer(customerId: string, options?: ReadOptions): Promise<CustomerReading | PaymentFailure>;
  openCheckout(order: CheckoutOrder, key: string): Promise<Checkout | PaymentFailure>;
  /** Returns 'unknown' if the checkout belongs to another customer. */
  readCheckout(customerId: string, checkoutId: string): Promise<Checkout | PaymentFailure>;
  /** Closes an open checkout, so that it can no longer be paid. */
  closeCheckout(checkoutId: string): Promise<void | PaymentFailure>;
  /** Cancels the subscription at the end of the paid period, or reverts the cancellation. */
  setCancelled(subscriptionId: string, cancelled: boolean, key: string): Promise<void | PaymentFailure>;
  quoteChange(
    customerId: string,
    subscriptionId: string,
    plan: PaidPlan,
  ): Promise<ChangeQuote | PaymentFailure>;
  /**
   * Changes the plan and charges the difference immediately. If the charge fails, nothing changes. Also
   * reverts a cancellation.
   */
  changePlan(subscriptionId: string, plan: PaidPlan, key: string): Promise<void | PaymentFailure>;
  openPortal(customerId: string, returnUrl: string): Promise<{ url: string } | PaymentFailure>;
  listInvoices(customerId: string): Promise<ProviderInvoice[] | PaymentFailure>;
  /**
   * Returns undefined if the event is not from the provider, was altered, or is more than five minutes old at
   * `now` (ms UTC).
   */
  readEvent(body: Buffer, signature: string | undefined, now: number): Promise<PaymentEvent | undefined>;
}

/** A payment provider inside this server: its pages, its API, and the delivery of its events to us. */
export interface PaymentSandbox {
  routes(jobs: Pick<JobQueue, 'enqueue'>): Routes;
  /** Delivers one event to our webhook. Throws if it was not accepted, so that it is delivered again. */
  deliver(eventId: string): Promise<void>;
  /** Runs renewals and other timed changes. */
  startRenewals(): { stop(): Promise<void> };
}

export type Payments = { provider: PaymentProvider; sandbox?: PaymentSandbox | undefined };
