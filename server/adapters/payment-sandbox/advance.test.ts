import { describe, expect, test } from 'vitest';
import { saveCard, payCheckout, setCancelled } from './acts.ts';
import { advance, monthAfter, nextDue } from './advance.ts';
import { newCustomer, type Book, type CheckoutSession } from './customer.ts';
import { readCard, testCards, type CardConduct } from './test-cards.ts';

const day = 86_400_000;
const start = Date.parse('2026-01-31T12:00:00Z');

/** Returns a customer who has just paid for Business with a test card of this type. */
function subscriber(conduct: CardConduct, trialDays = 0): Book {
  const customer = newCustomer('0'.repeat(32), { email: 'ada@harbour.example', name: 'Ada Moreau' });
  const book: Book = { customer, now: start, happened: [] };
  const checkout: CheckoutSession = {
    id: 'cs',
    plan: 'business',
    trialDays,
    reference: '',
    successUrl: '',
    cancelUrl: '',
    state: 'open',
    createdAt: start,
    expiresAt: start + day,
    subscriptionId: null,
    asked: null,
  };
  customer.checkouts.push(checkout);
  payCheckout(book, checkout, { brand: 'visa', last4: '0000', conduct }, true);
  book.happened = [];
  return book;
}

function wait(book: Book, until: number): string[] {
  book.now = until;
  book.happened = [];
  advance(book);
  return book.happened.map(({ type }) => type);
}

test.each([
  ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00Z', '2026-02-28T12:00:00Z'],
  ['2026-01-31T12:00:00Z', '2026-02-28T12:00:00Z', '2026-03-31T12:00:00Z'],
  ['2024-01-30T00:00:00Z', '2024-01-30T00:00:00Z', '2024-02-29T00:00:00Z'],
  ['2026-12-15T08:30:00Z', '2026-12-15T08:30:00Z', '2027-01-15T08:30:00Z'],
])('a month from %s after %s is %s', (anchor, at, next) => {
  expect(new Date(monthAfter(Date.parse(anchor), Date.parse(at))).toISOString()).toBe(
    new Date(next).toISOString(),
  );
});

describe('the customer’s clock', () => {
  test('a subscription renews each month, including months that were skipped', () => {
    const book = subscriber('pays');
    expect(wait(book, start + 100 * day)).toEqual(
      Array.from({ length: 3 }, () => ['invoice.paid', 'customer.subscription.updated']).flat(),
    );
    expect(book.customer.invoices.map(({ totalCents, status }) => [totalCents, status])).toEqual(
      Array.from({ length: 4 }, () => [4900, 'paid']),
    );
    expect(nextDue(book.customer)).toBe(Date.parse('2026-05-31T12:00:00Z'));
  });

  test('a canceled subscription ends with its period and is never billed again', () => {
    const book = subscriber('pays');
    setCancelled(book, book.customer.subscriptions[0]!, true);
    expect(wait(book, start + 90 * day)).toEqual(['customer.subscription.deleted']);
    expect(book.customer.subscriptions[0]).toMatchObject({
      state: 'canceled',
      endedAt: Date.parse('2026-02-28T12:00:00Z'),
    });
    expect(book.customer.invoices).toHaveLength(1);
    expect(nextDue(book.customer)).toBeNull();
  });

  test('a failed payment is retried after 3, 5 and 7 days, and then never again', () => {
    const book = subscriber('fails-later', 14);
    const end = start + 14 * day;
    wait(book, end);
    for (const wanted of [3, 8, 15]) {
      expect(book.customer.subscriptions[0]).toMatchObject({
        state: 'past_due',
        retryAt: end + wanted * day,
      });
      wait(book, end + wanted * day);
    }
    expect(book.customer.subscriptions[0]).toMatchObject({ state: 'canceled', endedAt: end + 15 * day });
    expect(book.customer.invoices).toMatchObject([{ status: 'uncollectible' }]);
  });

  test('a new card pays the open invoice immediately', () => {
    const book = subscriber('fails-later', 14);
    wait(book, start + 15 * day);
    expect(saveCard(book, { brand: 'visa', last4: '4242', conduct: 'pays' })).toBe('kept');
    expect(book.customer.subscriptions[0]).toMatchObject({ state: 'active', retryAt: null });
    expect(book.customer.invoices).toMatchObject([{ status: 'paid' }]);
  });
});

describe('test cards', () => {
  const typed = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' };
  test('a card is identified by its number, and only the last four digits are stored', () => {
    expect(readCard(typed, start)).toEqual({ brand: 'visa', last4: '4242', conduct: 'pays' });
    expect(new Set(testCards.map(({ conduct }) => conduct)).size).toBe(4);
  });
  test.each([
    [{ number: '4111 1111 1111 1111' }, 'cardNumber'],
    [{ expiry: '12 / 25' }, 'expiry'],
    [{ expiry: '13 / 34' }, 'expiry'],
    [{ cvc: '12' }, 'cvc'],
  ])('a card with %j is rejected', (wrong, field) => {
    expect(readCard({ ...typed, ...wrong }, start)).toMatchObject({ field });
  });
  test('a card is valid until the last day of its month', () => {
    expect(readCard({ ...typed, expiry: '01 / 26' }, start)).toMatchObject({ conduct: 'pays' });
  });
});
