import { createElement as h, type ReactNode } from 'react';
import { plans } from '#core/plan/plans.ts';
import {
  heading,
  lead,
  link,
  problemNote,
  submit,
  type PlainPage,
} from '../../foundation/http/pages/plain-page.ts';
import { priceOf, type CheckoutSession, type Customer } from './customer.ts';
import { button, card, date, dollars, input, page, type Problem } from './page-parts.ts';
import { firstPaymentAfter } from './stripe-objects.ts';
import { testCards } from './test-cards.ts';

export type TypedCard = { cardNumber: string; expiry: string; cvc: string };
const nothing: TypedCard = { cardNumber: '', expiry: '', cvc: '' };

/** The checkout page with the plan, its price, the dates and the card form. */
export function checkoutPage(
  customer: Customer,
  checkout: CheckoutSession,
  now: number,
  typed = nothing,
  problem?: Problem,
): PlainPage {
  const { plan, trialDays } = checkout;
  const price = dollars(priceOf(plan));
  const trial = trialDays > 0;
  const first = date(firstPaymentAfter(trialDays, now));
  const fact = (name: string, value: string) => h('div', null, h('dt', null, name), h('dd', null, value));
  return page(
    problem ? 'Error: Checkout' : 'Checkout',
    card(
      heading(`${plans[plan].title} plan`),
      h(
        'p',
        { className: 'price' },
        `${trial ? `${trialDays} days free` : price} `,
        h('span', null, trial ? `then ${price} a month` : 'a month'),
      ),
      h(
        'dl',
        null,
        fact('Due today', trial ? dollars(0) : price),
        fact(trial ? 'First payment' : 'Next payment', `${price} on ${first}`),
        fact('Account', customer.email),
      ),
      problemNote(problem?.text),
      cardForm(trial ? 'Start trial' : `Pay ${price}`, 'pay', typed, problem),
      h('p', { className: 'below' }, link(checkout.cancelUrl, 'Go back without paying')),
    ),
    cardTable(),
  );
}

/** A page like that of a bank, which asks the card holder for confirmation. */
export function confirmPage(what: string): PlainPage {
  return page(
    'Confirm',
    card(
      heading('Is it you?'),
      lead(`Your bank asks you to confirm ${what}. Here you are the bank as well.`),
      button('Yes, confirm', 'confirm', 'primary'),
      button('No, refuse', 'refuse'),
    ),
  );
}

/** A page with a message and a link back. */
export function noticePage(title: string, text: string, next: { href: string; text: string }): PlainPage {
  return page(title, card(heading(title), lead(text), h('p', null, link(next.href, next.text, 'primary'))));
}

export function cardForm(
  act: string,
  name: string,
  typed: TypedCard,
  problem: Problem | undefined,
): ReactNode {
  const options = testCards.map(({ number, about }) => h('option', { value: spaced(number) }, about));
  const long = { name: 'cardNumber', label: 'Card number', placeholder: '4242 4242 4242 4242' };
  return h(
    'form',
    { method: 'post' },
    input({ ...long, list: 'test-cards' }, typed.cardNumber, problem),
    h('datalist', { id: 'test-cards' }, ...options),
    h(
      'div',
      { className: 'pair' },
      input({ name: 'expiry', label: 'Expires', placeholder: '12 / 34' }, typed.expiry, problem),
      input({ name: 'cvc', label: 'Security code', placeholder: '123' }, typed.cvc, problem),
    ),
    submit(act, { look: 'primary', act: name }),
  );
}

export function cardTable(): ReactNode {
  const rows = testCards.map(({ number, about }) =>
    h('tr', null, h('th', { scope: 'row' }, h('code', null, spaced(number))), h('td', null, about)),
  );
  return h(
    'section',
    { className: 'cards', 'aria-labelledby': 'cards-title' },
    h('h2', { id: 'cards-title' }, 'Test cards'),
    h('table', null, h('tbody', null, ...rows)),
    h('p', null, 'Use any future month and any three digits.'),
  );
}

function spaced(number: string): string {
  return number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
}
