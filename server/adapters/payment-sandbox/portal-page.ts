import { plans } from '#core/plan/plans.ts';
import { isLive } from '#core/plan/subscription.ts';
import { cardForm, cardTable, type TypedCard } from './checkout-page.ts';
import { priceOf, type Customer, type Invoice, type PortalSession, type Subscription } from './customer.ts';
import { button, date, dollars, escape, page, problemText, type Problem } from './page-parts.ts';
import { sandboxPath } from './stripe-objects.ts';

const brandNames: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard' };

/** Where a customer looks after plan, card and invoices, and a tester after the time. */
export function portalPage(
  customer: Customer,
  portal: PortalSession,
  now: number,
  typed: TypedCard = { cardNumber: '', expiry: '', cvc: '' },
  problem?: Problem,
): string {
  const live = customer.subscriptions.filter(isLive);
  return page(
    problem ? 'Error: Billing' : 'Billing',
    `<p><a href="${escape(portal.returnUrl)}">Back to Countersign</a></p>
<section class="card" aria-labelledby="plan-title">
<h1 id="plan-title">Plan</h1>
${live.map(planText).join('') || '<p class="lead">There is no subscription.</p>'}
</section>
<section class="card" aria-labelledby="card-title">
<h2 id="card-title">Card</h2>
<p class="lead">${customer.card ? `${brandNames[customer.card.brand] ?? escape(customer.card.brand)} ending in ${customer.card.last4}` : 'No card is kept.'}</p>
${problemText(problem)}
${cardForm('Use this card', 'card', typed, problem)}
</section>
${cardTable()}
<section class="card" aria-labelledby="invoices-title">
<h2 id="invoices-title">Invoices</h2>
${invoiceTable(customer.invoices)}
</section>
<section class="card" aria-labelledby="time-title">
<h2 id="time-title">Test clock</h2>
<p class="lead">For this account it is ${date(now)}. Moving the clock makes payments fall due at once; it cannot be moved back.</p>
${button('To the next thing that is due', 'next', 'primary')}
<div class="pair">
${button('One day on', 'day')}
${button('One month on', 'month')}
</div>
</section>`,
  );
}

export function invoicePage(customer: Customer, invoice: Invoice): string {
  const lines = invoice.lines.map(
    ({ description, amountCents }) =>
      `<tr><th scope="row">${escape(description)}</th><td>${dollars(amountCents)}</td></tr>`,
  );
  const credit = invoice.totalCents - invoice.dueCents;
  return page(
    `Invoice ${invoice.number}`,
    `<article class="card">
<h1>Invoice ${escape(invoice.number)}</h1>
<p class="lead">${date(invoice.createdAt)} · ${escape(customer.name || customer.email)} · ${invoice.status}</p>
<table>${lines.join('')}
<tr><th scope="row">Total</th><td>${dollars(invoice.totalCents)}</td></tr>
${credit === 0 ? '' : `<tr><th scope="row">${credit > 0 ? 'Paid from credit' : 'Kept as credit'}</th><td>${dollars(-credit)}</td></tr>`}
<tr class="sum"><th scope="row">${invoice.status === 'paid' ? 'Paid by card' : 'To pay'}</th><td>${dollars(invoice.dueCents)}</td></tr></table>
</article>`,
  );
}

function planText({ plan, state, trialEnd, periodEnd, cancelAtPeriodEnd, retryAt }: Subscription): string {
  const price = `${dollars(priceOf(plan))} a month`;
  const next = cancelAtPeriodEnd
    ? `Cancelled. It goes on until ${date(periodEnd)}.`
    : state === 'trialing'
      ? `The trial ends on ${date(trialEnd ?? periodEnd)}, and the first payment follows.`
      : state === 'past_due'
        ? `The last payment failed. It is tried again on ${date(retryAt ?? periodEnd)}, or as soon as you use another card.`
        : `The next payment is on ${date(periodEnd)}.`;
  return `<p class="price">${plans[plan].title} <span>${price}</span></p>
<p class="lead">${next}</p>
${cancelAtPeriodEnd ? button('Keep the plan', 'resume', 'primary') : button('Cancel the plan', 'cancel', 'danger')}`;
}

function invoiceTable(invoices: readonly Invoice[]): string {
  if (invoices.length === 0) return '<p class="lead">There are none yet.</p>';
  const rows = invoices
    .toReversed()
    .map(
      ({ id, number, createdAt, totalCents, status }) =>
        `<tr><th scope="row"><a href="${sandboxPath}/invoices/${id}">${number}</a></th><td>${date(createdAt)}</td><td>${status}</td><td>${dollars(totalCents)}</td></tr>`,
    );
  return `<table>${rows.join('')}</table>`;
}
