import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { plans } from '#core/plan/plans.ts';
import { appLanguages } from '#core/language/language.ts';
import { daysInBin } from '#core/document/bin.ts';
import { burstLimits } from '#server/foundation/http/burst-limiter.ts';
import { knownBrowserOptions } from '#server/accounts/identity-provider/known-browser.ts';

/**
 * Checks the points that the privacy policy and the terms must contain, because both describe the software.
 */
type Section = { id: string; title: string; text?: string[]; list?: string[] };
type Page = { sections: Section[] };

const read = (language: string) =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, `../web/locales/legal/${language}.json`), 'utf8'),
  ) as Record<'privacy' | 'terms', Page>;
const textOf = ({ sections }: Page, id: string): string => {
  const section = sections.find((one) => one.id === id);
  return [...(section?.text ?? []), ...(section?.list ?? [])].join(' ');
};
const english = read('en');

describe('the privacy policy', () => {
  test.each([
    ['senders', 'passkey', /passkey/i],
    ['senders', 'two-factor', /authenticator app/],
    ['senders', 'sessions', /session in which you are signed in/],
    ['senders', 'the photo', /your photo/i],
    ['senders', 'payment data', /last four digits/],
    ['senders', 'templates', /your templates/i],
    ['senders', 'bulk rows, and when they are deleted', /bulk send.*thirty days/],
    ['senders', 'contacts', /your contacts/i],
    ['senders', 'the account’s audit log, with IP addresses', /what happened to the account.*IP address/],
    ['signers', 'values entered but not signed', /not yet signed/],
    ['signers', 'the cookie set after a code', /except one for this link/],
    ['mail', 'an installation without a mail server', /no mail server is set up/],
    ['recipients', 'an external sign-in service', /external sign-in service/],
    ['recipients', 'Stripe', /Stripe/],
    ['retention', 'the bin', /in the bin for thirty days/],
    ['retention', 'deleting permanently', /delete it permanently from the bin/],
    ['retention', 'the evidence that remains', /evidence for everyone who signed/],
    [
      'rights',
      'how an account is deleted and its data exported',
      /closes an account in the settings.*thirty days.*one archive.*as ZIP.*as CSV.*\/my-data/,
    ],
  ])('the section %s of the privacy policy mentions %s', (id, _, words) =>
    expect(textOf(english.privacy, id)).toMatch(words),
  );

  test('the privacy policy states how many days documents remain in the bin', () =>
    expect(daysInBin).toBe(30));

  test('the privacy policy names the cookie of a known browser, and its lifetime', () => {
    expect(knownBrowserOptions(true).maxAge).toBe(180 * 86_400);
    expect(textOf(english.privacy, 'cookies')).toMatch(/for half a year/);
  });

  test('the privacy policy states the maximum time for which attempts are counted', () => {
    const longest = Math.max(...Object.values(burstLimits).map(({ withinSeconds }) => withinSeconds));
    expect(longest).toBe(86_400);
    expect(textOf(english.privacy, 'logs')).toMatch(/in memory for up to a day/);
  });
});

describe('the terms', () => {
  test.each([
    ['payment', /Payment is by card/],
    ['renewal', /renews automatically/],
    ['cancellation', /cancel at any time/],
    ['refund', /refunded/],
    ['the trial with its actual length', new RegExp(`begins with ${plans.pro.trialDays} days`)],
  ])('the terms cover %s', (_, words) => expect(textOf(english.terms, 'payment')).toMatch(words));

  test('the terms name the storage of each plan', () => {
    const gigabytes = (plan: 'free' | 'pro' | 'business') => plans[plan].limits.storage / 1e9;
    expect(textOf(english.terms, 'plans')).toContain(
      `Free includes up to ${gigabytes('free')} GB of files, Pro up to ${gigabytes('pro')} GB and Business up to ${gigabytes('business')} GB`,
    );
  });

  test('planned features are not sold', () =>
    expect(textOf(english.terms, 'plans')).toMatch(/planned do not work yet, are not included in the price/));
});

test.each(appLanguages.filter((language) => language !== 'en'))(
  'privacy policy and terms have all points in %s',
  (language) => {
    const other = read(language);
    for (const page of ['privacy', 'terms'] as const)
      expect(other[page].sections.map(({ id, text, list }) => [id, text?.length, list?.length])).toEqual(
        english[page].sections.map(({ id, text, list }) => [id, text?.length, list?.length]),
      );
  },
);

test('the support answer recommends correcting a wrong address instead of voiding the document', () => {
  const answers = JSON.parse(
    readFileSync(join(import.meta.dirname, '../web/locales/support/en.json'), 'utf8'),
  ) as { id: string; answer: string }[];
  const mail = answers.find(({ id }) => id === 'mail')?.answer;
  expect(mail).toContain('Correct recipient');
  expect(mail).not.toMatch(/void the document/);
});
