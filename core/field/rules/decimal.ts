import { canonicalNumber } from '../values/number-format.ts';

/** The number `digits / 10^scale`. Decimal arithmetic is exact, so 0.1 + 0.2 is 0.3. */
export type Decimal = { digits: bigint; scale: number };

/** Maximum number of digits that a field can store. */
const maxWhole = 15;
export const maxScale = 10;

export function readDecimal(text: string): Decimal | undefined {
  const [, sign, whole, fraction = ''] = /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return { digits: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length };
}

export function add(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale);
  return { digits: atScale(one, scale) + atScale(other, scale), scale };
}

export function negate({ digits, scale }: Decimal): Decimal {
  return { digits: -digits, scale };
}

export function multiply(one: Decimal, other: Decimal): Decimal {
  return { digits: one.digits * other.digits, scale: one.scale + other.scale };
}

/** Returns the quotient rounded to ten decimals, or undefined for division by zero. */
export function divide(one: Decimal, other: Decimal): Decimal | undefined {
  if (other.digits === 0n) return undefined;
  const dividend = one.digits * 10n ** BigInt(maxScale + other.scale);
  const divisor = other.digits * 10n ** BigInt(one.scale);
  return { digits: divideRounded(dividend, divisor), scale: maxScale };
}

/** Rounds the number, with halves away from zero. */
export function round(number: Decimal, scale: number): Decimal {
  if (number.scale <= scale) return number;
  return { digits: divideRounded(number.digits, 10n ** BigInt(number.scale - scale)), scale };
}

/** Compares two numbers for sorting. Returns a negative number, zero or a positive number. */
export function compare(one: Decimal, other: Decimal): number {
  const scale = Math.max(one.scale, other.scale);
  const difference = atScale(one, scale) - atScale(other, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Returns the number as an integer, or undefined if it has decimals or is too large for a number of days. */
export function wholeNumber(number: Decimal): number | undefined {
  const rounded = round(number, 0);
  if (compare(rounded, number) !== 0) return undefined;
  const whole = Number(atScale(rounded, 0));
  return Math.abs(whole) <= 10_000_000 ? whole : undefined;
}

/**
 * Returns the number in stored form: with exactly this many decimals, or if undefined, with up to ten and no
 * trailing zeros. Returns undefined if it has too many digits to be stored.
 */
export function decimalText(number: Decimal, decimals: number | undefined): string | undefined {
  const scale = decimals ?? maxScale;
  const digits = atScale(round(number, scale), scale);
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const whole = text.slice(0, text.length - scale);
  const fraction = text.slice(text.length - scale);
  if (whole.length > maxWhole) return undefined;
  return canonicalNumber(whole, decimals === undefined ? fraction.replace(/0+$/, '') : fraction, digits < 0n);
}

function atScale({ digits, scale }: Decimal, wanted: number): bigint {
  return wanted >= scale ? digits * 10n ** BigInt(wanted - scale) : digits / 10n ** BigInt(scale - wanted);
}

function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n;
  const [above, below] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const rounded = (above * 2n + below) / (below * 2n);
  return isNegative ? -rounded : rounded;
}
