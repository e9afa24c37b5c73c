import { expect, test } from 'vitest';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { matchPages } from './match-pages.ts';

const pdf = (...texts: string[]) => makePdf({ pages: texts.map((text) => ({ text })) });
const before = pdf('Lease by {{company}}', 'Tenant {{signature:1}}');
const match = (after: Uint8Array, values = ['Quay & Sons'], pages = [1, 3]) =>
  matchPages({ before, after, pages, values });

test('pages count as equal if their words match except for values and text in braces', async () => {
  expect(await match(pdf('Lease by Quay & Sons', 'Notes', 'Tenant {{signature:1}}'))).toBe(true);
});

test.each([
  ['one of its words is on another page', pdf('Lease', 'by Quay & Sons Notes', 'Tenant')],
  ['it has a word from another page', pdf('Lease by Quay & Sons Notes', '', 'Tenant')],
  ['a word occurs twice', pdf('Lease by Quay by Sons', 'Notes', 'Tenant')],
  ['the page is missing', pdf('Lease by Quay & Sons', 'Tenant')],
])('a page does not match if %s', async (_, after) => {
  expect(await match(after)).toBe(false);
});

test('an unreadable file matches no pages', async () => {
  expect(await match(new Uint8Array([1, 2, 3]))).toBe(false);
});
