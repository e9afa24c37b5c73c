import { expect, test } from 'vitest';
import { normalizeEntry, valueProblem } from '../check-value.ts';
import { isConditionMet } from '../rules/is-met.ts';
import { isInternationalPhone, phoneDigits } from './phone.ts';

const type = 'phone' as const;

test.each([
  ['+44 20 7946 0958', '+44 20 7946 0958'],
  ['+442079460958', '+442079460958'],
  ['+1 (555) 010-4477', '+1 555 010 4477'],
  ['+49-40-123.456/7', '+49 40 123 456 7'],
  ['(+49) 40 1234567', '+49 40 1234567'],
  ['+ 33 1 23 45 67 89', '+33 1 23 45 67 89'],
  ['tel:+44-20-7946-0958', '+44 20 7946 0958'],
  ['\u202a+44\u00a020\u202f7946\u20110958\u202c', '+44 20 7946 0958'],
  ['＋４９\u3000４０\u3000１２３４５６７', '+49 40 1234567'],
  ['+٢٠ ٢ ١٢٣٤ ٥٦٧٨', '+20 2 1234 5678'],
  ['+39 06 6982 1234', '+39 06 6982 1234'],
  ['  +44 20\t7946 0958 ', '+44 20 7946 0958'],
])('%j is stored as %j', (typed, stored) => {
  expect(normalizeEntry({ type }, typed)).toBe(stored);
  expect(valueProblem({ type }, stored)).toBeUndefined();
  expect(normalizeEntry({ type }, stored)).toBe(stored);
});

test.each([
  ['020 7946 0958', 'the country code is missing'],
  ['0044 20 7946 0958', '00 begins other international calls in Hong Kong'],
  ['+44 (0)20 7946 0958', 'the zero is not dialled from abroad'],
  ['+39 (06) 6982 1234', 'the zero is always dialled'],
  ['+0 20 7946 0958', 'no country code begins with 0'],
  ['+44 20 7946 0958 ext. 12', 'an extension is not part of the number'],
  ['+44 20 SIGN HERE', 'letters'],
  ['+44 20 7946 0958, +44 20 7946 0959', 'two numbers'],
  ['+44 20 7946\n0958', 'two lines'],
  ['++44 20 7946 0958', 'two plus signs'],
  ['+683 400', 'too short'],
  ['+44 2079 4609 5812 3456', 'too long'],
  ['+', 'no digits'],
])('%j is refused and remains as typed: %s', (typed) => {
  expect(normalizeEntry({ type }, typed)).toBe(typed);
  expect(valueProblem({ type }, typed)).toEqual({ problem: 'not-a-phone' });
});

test('formatting never changes the digits of a number', () => {
  for (const typed of ['+1 (555) 010-4477', 'tel:+44-20-7946-0958', '+39 06 6982 1234']) {
    const stored = normalizeEntry({ type }, typed);
    expect(isInternationalPhone(stored)).toBe(true);
    expect(phoneDigits(stored)).toBe(phoneDigits(typed));
  }
});

test.each([
  ['equals', '+442079460958', true],
  ['equals', '+44 20 7946 0959', false],
  ['contains', '+44', true],
  ['contains', '7946 09', true],
  ['contains', 'London', false],
] as const)('a condition compares digits: %s %j is %s', (is, value, met) => {
  expect(isConditionMet({ fieldId: 'phone', is, value }, { type }, '+44 20 7946 0958')).toBe(met);
});

test('a text of a thousand separators is parsed in linear time', () => {
  const typed = `+44${'-( )'.repeat(240)}x`;
  expect(normalizeEntry({ type }, typed)).toBe(typed);
});
