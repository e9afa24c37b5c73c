import { plans } from '#core/plan/plans.ts';
import { priceOf, type CheckoutSession, type Customer } from './customer.ts';
import { button, date, dollars, escape, input, page, problemText, type Problem } from './page-parts.ts';
import { firstPaymentAfter } from './stripe-objects.ts';
import { testCards } from './test-cards.ts';

export type TypedCard = { cardNumber: string; expiry: string; cvc: string };
const nothing: TypedCard = { cardNumber: '', expiry: '', cvc: '' };

/** Where a plan is paid for: what it costs, when, and the card. */
export function checkoutPage(
  customer: Customer,
  checkout: CheckoutSession,
  now: number,
  typed = nothing,
  problem?: Problem,
): string {
  const { plan, trialDays } = checkout;
  const price = dollars(priceOf(plan));
  const trial = trialDays > 0;
  const first = date(firstPaymentAfter(trialDays, now));
  return page(
    problem ? 'Error: Checkout' : 'Checkout',
    `<div class="card">
<h1>Countersign ${plans[plan].title}</h1>
<p class="price">${trial ? `${trialDays} days free` : price} <span>${trial ? `then ${price} a month` : 'a month'}</span></p>
<dl>
<div><dt>Due today</dt><dd>${trial ? dollars(0) : price}</dd></div>
<div><dt>${trial ? 'First payment' : 'Next payment'}</dt><dd>${price} on ${first}</dd></div>
<div><dt>Account</dt><dd>${escape(customer.email)}</dd></div>
</dl>
${problemText(problem)}
${cardForm(trial ? 'Start trial' : `Pay ${price}`, 'pay', typed, problem)}
<p class="below"><a href="${escape(checkout.cancelUrl)}">Go back without paying</a></p>
</div>
${cardTable()}`,
  );
}

/** The page of a bank, which asks whether it really was the card's owner. */
export function confirmPage(what: string): string {
  return page(
    'Confirm',
    `<div class="card">
<h1>Is it you?</h1>
<p class="lead">Your bank asks you to confirm ${escape(what)}. Here you are the bank as well.</p>
${button('Yes, confirm', 'confirm', 'primary')}
${button('No, refuse', 'refuse')}
</div>`,
  );
}

/** A page that only says something, with a way back. */
export function noticePage(title: string, text: string, link: { href: string; text: string }): string {
  return page(
    title,
    `<div class="card">
<h1>${escape(title)}</h1>
<p class="lead">${escape(text)}</p>
<p><a class="primary" href="${escape(link.href)}">${escape(link.text)}</a></p>
</div>`,
  );
}

export function cardForm(
  submit: string,
  act: string,
  typed: TypedCard,
  problem: Problem | undefined,
): string {
  const options = testCards.map(({ number, about }) => `<option value="${spaced(number)}">${about}</option>`);
  return `<form method="post">
${input({ name: 'cardNumber', label: 'Card number', placeholder: '4242 4242 4242 4242', list: 'test-cards' }, typed.cardNumber, problem)}
<datalist id="test-cards">${options.join('')}</datalist>
<div class="pair">
${input({ name: 'expiry', label: 'Expires', placeholder: '12 / 34' }, typed.expiry, problem)}
${input({ name: 'cvc', label: 'Security code', placeholder: '123' }, typed.cvc, problem)}
</div>
<button class="primary" type="submit" name="act" value="${act}">${escape(submit)}</button>
</form>`;
}

export function cardTable(): string {
  const rows = testCards.map(
    ({ number, about }) => `<tr><th scope="row"><code>${spaced(number)}</code></th><td>${about}</td></tr>`,
  );
  return `<section class="cards" aria-labelledby="cards-title">
<h2 id="cards-title">Test cards</h2>
<table>${rows.join('')}</table>
<p>With any month that is still to come, and any three digits.</p>
</section>`;
}

function spaced(number: string): string {
  return number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
}
