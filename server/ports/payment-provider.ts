import type { Feature } from '../http/fastify-app.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { PaidPlan, ProviderSubscription } from '#core/plan/subscription.ts';

/** Why the provider did not do it. In each case nothing was changed there. */
export type PaymentFailure = {
  /** unavailable: down, slow, or it does not let us in. declined: the card. unknown: there is no such thing. */
  failed: 'unavailable' | 'declined' | 'unknown';
  /** For the log; what declined a card is fit for its owner too. */
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
  /** 0: without a trial. */
  trialDays: number;
  /** Where to go after success; '{CHECKOUT_SESSION_ID}' in it becomes the id. */
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
  /** Ms UTC. */
  createdAt: number;
  amountCents: number;
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  url: string | null;
  pdfUrl: string | null;
};

export type PaymentEvent = {
  id: string;
  type: string;
  /** Whom it is about, when it is about a customer at all. */
  customerId: string | null;
};

export type ReadOptions = { /** Gives up after so many ms. */ withinMs?: number };

/**
 * Who takes the money. A key makes a call that is repeated do its act once; expected failures are values. What an
 * event says is never believed beyond whom it is about: the state is read (S-36).
 */
export interface PaymentProvider {
  /** Customers of one name mean nothing under another: sandbox, stripe-test, stripe-live. */
  name: string;
  /** No money moves. */
  testMode: boolean;
  createCustomer(
    who: { accountId: string; email: string; name: string },
    key: string,
  ): Promise<{ id: string } | PaymentFailure>;
  readCustomer(customerId: string, options?: ReadOptions): Promise<CustomerReading | PaymentFailure>;
  openCheckout(order: CheckoutOrder, key: string): Promise<Checkout | PaymentFailure>;
  /** 'unknown' when it is another customer's. */
  readCheckout(customerId: string, checkoutId: string): Promise<Checkout | PaymentFailure>;
  /** Closes one that is still open, so that it cannot be paid any more. */
  closeCheckout(checkoutId: string): Promise<void | PaymentFailure>;
  /** Ends with the paid period, or takes that back. */
  setCancelled(subscriptionId: string, cancelled: boolean, key: string): Promise<void | PaymentFailure>;
  quoteChange(
    customerId: string,
    subscriptionId: string,
    plan: PaidPlan,
  ): Promise<ChangeQuote | PaymentFailure>;
  /** Charges the difference at once, and changes nothing when that fails. Takes a cancellation back. */
  changePlan(subscriptionId: string, plan: PaidPlan, key: string): Promise<void | PaymentFailure>;
  openPortal(customerId: string, returnUrl: string): Promise<{ url: string } | PaymentFailure>;
  listInvoices(customerId: string): Promise<ProviderInvoice[] | PaymentFailure>;
  /** Undefined when it is not from the provider, was altered, or is older than five minutes at `now`, ms UTC. */
  readEvent(body: Buffer, signature: string | undefined, now: number): Promise<PaymentEvent | undefined>;
}

/** A provider that lives inside this server: its pages and its API, and its events on their way to us. */
export interface PaymentSandbox {
  routes(jobs: Pick<JobQueue, 'enqueue'>): Feature;
  /** Brings one event to our webhook; throws when it was not taken, so that it is brought again. */
  deliver(eventId: string): Promise<void>;
  /** Lets renewals and the like happen as time goes on. */
  startRenewals(): { stop(): Promise<void> };
}

export type Payments = { provider: PaymentProvider; sandbox?: PaymentSandbox | undefined };
