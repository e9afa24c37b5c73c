import type { NumberFormat } from '../../formats/formats.ts';
import { formatNumber } from '../../formats/number.ts';

/**
 * Returns a canonical number in the document's print format. Documents from before number formats print the
 * canonical form. Any other text is returned unchanged.
 */
export function printNumber(value: string, format: NumberFormat | undefined): string {
  return format === undefined ? value : formatNumber(withoutGuard(value), format);
}

/**
 * Returns the stored form of a number: digits and a decimal point, with the given decimals. One to three digits
 * followed by three decimals look like thousands (`12.500`), so trailing zeros are removed (`12.5`) or a zero is
 * added (`12.345` becomes `12.3450`). Everyone therefore reads a canonical number the same way.
 */
export function canonicalNumber(whole: string, fraction: string, isNegative: boolean): string {
  const digits = whole.replace(/^0+(?=[0-9])/, '') || '0';
  const isZero = /^0*$/.test(digits + fraction);
  const kept = looksLikeThousands(digits, fraction) ? unlikeThousands(fraction) : fraction;
  return (isNegative && !isZero ? '-' : '') + digits + (kept && `.${kept}`);
}

/**
 * Returns the canonical form of a JSON number. A number that JavaScript writes with an exponent remains
 * unchanged and is refused later.
 */
export function numberText(number: number): string {
  const text = String(number);
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  return text.includes('e') ? text : canonicalNumber(whole, fraction, number < 0);
}

/** Returns true if `digits,fraction` could also be read as thousands. */
export function looksLikeThousands(digits: string, fraction: string): boolean {
  return /^[1-9][0-9]{0,2}$/.test(digits) && /^[0-9]{3}$/.test(fraction);
}

function unlikeThousands(fraction: string): string {
  return fraction.endsWith('0') ? fraction.replace(/0+$/, '') : `${fraction}0`;
}

/** Removes a final zero that was only added so that the number does not look like thousands. */
export function withoutGuard(value: string): string {
  return /^-?[1-9][0-9]{0,2}\.[0-9]{2}[1-9]0$/.test(value) ? value.slice(0, -1) : value;
}
