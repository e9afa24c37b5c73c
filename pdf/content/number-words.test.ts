import { describe, expect, test } from 'vitest';
import { PARSE_FAILED, readNumberWord } from './number-words.ts';
import type { WordPart } from './number-words.ts';

/** For each malformed number, the measured position at which each program draws text after `x 50 Td`. */
const READINGS: [
  word: string,
  pdfium: WordPart[],
  pdfjs: WordPart[],
  mupdf: WordPart[],
  poppler: WordPart[],
][] = [
  ['--70', [0], [-70], [-70], [0, -70]],
  ['-+70', [0], [PARSE_FAILED], ['-+70'], [0, 70]],
  ['++70', [0], [PARSE_FAILED], ['++70'], [0, 70]],
  ['7-0-0', [7], [700], [7], [7, 0, 0]],
  ['70-9', [70], [709], [70], [70, -9]],
  ['70+9', [70], [70, 9], ['70+9'], [70, 9]],
  ['71.2.3', [71.2], [71.2, 0.3], ['71.2.3'], [71.2, 0.3]],
  ['70.-5', [70], [70.5], [70], [70.5]],
  ['.-70', [0], [PARSE_FAILED], [0], [0.7]],
  ['--7.5', [-7.5], [-7.5], [-7.5], [0, -7.5]],
  ['+.', [0], [0], [0], [0]],
  ['7e1', ['7e1'], [7, 'e1'], ['7e1'], [7, 'e1']],
  ["70'", ["70'"], [70, "'"], ["70'"], [70, "'"]],
  ['0Tj', ['0Tj'], [0, 'Tj'], ['0Tj'], [0, 'Tj']],
];

describe('malformed numbers are read as each program reads them', () => {
  test.each(READINGS)('%s', (word, pdfium, pdfjs, mupdf, poppler) => {
    const readers = ['pdfium', 'pdfjs', 'mupdf', 'poppler'] as const;
    expect(readers.map((reader) => readNumberWord(word, reader))).toEqual([pdfium, pdfjs, mupdf, poppler]);
  });

  test('no number exceeds what every program can store', () => {
    expect(readNumberWord('99999999999999999999', 'pdfium')).toEqual([2_147_483_647]);
  });
});
