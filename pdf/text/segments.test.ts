import { expect, test, vi } from 'vitest';
import { segmentsByPattern, segmentsOf } from './segments.ts';

const exact = (text: string, granularity: 'grapheme' | 'word') =>
  Array.from(new Intl.Segmenter('en', { granularity }).segment(text), ({ segment, index }) => [
    segment,
    index,
  ]);
const byPattern = (text: string, granularity: 'grapheme' | 'word') =>
  Array.from(segmentsByPattern(text, granularity), ({ segment, index }) => [segment, index]);

test.each([
  'Grace Lindqvist',
  'Zoë, Łukasz & Þór',
  'A\u0308 and a\u0301\u0323',
  'مرحبًا بالعالم',
  '契約書 2026',
  'one\r\ntwo',
  '👍🏽 👩\u200d🔬',
  '',
])('without Intl.Segmenter, the characters of ‘%s’ are the same', (text) => {
  expect(byPattern(text, 'grapheme')).toEqual(exact(text, 'grapheme'));
});

test.each(['Lease of the harbour office', 'Zoë  Łukasz', 'berth 21, quay 3', 'a_b (c)', 'שלום עולם', ''])(
  'without Intl.Segmenter, the words of ‘%s’ are the same',
  (text) => expect(byPattern(text, 'word')).toEqual(exact(text, 'word')),
);

test('without Intl.Segmenter, a line of a script without spaces can break at each character', () => {
  expect(byPattern('契約 AB', 'word')).toEqual([
    ['契', 0],
    ['約', 1],
    [' ', 2],
    ['AB', 3],
  ]);
});

test('a browser without Intl.Segmenter gets the same text in pieces', () => {
  vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined });
  try {
    expect(Array.from(segmentsOf('Grace', 'grapheme'), ({ segment }) => segment)).toEqual([...'Grace']);
  } finally {
    vi.unstubAllGlobals();
  }
});
