import { createElement as h, type ReactNode } from 'react';
import { plans } from '#core/plan/plans.ts';
import { isLive } from '#core/plan/subscription.ts';
import { heading, lead, link, problemNote, type PlainPage } from '../../foundation/http/pages/plain-page.ts';
import { cardForm, cardTable, type TypedCard } from './checkout-page.ts';
import { priceOf, type Customer, type Invoice, type PortalSession, type Subscription } from './customer.ts';
import { button, date, dollars, page, section, type Problem } from './page-parts.ts';
import { sandboxPath } from './stripe-objects.ts';

const brandNames: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard' };

/** The portal, where customers manage their plan, card and invoices, and testers advance the clock. */
export function portalPage(
  { card, subscriptions, invoices }: Customer,
  portal: PortalSession,
  now: number,
  typed: TypedCard = { cardNumber: '', expiry: '', cvc: '' },
  problem?: Problem,
): PlainPage {
  const live = subscriptions.filter(isLive);
  const kept = card && `${brandNames[card.brand] ?? card.brand} ending in ${card.last4}`;
  return page(
    problem ? 'Error: Billing' : 'Billing',
    h('p', null, link(portal.returnUrl, 'Back to the product')),
    section(
      ...(['plan-title', 'h1', 'Plan'] as const),
      ...(live.length > 0 ? live.flatMap(planText) : [lead('There is no subscription.')]),
    ),
    section(
      ...(['card-title', 'h2', 'Card'] as const),
      lead(kept ?? 'No card is stored.'),
      problemNote(problem?.text),
      cardForm('Use this card', 'card', typed, problem),
    ),
    cardTable(),
    section('invoices-title', 'h2', 'Invoices', invoiceTable(invoices)),
    section(
      ...(['time-title', 'h2', 'Test clock'] as const),
      lead(
        `For this account it is ${date(now)}. Moving the clock makes payments due immediately. It cannot be moved back.`,
      ),
      button('Go to the next due event', 'next', 'primary'),
      h('div', { className: 'pair' }, button('Forward one day', 'day'), button('Forward one month', 'month')),
    ),
  );
}

export function invoicePage(customer: Customer, invoice: Invoice): PlainPage {
  const { number, createdAt, status, totalCents, dueCents, lines } = invoice;
  const credit = totalCents - dueCents;
  return page(
    `Invoice ${number}`,
    h(
      'article',
      { className: 'card' },
      heading(`Invoice ${number}`),
      lead(`${date(createdAt)} · ${customer.name || customer.email} · ${status}`),
      table(
        ...lines.map(({ description, amountCents }) => row(description, dollars(amountCents))),
        row('Total', dollars(totalCents)),
        credit !== 0 && row(credit > 0 ? 'Paid from credit' : 'Kept as credit', dollars(-credit)),
        h(
          'tr',
          { className: 'sum' },
          h('th', { scope: 'row' }, status === 'paid' ? 'Paid by card' : 'To pay'),
          h('td', null, dollars(dueCents)),
        ),
      ),
    ),
  );
}

const table = (...rows: ReactNode[]): ReactNode => h('table', null, h('tbody', null, ...rows));
const row = (name: ReactNode, ...values: string[]): ReactNode =>
  h('tr', null, h('th', { scope: 'row' }, name), ...values.map((value) => h('td', null, value)));

function planText(subscription: Subscription): ReactNode[] {
  const { plan, state, trialEnd, periodEnd, cancelAtPeriodEnd, retryAt } = subscription;
  const next = cancelAtPeriodEnd
    ? `Canceled. It stays active until ${date(periodEnd)}.`
    : state === 'trialing'
      ? `The trial ends on ${date(trialEnd ?? periodEnd)}, and the first payment follows.`
      : state === 'past_due'
        ? `The last payment failed. It is tried again on ${date(retryAt ?? periodEnd)}, or as soon as you use another card.`
        : `The next payment is on ${date(periodEnd)}.`;
  return [
    h(
      'p',
      { className: 'price' },
      `${plans[plan].title} `,
      h('span', null, `${dollars(priceOf(plan))} a month`),
    ),
    lead(next),
    cancelAtPeriodEnd
      ? button('Keep the plan', 'resume', 'primary')
      : button('Cancel the plan', 'cancel', 'danger'),
  ];
}

function invoiceTable(invoices: readonly Invoice[]): ReactNode {
  if (invoices.length === 0) return lead('There are none yet.');
  const rows = invoices
    .toReversed()
    .map(({ id, number, createdAt, totalCents, status }) =>
      row(link(`${sandboxPath}/invoices/${id}`, number), date(createdAt), status, dollars(totalCents)),
    );
  return table(...rows);
}
