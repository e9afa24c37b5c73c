import { expect, test } from 'vitest';
import { normalizeEntry, valueProblem } from '../check-value.ts';
import type { WrittenType } from '../field.ts';
import type { FieldProperties } from '../properties.ts';

/** Each case is a pasted text and its stored, printed form. */
test.each<[WrittenType, FieldProperties, string, string]>([
  [
    'text',
    { format: 'iban' },
    'DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000',
    'DE89 3704 0044 0532 0130 00',
  ],
  ['text', { format: 'iban' }, 'de89-3704–0044—0532‑0130-00', 'DE89 3704 0044 0532 0130 00'],
  ['text', { format: 'iban' }, 'ＤＥ８９３７０４００４４０５３２０１３０００', 'DE89 3704 0044 0532 0130 00'],
  ['text', { format: 'iban', maxLength: 22 }, 'DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
  ['text', { format: 'iban', comb: 22 }, 'DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
  ['text', { format: 'phone' }, '089–123456', '089-123456'],
  ['text', { format: 'phone' }, '+49\u202f40\u00a0123\u2011456', '+49 40 123-456'],
  ['text', { format: 'phone' }, '０８９．１２３４５６', '089.123456'],
  ['text', { format: 'phone' }, '\u202a+49 40 123456\u202c', '+49 40 123456'],
  ['text', { format: 'letters' }, 'Jean\u2011Luc\u00a0Roux', 'Jean-Luc Roux'],
  ['text', { format: 'mask', mask: 'AA-9999' }, 'HH–００42', 'HH-0042'],
  ['text', { format: 'mask', mask: '99.99.9999' }, '27．11．2026', '27.11.2026'],
  ['text', { format: 'mask', mask: '99 99' }, '12\u00a034', '12 34'],
  ['text', { format: 'mask', mask: '99–99' }, '12-34', '12–34'],
  ['email', {}, '\u00a0grace@harbour.example\u200b', 'grace@harbour.example'],
  ['email', {}, 'grace＠harbour。example', 'grace@harbour.example'],
  ['email', {}, 'grace@north‑harbour.example', 'grace@north-harbour.example'],
  ['name', {}, 'Grace\tLindqvist', 'Grace Lindqvist'],
  ['text', {}, 'a\u2028b\rc', 'a\nb c'],
])('%s with %j: %j is stored as %j', (type, properties, typed, stored) => {
  const value = normalizeEntry({ type, properties }, typed);
  expect(value).toBe(stored);
  expect(valueProblem({ type, properties }, value)).toBeUndefined();
  expect(normalizeEntry({ type, properties }, value)).toBe(stored);
});

test.each<[FieldProperties, string, string]>([
  [{ minLength: 4 }, 'A\u200b\u3164\u2800', 'too-short'],
  [{ format: 'mask', mask: 'AAAA' }, 'A\u3164\u3164\u3164', 'mask'],
  [{ format: 'letters' }, 'A\u115f', 'format'],
])('invisible characters do not satisfy the minimum length of %j: %j is %s', (properties, typed, problem) => {
  expect(
    valueProblem({ type: 'text', properties }, normalizeEntry({ type: 'text', properties }, typed))?.problem,
  ).toBe(problem);
});
