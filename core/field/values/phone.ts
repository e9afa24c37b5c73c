/**
 * Returns an international phone number in the notation of ITU-T E.123: a plus sign, and groups of digits
 * separated by one space; undefined if the text is not one. The digits are never changed: `(0)`, `00` or a
 * missing country code mean different numbers in different countries, so only their writer can resolve them.
 */
export function internationalPhone(text: string): string | undefined {
  const number = text.replace(/^tel: ?/i, '');
  // The zero in `+44 (0)20` is dialled only within the country, but Italian numbers always include it.
  if (/\( ?0/.test(number)) return undefined;
  const groups = number
    .replaceAll(/[ ()./-]+/g, ' ')
    .trim()
    .replace(/^\+ /, '+');
  return isInternationalPhone(groups) ? groups : undefined;
}

/** True for a normalized number with 7 to 15 digits; no country code begins with 0 (ITU-T E.164). */
export function isInternationalPhone(text: string): boolean {
  const { length } = phoneDigits(text);
  return /^\+[1-9][0-9]*(?: [0-9]+)*$/.test(text) && length >= 7 && length <= 15;
}

/** Returns the digits, which are equal in all spellings of a number. */
export function phoneDigits(text: string): string {
  return text.replaceAll(/[^0-9]/g, '');
}
