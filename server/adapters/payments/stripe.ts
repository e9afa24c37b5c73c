import type Stripe from 'stripe';
import type { PaidPlan } from '#core/plan/subscription.ts';
import type { StripeSettings } from '../../foundation/config/payment-settings.ts';
import { isFailure, type PaymentFailure, type PaymentProvider } from '../../ports/payment-provider.ts';
import {
  asCheckout,
  asInvoice,
  asSubscription,
  cardOf,
  quoteOf,
  priceOfPlan,
  type Prices,
} from './read-stripe.ts';
import { readStripeEvent } from './stripe-event.ts';

export type StripeParts = {
  /** Provider name under which its customers are stored. */
  name: string;
  testMode: boolean;
  secretKey: string;
  webhookSecret: string;
  prices: Prices;
  /** Another server that implements Stripe's API, or a fetch function for one. Default: Stripe. */
  at?: { host: string; port: number; protocol: 'http' | 'https' } | { fetch: typeof fetch };
  /** Maximum milliseconds for an action while a person is waiting. */
  timeout?: number;
};

/** Returns Stripe with the configured keys. Test and live customers are stored separately. */
export function stripeOf({ secretKey, webhookSecret, prices }: StripeSettings): PaymentProvider {
  const testMode = /^.._test_/.test(secretKey);
  const name = testMode ? 'stripe-test' : 'stripe-live';
  return openStripe({ name, testMode, secretKey, webhookSecret, prices });
}

/** Payments through the Stripe API, using only Stripe's official client. */
export function openStripe(parts: StripeParts): PaymentProvider {
  const attempt = attempts(parts);
  const { prices } = parts;
  return {
    name: parts.name,
    testMode: parts.testMode,
    createCustomer: ({ accountId, email, name }, idempotencyKey) =>
      attempt(async (stripe) => {
        const customer = { email, ...(name && { name }), metadata: { account: accountId } };
        const { id } = await stripe.customers.create(customer, { idempotencyKey });
        return { id };
      }),
    readCustomer: (customer, { withinMs } = {}) =>
      attempt(async (stripe) => {
        const { data } = await stripe.subscriptions.list(
          { customer, status: 'all', limit: 100, expand: whatCardsNeed },
          withinMs === undefined ? {} : { timeout: withinMs, maxNetworkRetries: 0 },
        );
        return { subscriptions: data.flatMap((one) => asSubscription(one, prices)), card: cardOf(data) };
      }),
    openCheckout: (order, idempotencyKey) =>
      attempt(async (stripe) =>
        asCheckout(
          await stripe.checkout.sessions.create(
            {
              mode: 'subscription',
              customer: order.customerId,
              client_reference_id: order.accountId,
              line_items: [{ price: priceOfPlan(order.plan, prices).price, quantity: 1 }],
              payment_method_collection: 'always',
              subscription_data: {
                metadata: priceOfPlan(order.plan, prices),
                ...(order.trialDays > 0 && { trial_period_days: order.trialDays }),
              },
              success_url: order.successUrl,
              cancel_url: order.cancelUrl,
            },
            { idempotencyKey },
          ),
        ),
      ),
    readCheckout: (customerId, id) =>
      attempt(async (stripe) => {
        const session = await stripe.checkout.sessions.retrieve(id);
        return session.customer === customerId ? asCheckout(session) : unknown;
      }),
    closeCheckout: (id) =>
      attempt(async (stripe) => {
        const isOpen = async () => (await stripe.checkout.sessions.retrieve(id)).status === 'open';
        if (!(await isOpen())) return;
        await stripe.checkout.sessions.expire(id).catch(async (error: unknown) => {
          // The checkout may have been paid in the meantime, which is not an error.
          if (await isOpen()) throw error;
        });
      }),
    ...changes(attempt, prices),
    openPortal: (customer, return_url) =>
      attempt(async (stripe) => ({
        url: (await stripe.billingPortal.sessions.create({ customer, return_url })).url,
      })),
    listInvoices: (customer) =>
      attempt(async (stripe) => (await stripe.invoices.list({ customer, limit: 24 })).data.map(asInvoice)),
    readEvent: (body, signature, now) => readStripeEvent(body, signature, parts.webhookSecret, now),
  };
}

