/**
 * Returns an international phone number as recommended in ITU-T E.123: a plus sign, and groups of digits
 * separated by single spaces. Returns undefined for any other text. Never changes digits, because `(0)`, `00` or
 * a missing country code mean different numbers in different countries, and only the writer knows which.
 */
export function internationalPhone(text: string): string | undefined {
  const number = text.replace(/^tel: ?/i, '');
  // The zero in `+44 (0)20` is dialed only within the country, but Italian numbers always include it.
  if (/\( ?0/.test(number)) return undefined;
  const groups = number
    .replaceAll(/[ ()./-]+/g, ' ')
    .trim()
    .replace(/^\+ /, '+');
  return isInternationalPhone(groups) ? groups : undefined;
}

/** Returns true for a normalized number with 7 to 15 digits. No country code begins with 0 (ITU-T E.164). */
export function isInternationalPhone(text: string): boolean {
  const { length } = phoneDigits(text);
  return /^\+[1-9][0-9]*(?: [0-9]+)*$/.test(text) && length >= 7 && length <= 15;
}

/** Returns only the digits, which are the same however the number is formatted. */
export function phoneDigits(text: string): string {
  return text.replaceAll(/[^0-9]/g, '');
}
