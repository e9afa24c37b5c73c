import { expect, test } from 'vitest';
import { printable } from './printable.ts';

test.each([
  ['Grace Lindqvist', 'Grace Lindqvist'],
  ['ليلى 🎉 山田', 'ليلى 🎉 山田'],
  ['King \u{10380}\u{10381} of Ugarit', 'King [U+10380][U+10381] of Ugarit'],
  ['a\u0007b', 'a[U+0007]b'],
  ['Mallory \ue000', 'Mallory [U+E000]'],
  ['two\nlines \u{10380}', 'two\nlines [U+10380]'],
  [`Mallory${'\u0301'.repeat(40)} x`, `Mallory${'\u0301'.repeat(3)}[+37 marks] x`],
  [`ก${'\u0e47'.repeat(9)}`, `ก${'\u0e47'.repeat(6)}[+3 marks]`],
  ['ស្ត្រី ខ្ញុំ', 'ស្ត្រី ខ្ញុំ'],
])('%j is printed as %j', (text, printed) => expect(printable(text, 'sans')).toBe(printed));
