import { isBlank } from '../language/visible.ts';

/**
 * The characters that a text may contain. There are named formats and masks instead of regular expressions:
 * each is decided in one pass over the text, so no sender's pattern can stall the server or a signer's
 * browser.
 */
export const textFormats = ['any', 'letters', 'digits', 'letters-digits', 'phone', 'iban', 'mask'] as const;
export type TextFormat = (typeof textFormats)[number];

/** Maximum characters of a text field; longer text does not fit into a box on a page. */
export const maxTextLength = 1000;

/** Returns true if the text has the format. `mask` is used only with the format `mask`. */
export function hasFormat(text: string, format: TextFormat, mask: string): boolean {
  switch (format) {
    case 'any':
      return true;
    case 'letters':
      return [...text].every((sign) => isLetter(sign) || isJoiner(sign));
    case 'digits':
      return [...text].every(isDigit);
    case 'letters-digits':
      return [...text].every((sign) => isLetter(sign) || isDigit(sign) || isJoiner(sign));
    case 'phone':
      return isPhone(text);
    case 'iban':
      return isIban(text);
    case 'mask':
      // Entries are trimmed before they are stored.
      return fitsMask([...text], [...mask.trim()]);
  }
}

/** Returns the minimum and maximum number of characters of a text in the format. */
export function lengthsOf(format: TextFormat, mask: string): { least: number; most: number } {
  const places = [...mask.trim()].length;
  if (format === 'mask') return { least: places, most: places };
  return {
    least: { iban: 15, phone: 5, any: 1, letters: 1, digits: 1, 'letters-digits': 1 }[format],
    most: Infinity,
  };
}

function isLetter(sign: string): boolean {
  return /^[\p{L}\p{M}]$/u.test(sign) && !isBlank(sign);
}

function isDigit(sign: string): boolean {
  return /^[0-9]$/.test(sign);
}

/** Characters between the parts of words and names. */
function isJoiner(sign: string): boolean {
  return " '’-.".includes(sign);
}

/** Five to fifteen digits (ITU-T E.164), with the separators that people use. */
function isPhone(text: string): boolean {
  const signs = [...text.replace(/^\+/, '')];
  const digits = signs.filter(isDigit).length;
  return digits >= 5 && digits <= 15 && signs.every((sign) => isDigit(sign) || ' ()-./'.includes(sign));
}

/** ISO 13616: two letters, two check digits, and up to 30 letters and digits; the number modulo 97 is 1. */
function isIban(text: string): boolean {
  const plain = text.replaceAll(' ', '').toUpperCase();
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(plain)) return false;
  let rest = 0;
  for (const sign of plain.slice(4) + plain.slice(0, 4)) {
    for (const digit of String(Number.parseInt(sign, 36))) rest = (rest * 10 + Number(digit)) % 97;
  }
  return rest === 1;
}

function fitsMask(signs: readonly string[], mask: readonly string[]): boolean {
  return signs.length === mask.length && signs.every((sign, at) => fitsPlace(sign, mask[at]!));
}

function fitsPlace(sign: string, place: string): boolean {
  if (place === '9') return isDigit(sign);
  if (place === 'A') return isLetter(sign);
  if (place === '*') return isDigit(sign) || isLetter(sign);
  return sign === place;
}
