import type { Routes } from '../foundation/http/fastify-app.ts';
import type { JobQueue } from '../foundation/jobs/job-queue.ts';
import type { PaidPlan, ProviderSubscription } from '#core/plan/subscription.ts';

/** Failure of a call to the payment provider. Nothing was changed at the provider. */
export type PaymentFailure = {
  /** unavailable: down, slow, or it rejected our key. declined: the card. unknown: no such object. */
  failed: 'unavailable' | 'declined' | 'unknown';
  /** For the log; the reason for a declined card may be shown to its owner. */
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
  /** 0: no trial. */
  trialDays: number;
  /** Redirect after success; '{CHECKOUT_SESSION_ID}' in it is replaced with the id. */
  successUrl: string;
  cancelUrl: string;
};

export type Checkout = { id: string; url: string | null; state: 'open' | 'complete' | 'expired' };

export type ChangeQuote = {
  /** US cents; negative lines are credits. */
  lines: { description: string; amountCents: number }[];
  dueNowCents: number;
  creditCents: number;
};

export type ProviderInvoice = {
  id: string;
  number: string;
  /** Time in ms UTC. */
  createdAt: number;
  amountCents: number;
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  url: string | null;
  pdfUrl: string | null;
};

export type PaymentEvent = {
  id: string;
  type: string;
  /** The customer concerned, if any. */
  customerId: string | null;
};

export type ReadOptions = { /** Timeout in ms. */ withinMs?: number };

/**
 * The payment provider. An idempotency key makes a repeated call act once; expected failures are return
 * values. Events are only trusted to name the customer: the state is then read from the provider (S-36).
 */
export interface PaymentProvider {
  /** Customers of one name are invalid under another: sandbox, stripe-test, stripe-live, none. */
  name: string;
  /** True if no real money is charged. */
  testMode: boolean;
  createCustomer(
    who: { accountId: string; email: string; name: string },
    key: string,
  ): Promise<{ id: string } | PaymentFailure>;
  readCustomer(customerId: string, options?: ReadOptions): Promise<CustomerReading | PaymentFailure>;
  openCheckout(order: CheckoutOrder, key: string): Promise<Checkout | PaymentFailure>;
  /** 'unknown' if it belongs to another customer. */
  readCheckout(customerId: string, checkoutId: string): Promise<Checkout | PaymentFailure>;
  /** Closes an open checkout, so that it can no longer be paid. */
  closeCheckout(checkoutId: string): Promise<void | PaymentFailure>;
  /** Cancels at the end of the paid period, or reverts that. */
  setCancelled(subscriptionId: string, cancelled: boolean, key: string): Promise<void | PaymentFailure>;
  quoteChange(
    customerId: string,
    subscriptionId: string,
    plan: PaidPlan,
  ): Promise<ChangeQuote | PaymentFailure>;
  /** Charges the difference immediately, and changes nothing if that fails. Reverts a cancellation. */
  changePlan(subscriptionId: string, plan: PaidPlan, key: string): Promise<void | PaymentFailure>;
  openPortal(customerId: string, returnUrl: string): Promise<{ url: string } | PaymentFailure>;
  listInvoices(customerId: string): Promise<ProviderInvoice[] | PaymentFailure>;
  /**
   * Returns undefined if the event is not from the provider, was altered, or is older than five minutes at
   * `now`, ms UTC.
   */
  readEvent(body: Buffer, signature: string | undefined, now: number): Promise<PaymentEvent | undefined>;
}

/** A provider inside this server: its pages, its API, and the delivery of its events to us. */
export interface PaymentSandbox {
  routes(jobs: Pick<JobQueue, 'enqueue'>): Routes;
  /** Delivers one event to our webhook; throws if it was not accepted, so that it is delivered again. */
  deliver(eventId: string): Promise<void>;
  /** Runs renewals and other timed changes. */
  startRenewals(): { stop(): Promise<void> };
}

export type Payments = { provider: PaymentProvider; sandbox?: PaymentSandbox | undefined };
