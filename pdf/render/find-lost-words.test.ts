import { expect, test } from 'vitest';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { findLostWords } from './find-lost-words.ts';

const pdf = makePdf({
  pages: [
    { text: 'The rent is EUR 500 a month, pay-', content: 'BT /F1 12 Tf 72 60 Td (able today.) Tj ET' },
    { text: 'Page two', content: 'BT /F1 12 Tf 5000 60 Td (Beside the page) Tj ET' },
  ],
});
const crop = [0, 0, 595, 842] as const;
/** A name printed in capitals by a style. */
const capitals = makePdf({ pages: [{ text: 'HAFENSTRASSE' }] });
const lost = (...texts: string[]) => findLostWords({ pdf, pages: [{ crop }, { crop }], texts });

test.each([
  ['as it is printed', 'The rent is EUR 500 a month'],
  ['in capitals', 'THE RENT'],
  ['split at the end of a line', 'payable'],
  ['consisting of symbols', '☐ — •'],
  ['with vowel signs, which split words in a PDF', 'مركِّزاً'],
  ['in a script that is not extracted letter by letter', 'किराया'],
])('a text %s is not lost', async (_what, text) => {
  expect(await lost(text)).toEqual([]);
});

test('finds a word whose letters are drawn individually in a different order', async () => {
  const scattered = makePdf({
    pages: [
      {
        text: 'Lease',
        content:
          'BT /F1 12 Tf 1 0 0 1 72 60 Tm (D) Tj 1 0 0 1 91 60 Tm (NG) Tj 1 0 0 1 81 61 Tm (U) Tj 1 0 0 1 72 48 Tm (next) Tj ET',
      },
    ],
  });
  const missing = await findLostWords({ pdf: scattered, pages: [{ crop }], texts: ['DUNG', 'DUG'] });
  expect(missing).toEqual(['DUG']);
});

test('finds an uppercase word with a letter that has no capital form', async () => {
  const missing = await findLostWords({ pdf: capitals, pages: [{ crop }], texts: ['Hafenstraße'] });
  expect(missing).toEqual([]);
});

test('lists the words of a cell that are missing on all pages, in order and once', async () => {
  expect(
    await lost('The rent', 'Deposit of EUR 9,000', 'a month plus heating costs', 'plus heating costs'),
  ).toEqual(['Deposit of', '9,000', 'plus heating costs']);
});

test('words outside the page area count as lost', async () => {
  expect(await lost('Beside the page')).toEqual(['Beside']);
});

test('lists only the first words if a lot of text is missing', async () => {
  const missing = await lost(
    ...Array.from({ length: 9 }, (_, n) => `${String.fromCharCode(97 + n).repeat(7)} `.repeat(30)),
  );
  expect(missing).toHaveLength(5);
  expect(missing[0]).toHaveLength(80);
});

test('an unreadable file gives no result', async () => {
  expect(await findLostWords({ pdf: new Uint8Array(9), pages: [], texts: ['Lease'] })).toEqual([]);
});
