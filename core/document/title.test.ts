import { describe, expect, test } from 'vitest';
import { cleanTitle, copyTitle } from './title.ts';

describe('document titles are single-line text (S-16, S-26)', () => {
  test.each([
    ['Harbour lease', 'Harbour lease'],
    ['  Harbour   lease  ', 'Harbour lease'],
    ['Harbour\r\nBcc: mallory@elsewhere.example', 'Harbour Bcc: mallory@elsewhere.example'],
    ['Harbour\tlease\0', 'Harbour lease'],
    ['Harbour\u2028lease\u2029', 'Harbour lease'],
    ['Lease \u202efdp.exe', 'Lease fdp.exe'],
    ['\u2066Lease\u2069', 'Lease'],
    ['Cafe\u0301', 'Caf\u00e9'],
    ['\n\t ', ''],
    ['<img onerror=alert(1)> {{7*7}}', '<img onerror=alert(1)> {{7*7}}'],
    ['a'.repeat(300), 'a'.repeat(200)],
    [`${'a'.repeat(199)}\u{1f58b}`, 'a'.repeat(199)],
    ['Lease \ud83d', 'Lease \ufffd'],
  ])('%j', (given, title) => expect(cleanTitle(given)).toBe(title));
});

test('the title of a copy ends with ‘(copy)’, however long it is', () => {
  expect(copyTitle('Lease')).toBe('Lease (copy)');
  expect(copyTitle('a'.repeat(200))).toBe(`${'a'.repeat(193)} (copy)`);
});
