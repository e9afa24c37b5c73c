import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numberFormats, type NumberFormat } from '../../formats/formats.ts';
import { numberMarks } from '../../formats/number.ts';
import { canonicalNumber, printNumber } from './number-format.ts';
import { readNumber } from './read-number.ts';

describe('printed numbers', () => {
  test.each<[NumberFormat, string]>([
    ['1,234.56', '-1,234,567.50'],
    ['1.234,56', '-1.234.567,50'],
    ['1 234,56', '-1\u00a0234\u00a0567,50'],
    ["1'234.56", '-1’234’567.50'],
    ['12,34,567.89', '-12,34,567.50'],
    ['1234.56', '-1234567.50'],
  ])('%s: %s', (format, printed) => {
    expect(printNumber('-1234567.50', format)).toBe(printed);
  });

  test('a zero that was added to three decimals is not printed', () => {
    expect(printNumber('12.3450', '1.234,56')).toBe('12,345');
    expect(printNumber('12.3450', undefined)).toBe('12.3450');
  });

  test('a document without a number format prints the stored form', () => {
    expect(printNumber('50.000', undefined)).toBe('50.000');
  });
});

const written = fc
  .record({
    whole: fc.bigInt({ min: 0n, max: 999_999_999_999_999n }),
    fraction: fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 10 }),
    isNegative: fc.boolean(),
  })
  .map(({ whole, fraction, isNegative }) => `${isNegative ? '-' : ''}${whole}${fraction && `.${fraction}`}`);

/** Returns the values that could be stored for this text, for each of its readings. */
function storedFrom(text: string): string[] {
  const reading = readNumber(text)!;
  return 'value' in reading ? [reading.value] : [...reading.readings];
}

describe('stored numbers', () => {
  test('a printed number is parsed back to the stored value in every format', () => {
    fc.assert(
      fc.property(written, fc.constantFrom(...numberFormats), (text, format) => {
        for (const value of storedFrom(text)) {
          expect(readPrinted(printNumber(value, format), format)).toBe(value);
        }
      }),
    );
  });

  test('a printed number is never parsed unambiguously as a different number', () => {
    fc.assert(
      fc.property(written, fc.constantFrom(...numberFormats), (text, format) => {
        for (const value of storedFrom(text)) {
          expect(storedFrom(printNumber(value, format))).toContain(value);
        }
      }),
    );
  });

  test('a stored value is always parsed unambiguously as itself', () => {
    fc.assert(
      fc.property(written, (text) => {
        for (const value of storedFrom(text)) expect(readNumber(value)).toEqual({ value });
      }),
    );
  });
});

/** Returns the canonical number for a printed form, or undefined if the format never prints numbers that way. */
function readPrinted(printed: string, format: NumberFormat): string | undefined {
  const { group, decimal } = numberMarks[format];
  const [whole = '', fraction, ...rest] = printed.split(decimal);
  const plain = group === '' ? whole : whole.replaceAll(group, '');
  if (rest.length > 0 || !/^-?[0-9]+$/.test(plain) || (fraction !== undefined && !/^[0-9]+$/.test(fraction)))
    return undefined;
  const value = canonicalNumber(plain.replace('-', ''), fraction ?? '', plain.startsWith('-'));
  return printNumber(value, format) === printed ? value : undefined;
}
