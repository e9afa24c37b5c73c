import { monthAfter } from './advance.ts';
import { customerPart, priceOf, type CheckoutSession, type Customer, type Invoice } from './customer.ts';
import type { Happening, Line, Subscription } from './customer.ts';
import type { KeptCard } from './test-cards.ts';

/**
 * Returns the sandbox's state as objects of Stripe's API, with the properties that our client reads. Times
 * are in seconds.
 */

export const sandboxPrices = { pro: ['price_sandbox_pro'], business: ['price_sandbox_business'] } as const;

/** Origin of the sandbox's pages. */
export type Place = { origin: string };

export const sandboxPath = '/sandbox-payments';

export function subscriptionObject(customer: Customer, subscription: Subscription, expanded = false) {
  const { periodStart, periodEnd, trialEnd, endedAt, cancelAtPeriodEnd } = subscription;
  const item = {
    id: `si_${subscription.id.slice(4)}`,
    object: 'subscription_item',
    quantity: 1,
    price: priceObject(subscription),
    current_period_start: seconds(periodStart),
    current_period_end: seconds(periodEnd),
  };
  return {
    id: subscription.id,
    object: 'subscription',
    livemode: false,
    status: subscription.state,
    customer: expanded ? customerObject(customer) : customer.id,
    created: seconds(subscription.createdAt),
    currency: 'usd',
    cancel_at_period_end: cancelAtPeriodEnd,
    cancel_at: cancelAtPeriodEnd && endedAt === null ? seconds(periodEnd) : null,
    ended_at: endedAt === null ? null : seconds(endedAt),
    trial_end: trialEnd === null ? null : seconds(trialEnd),
    default_payment_method: null,
    metadata: subscription.metadata ?? {},
    latest_invoice: subscription.openInvoice,
    items: listObject([item], '/v1/subscription_items'),
  };
}

export function customerObject({ id, email, name, card, creditCents }: Customer) {
  return {
    id,
    object: 'customer',
    livemode: false,
    email,
    name,
    balance: -creditCents,
    invoice_settings: { default_payment_method: card && cardObject(id, card) },
  };
}

/** The page keeps the host name that the browser used, because its form must return there. */
export function checkoutObject(customer: Customer, checkout: CheckoutSession) {
  const open = checkout.state === 'open';
  const { origin } = new URL(checkout.successUrl);
  return {
    id: checkout.id,
    object: 'checkout.session',
    livemode: false,
    mode: 'subscription',
    status: checkout.state,
    payment_status: checkout.state === 'complete' ? 'paid' : 'unpaid',
    customer: customer.id,
    client_reference_id: checkout.reference,
    subscription: checkout.subscriptionId,
    url: open ? `${origin}${sandboxPath}/checkout/${checkout.id}` : null,
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
    created: seconds(checkout.createdAt),
    expires_at: seconds(checkout.expiresAt),
  };
}

export function invoiceObject(customer: Customer, invoice: Invoice, { origin }: Place) {
  return {
    id: invoice.id,
    object: 'invoice',
    livemode: false,
    number: invoice.number,
    currency: 'usd',
    customer: customer.id,
    status: invoice.status,
    created: seconds(invoice.createdAt),
    total: invoice.totalCents,
    amount_due: invoice.dueCents,
    ending_balance: -customer.creditCents,
    hosted_invoice_url: `${origin}${sandboxPath}/invoices/${invoice.id}`,
    invoice_pdf: null,
    lines: lineObjects(invoice.lines),
  };
}

/** Returns a preview of the next invoice. */
export function previewObject(
  customer: Customer,
  lines: readonly Line[],
  sums: { totalCents: number; dueCents: number; creditCents: number },
) {
  return {
    object: 'invoice',
    livemode: false,
    currency: 'usd',
    customer: customer.id,
    status: 'draft',
    total: sums.totalCents,
    amount_due: sums.dueCents,
    ending_balance: -sums.creditCents,
    lines: lineObjects(lines),
  };
}

export function eventObject(customer: Customer, id: string, { type, about }: Happening, place: Place) {
  const object =
    'dueCents' in about
      ? invoiceObject(customer, about, place)
      : 'successUrl' in about
        ? checkoutObject(customer, about)
        : subscriptionObject(customer, about);
  return { id, object: 'event', livemode: false, type, data: { object } };
}

export function listObject(data: readonly object[], url: string) {
  return { object: 'list', data, has_more: false, url };
}

function lineObjects(lines: readonly Line[]) {
  const data = lines.map(({ description, amountCents }) => ({
    object: 'line_item',
    description,
    amount: amountCents,
    currency: 'usd',
  }));
  return listObject(data, '/v1/invoices/lines');
}

function priceObject({ plan, price = sandboxPrices[plan][0] }: Subscription) {
  return {
    id: price,
    object: 'price',
    currency: 'usd',
    unit_amount: priceOf(plan),
    recurring: { interval: 'month', interval_count: 1 },
  };
}

function cardObject(customerId: string, { brand, last4 }: KeptCard) {
  return {
    id: `pm_${customerPart(customerId)}`,
    object: 'payment_method',
    type: 'card',
    card: { brand, last4 },
  };
}

/** Returns the first payment date (ms UTC): the end of the trial, or one month from now without a trial. */
export function firstPaymentAfter(trialDays: number, now: number): number {
  return trialDays > 0 ? now + trialDays * 86_400_000 : monthAfter(now, now);
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}
