import { expect, test } from 'vitest';
import { blankToEmpty, isBlank, visibleLength } from './visible.ts';

/** Texts that are displayed as nothing. They must not be accepted where a text is required. */
const samples = {
  empty: '',
  spaces: ' \t\n\u00a0\u2003\u3000',
  'zero-width space': '\u200b',
  'Hangul fillers': '\u115f\u1160\u3164\uffa0',
  'Braille blank': '\u2800',
  'soft hyphen': '\u00ad',
  'variation selectors': '\ufe0f\u{e0100}\u180b',
  'tag characters': '\u{e0041}\u{e007f}',
  'bidi controls': '\u202e\u2066\u061c',
  joiners: '\u200c\u200d\u2060\ufeff\u034f',
  'Khmer inherent vowels': '\u17b4\u17b5',
  'musical and Egyptian blanks': '\u{1d159}\u{13441}',
};

test.each(Object.entries(samples))('%s is not visible', (_name, text) => {
  expect(isBlank(text)).toBe(true);
  expect(blankToEmpty(text)).toBe('');
  expect(visibleLength(text.replaceAll(/[\p{Zs}\n]/gu, ''))).toBe(0);
});

test.each(['a', '\u200bA', '.', '0', '❤\ufe0f', 'می\u200cخواهم', '한', '👩\u200d🚀', '\u0301', '_'])(
  '%j is visible to a reader',
  (text) => expect(blankToEmpty(text)).toBe(text),
);

test('invisible characters do not count toward the length, but spaces between words do', () => {
  expect(visibleLength('Jo\u200b\u3164\u2800')).toBe(2);
  expect(visibleLength('Jo Li')).toBe(5);
});

test('handles a text of many megabytes', () => {
  const many = '\u034f'.repeat(6_000_000);
  expect(isBlank(many)).toBe(true);
  expect(isBlank(`${many}a`)).toBe(false);
});
