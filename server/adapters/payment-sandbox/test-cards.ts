/** Outcome of payments with a test card. The card numbers are from Stripe's documentation. */
export type CardConduct = 'pays' | 'declined' | 'needs-authentication' | 'fails-later';

export type TestCard = { number: string; brand: string; conduct: CardConduct; about: string };

export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', conduct: 'pays', about: 'pays' },
  { number: '5555555555554444', brand: 'mastercard', conduct: 'pays', about: 'pays' },
  { number: '4000000000000002', brand: 'visa', conduct: 'declined', about: 'is declined' },
  {
    number: '4000002500003155',
    brand: 'visa',
    conduct: 'needs-authentication',
    about: 'asks its owner to confirm',
  },
  {
    number: '4000000000000341',
    brand: 'visa',
    conduct: 'fails-later',
    about: 'is accepted, and declined at the next payment',
  },
];

/** The stored part of a card. */
export type KeptCard = { brand: string; last4: string; conduct: CardConduct };

/**
 * Returns the stored part of a test card, or what is wrong with the input. Real card numbers are never
 * stored.
 */
export function readCard(
  typed: {
    number: string;
    expiry: string;
    cvc: string;
  },
  now: number,
): KeptCard | { problem: string; field: 'cardNumber' | 'expiry' | 'cvc' } {
  const number = typed.number.replaceAll(/[\s-]/g, '');
  const card = testCards.find((known) => known.number === number);
  if (!card) {
    return { field: 'cardNumber', problem: 'Use one of the test cards below. Never type a real card here.' };
  }
  const expiry = /^(0[1-9]|1[0-2])\s*\/\s*(?:20)?(\d\d)$/.exec(typed.expiry.trim());
  if (!expiry || Date.UTC(2000 + Number(expiry[2]), Number(expiry[1]), 1) <= now) {
    return { field: 'expiry', problem: 'Enter a future month and year, such as 12 / 34.' };
  }
  if (!/^\d{3,4}$/.test(typed.cvc.trim())) {
    return { field: 'cvc', problem: 'Enter any three digits as the security code.' };
  }
  return { brand: card.brand, last4: number.slice(-4), conduct: card.conduct };
}
