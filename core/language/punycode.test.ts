import fc from 'fast-check';
import { expect, test } from 'vitest';
import { labelToAscii, labelToUnicode } from './punycode.ts';

test.each([
  ['bank', 'bank'],
  ['müller', 'xn--mller-kva'],
  ['bücher', 'xn--bcher-kva'],
  ['münchen-ost', 'xn--mnchen-ost-9db'],
  ['пример', 'xn--e1afmkfd'],
  ['例え', 'xn--r8jz45g'],
  ['مثال', 'xn--mgbh0fb'],
  ['раураl', 'xn--l-7sba6dbr'],
])('%s is %s', (label, ascii) => {
  expect(labelToAscii(label)).toBe(ascii);
  expect(labelToUnicode(ascii)).toBe(label);
});

test('matches the URL standard in both directions', () => {
  const letters = fc.string({
    unit: fc.constantFrom(...'abzüßñçłøαβγабвאבعمر田中김日本語-1'),
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(letters, (label) => {
      const parsed = URL.parse(`http://a${label}b.example`)?.hostname.replace('.example', '');
      fc.pre(parsed !== undefined && !/^.{2}--|--$/u.test(`a${label}b`));
      expect(labelToAscii(`a${label}b`)).toBe(parsed);
      expect(labelToUnicode(labelToAscii(`a${label}b`))).toBe(`a${label}b`);
    }),
    { seed: 20261127, numRuns: 500 },
  );
});

test.each([
  'xn--',
  'xn--ü',
  'xn--a-!',
  'xn--99999999',
  'xn--zzzzzzzzzzzzzz',
  'xn--e28h',
  'xn--abc-',
  'xn--ab-17t',
])('%s has no displayable letters and remains unchanged', (label) =>
  expect(labelToUnicode(label)).toBe(label),
);
