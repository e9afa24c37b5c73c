import type Stripe from 'stripe';
import { providerStates, type PaidPlan, type ProviderSubscription } from '#core/plan/subscription.ts';
import type {
  ChangeQuote,
  Checkout,
  CustomerReading,
  ProviderInvoice,
} from '../../ports/payment-provider.ts';

const checkoutStates = ['open', 'complete', 'expired'] as const;
const paidPlans = ['pro', 'business'] as const;
const invoiceStates = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const;

/** Price ids of each plan. The first is the current one, the others are earlier ones. */
export type Prices = Record<PaidPlan, readonly string[]>;

/**
 * Returns the metadata of a new subscription. It identifies the plan even after the configured price changes.
 */
export function priceOfPlan(plan: PaidPlan, prices: Prices): { plan: PaidPlan; price: string } {
  return { plan, price: prices[plan][0]! };
}

export function asSubscription(subscription: Stripe.Subscription, prices: Prices): ProviderSubscription[] {
  const item = subscription.items.data[0];
  const state = providerStates.find((known) => known === subscription.status);
  if (!item || !state) return [];
  const plan = planOf(item.price.id, subscription.metadata, prices);
  const periodEnd = ms(item.current_period_end);
  return [
    {
      id: subscription.id,
      plan,
      state,
      createdAt: ms(subscription.created),
      periodEnd,
      trialEnd: subscription.trial_end === null ? null : ms(subscription.trial_end),
      cancelAt: subscription.cancel_at
        ? ms(subscription.cancel_at)
        : subscription.cancel_at_period_end
          ? periodEnd
          : null,
      endedAt: subscription.ended_at === null ? null : ms(subscription.ended_at),
    },
  ];
}

/**
 * Returns the plan of a subscription. Its metadata applies only to the price that was sold, because customers
 * can change to another price in the portal.
 */
function planOf(price: string, sale: Stripe.Metadata, prices: Prices): PaidPlan | null {
  const sold = sale['price'] === price ? sale['plan'] : undefined;
  const known = paidPlans.find((plan) => prices[plan].includes(price));
  return known ?? paidPlans.find((plan) => plan === sold) ?? null;
}

/** Returns the card of the newest subscription, or the customer's default card. */
export function cardOf(subscriptions: Stripe.Subscription[]): CustomerReading['card'] {
  for (const { customer, default_payment_method: own } of subscriptions) {
    const kept =
      typeof customer === 'object' && 'invoice_settings' in customer
        ? customer.invoice_settings.default_payment_method
        : null;
    for (const method of [own, kept]) {
      if (method && typeof method === 'object' && method.card) {
        return { brand: method.card.brand, last4: method.card.last4 };
      }
    }
  }
  return null;
}

export function asCheckout({ id, url, status }: Stripe.Checkout.Session): Checkout {
  return { id, url, state: checkoutStates.find((known) => known === status) ?? 'expired' };
}

export function asInvoice(invoice: Stripe.Invoice): ProviderInvoice {
  return {
    id: invoice.id,
    number: invoice.number ?? invoice.id,
    createdAt: ms(invoice.created),
    amountCents: invoice.total,
    status: invoiceStates.find((known) => known === invoice.status) ?? 'draft',
    url: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
  };
}

/** A negative balance is the customer's credit. The preview contains the balance after the change. */
export function quoteOf(invoice: Stripe.Invoice): ChangeQuote {
  return {
    lines: invoice.lines.data.map(({ description, amount }) => ({
      description: description ?? '',
      amountCents: amount,
    })),
    dueNowCents: invoice.amount_due,
    creditCents: Math.max(0, -(invoice.ending_balance ?? 0)),
  };
}

/** Converts seconds, as used by Stripe, to milliseconds. */
function ms(seconds: number): number {
  return seconds * 1000;
}
