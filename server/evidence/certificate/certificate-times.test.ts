import { expect, test } from 'vitest';
import { languages } from '#core/language/language.ts';
import { signedLease } from '#testing/documents/signed-lease.ts';
import { certificatePage } from './certificate-page.ts';
import { timesIn } from './certificate-times.ts';

const morning = new Date('2026-11-27T22:35:10.900Z');
const plainSpaces = (text: string): string => text.replaceAll('\u00a0', ' ');

test.each([
  ['en', 'Nov 27, 2026, 22:35:10 UTC (Nov 28, 2026, 11:35:10 +13:00)'],
  ['de', '27. Nov. 2026, 22:35:10 UTC (28. Nov. 2026, 11:35:10 +13:00)'],
  ['es', '27 nov 2026, 22:35:10 UTC (28 nov 2026, 11:35:10 +13:00)'],
  ['fr', '27 nov. 2026, 22:35:10 UTC (28 nov. 2026, 11:35:10 +13:00)'],
  ['ar', '27 نوفمبر 2026، \u200e22:35:10 UTC (28 نوفمبر 2026، \u200e11:35:10 +13:00)'],
  ['uk', '27 лист. 2026 р., 22:35:10 UTC (28 лист. 2026 р., 11:35:10 +13:00)'],
  ['he', '27 בנוב׳ 2026, \u200e22:35:10 UTC (28 בנוב׳ 2026, \u200e11:35:10 +13:00)'],
  ['ja', '2026年11月27日 22:35:10 UTC (2026年11月28日 11:35:10 +13:00)'],
  ['zh-Hant', '2026年11月27日 22:35:10 UTC (2026年11月28日 11:35:10 +13:00)'],
  ['ko', '2026년 11월 27일 22:35:10 UTC (2026년 11월 28일 11:35:10 +13:00)'],
] as const)('a time in Auckland is printed in UTC and in local time: %s', (language, printed) => {
  expect(plainSpaces(timesIn(language, 'Pacific/Auckland')(morning))).toBe(printed);
});

test.each([
  ['Europe/Berlin', '2026-11-27T12:00:00Z', 'Nov 27, 2026, 12:00:00 UTC (13:00:00 +01:00)'],
  // When clocks go back, one hour occurs twice. Only the offset distinguishes the two.
  ['Europe/Berlin', '2026-10-25T00:30:00Z', 'Oct 25, 2026, 00:30:00 UTC (02:30:00 +02:00)'],
  ['Europe/Berlin', '2026-10-25T01:30:00Z', 'Oct 25, 2026, 01:30:00 UTC (02:30:00 +01:00)'],
  [
    'America/Los_Angeles',
    '2026-11-27T07:59:59Z',
    'Nov 27, 2026, 07:59:59 UTC (Nov 26, 2026, 23:59:59 -08:00)',
  ],
  ['Asia/Kolkata', '2026-11-27T00:00:00Z', 'Nov 27, 2026, 00:00:00 UTC (05:30:00 +05:30)'],
  ['Europe/London', '2026-11-27T00:00:00Z', 'Nov 27, 2026, 00:00:00 UTC (00:00:00 +00:00)'],
  ['UTC', '2026-11-27T00:00:00Z', 'Nov 27, 2026, 00:00:00 UTC'],
  ['Mars/Phobos', '2026-11-27T00:00:00Z', 'Nov 27, 2026, 00:00:00 UTC'],
])('in %s, the time %s is printed as %s', (timeZone, at, printed) => {
  expect(plainSpaces(timesIn('en', timeZone)(new Date(at)))).toBe(printed);
});

test.each(languages)('a certificate prints every time in both zones and names the zone: %s', (locale) => {
  const record = signedLease({
    timeZone: 'Pacific/Auckland',
    dateFormat: 'yyyy-MM-dd',
    numberFormat: '1,234.56',
  });
  const signatures = record.signatures.map((signature) => ({ ...signature, locale }));
  const page = JSON.stringify(certificatePage({ ...record, signatures }, new Map()));
  const inUtc = page.match(/:\d\d UTC/g)?.length ?? 0;
  expect(inUtc).toBeGreaterThanOrEqual(6);
  expect(page.match(/\+13:00/g)).toHaveLength(inUtc);
  expect(page.match(/Pacific\/Auckland/g)).toHaveLength(2);
});

test('a document without formats prints only UTC times', () => {
  const page = JSON.stringify(certificatePage(signedLease(), new Map()));
  expect(page).toContain('Mar 2, 2026, 09:04:00 UTC');
  expect(page).not.toMatch(/\+\d\d:\d\d/);
});

test.each(languages)('a line never breaks inside the local time: %s', (language) => {
  const [, local] = timesIn(language, 'Pacific/Auckland')(morning).split('(');
  expect(local).not.toMatch(/[ \n]/);
});