function changes(
  attempt: Attempt,
  prices: Prices,
): Pick<PaymentProvider, 'setCancelled' | 'quoteChange' | 'changePlan'> {
  const itemsFor = ({ items }: Stripe.Subscription, plan: PaidPlan) => [
    { id: items.data[0]!.id, price: priceOfPlan(plan, prices).price },
  ];
  return {
    setCancelled: (id, cancelled, idempotencyKey) =>
      attempt(async (stripe) => {
        const subscription = await stripe.subscriptions.retrieve(id);
        if (isOver(subscription)) return unknown;
        const change = cancelled ? { cancel_at_period_end: true } : renewing(subscription);
        await stripe.subscriptions.update(id, change, { idempotencyKey });
      }),
    quoteChange: (customer, subscription, plan) =>
      attempt(async (stripe) => {
        const running = await stripe.subscriptions.retrieve(subscription);
        if (isOver(running)) return unknown;
        return quoteOf(
          await stripe.invoices.createPreview({
            customer,
            subscription,
            subscription_details: {
              items: itemsFor(running, plan),
              proration_behavior: 'always_invoice',
            },
          }),
        );
      }),
    changePlan: (id, plan, idempotencyKey) =>
      attempt(async (stripe) => {
        const subscription = await stripe.subscriptions.retrieve(id);
        if (isOver(subscription)) return unknown;
        await stripe.subscriptions.update(
          id,
          {
            items: itemsFor(subscription, plan),
            metadata: priceOfPlan(plan, prices),
            ...renewing(subscription),
            proration_behavior: 'always_invoice',
            payment_behavior: 'error_if_incomplete',
          },
          { idempotencyKey },
        );
      }),
  };
}

/**
 * Returns the update that lets the subscription renew again. Stripe stores an end chosen in its portal as a time, and one that
 * we set as a flag.
 */
function renewing({ cancel_at, cancel_at_period_end }: Stripe.Subscription): Stripe.SubscriptionUpdateParams {
  return cancel_at !== null && !cancel_at_period_end ? { cancel_at: '' } : { cancel_at_period_end: false };
}

/**
 * Returns true if the subscription has ended permanently. Stripe still returns it, but it can no longer be
 * changed.
 */
function isOver({ status }: Stripe.Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired';
}

/** Stripe's error codes for objects that do not exist, or that ended between our read and our action. */
const unknownCodes: readonly unknown[] = ['resource_missing', 'invalid_canceled_subscription_fields'];

/** Expands the subscription's own card and the customer's default card, which the portal changes. */
const whatCardsNeed = [
  'data.default_payment_method',
  'data.customer.invoice_settings.default_payment_method',
];

const unknown: PaymentFailure = { failed: 'unknown', detail: 'This object does not exist.' };

type Attempt = <T>(
  ask: (stripe: Stripe) => Promise<T>,
) => Promise<Exclude<T, PaymentFailure> | PaymentFailure>;

/** The Stripe client is large, so it is loaded when payments are first used. */
function attempts({ secretKey, at, timeout = 10_000 }: StripeParts): Attempt {
  let stripe: Stripe | undefined;
  return async (ask) => {
    const { default: Library } = await import('stripe');
    const place = at && 'fetch' in at ? { httpClient: Library.createFetchHttpClient(at.fetch) } : at;
    stripe ??= new Library(secretKey, { ...place, timeout, maxNetworkRetries: 1, telemetry: false });
    return attempt(Library.errors, ask(stripe));
  };
}

/** Converts expected client errors to values. All others are bugs and are thrown. */
async function attempt<T>(
  errors: typeof Stripe.errors,
  asked: Promise<T>,
): Promise<Exclude<T, PaymentFailure> | PaymentFailure> {
  try {
    const answer = await asked;
    return isFailure(answer) ? answer : (answer as Exclude<T, PaymentFailure>);
  } catch (error) {
    if (!(error instanceof errors.StripeError)) throw error;
    const detail = error.message;
    if (error instanceof errors.StripeCardError) return { failed: 'declined', detail };
    if (error.statusCode === 404 || unknownCodes.includes(error.code)) return { failed: 'unknown', detail };
    const ours =
      error instanceof errors.StripeInvalidRequestError || error instanceof errors.StripeIdempotencyError;
    if (ours) throw error;
    return { failed: 'unavailable', detail };
  }
}
