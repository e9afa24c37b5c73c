import { expect, test } from 'vitest';
import type { PdfiumGlyph } from '../../render/page-glyphs.ts';
import { incompleteValues } from './incomplete-values.ts';

const letters = (text: string, at: { x: number; y: number; isEmbedded?: boolean }): PdfiumGlyph[] =>
  [...text].map((sign, index) => ({
    sign,
    x: at.x + index * 8,
    y: at.y,
    size: 12,
    box: undefined,
    object: 1,
    standIn: undefined,
    isEmbedded: at.isEmbedded ?? true,
  }));

const reported = (text: string, glyphs: PdfiumGlyph[]): string[] =>
  incompleteValues(
    [{ pageIndex: 0, index: 0, kind: 'field', value: { text, rect: [100, 600, 300, 620] } }],
    () => ({ glyphs, alternates: [] }),
  ).map(({ page, value }) => `${page} ${value}`);

test.each([
  ['every letter', letters('Hà nội', { x: 102, y: 605 }), []],
  ['decomposed letters without the space', letters('Hànội'.normalize('NFD'), { x: 102, y: 605 }), []],
  [
    'all letters but one, which is elsewhere on the page',
    [...letters('Hà n i', { x: 102, y: 605 }), ...letters('ộ', { x: 102, y: 300 })],
    ['1 Hà nội'],
  ],
  [
    'one letter from a font that is not in the file',
    [...letters('Hà n i', { x: 102, y: 605 }), ...letters('ộ', { x: 150, y: 605, isEmbedded: false })],
    ['1 Hà nội'],
  ],
  ['nothing', [], ['1 Hà nội']],
])('a field that shows %s is reported only if letters are missing', (_what, glyphs, expected) =>
  expect(reported('Hà nội', glyphs)).toEqual(expected),
);

test('common letters may use a font that every program has, and Arabic letters may have any shape', () => {
  expect(reported('Pier 9 – €', letters('Pier 9 – €', { x: 102, y: 605, isEmbedded: false }))).toEqual([]);
  expect(reported('\u0628\u062f', letters('\ufeaa\ufe91', { x: 102, y: 605 }))).toEqual([]);
});
