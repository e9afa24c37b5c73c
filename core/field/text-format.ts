import { isBlank } from '../language/visible.ts';

/**
 * Formats of a text field. Named formats and masks are used instead of regular expressions, because they are
 * checked in a single pass. No pattern from a sender can stall the server or a signer's browser.
 */
export const textFormats = ['any', 'letters', 'digits', 'letters-digits', 'phone', 'iban', 'mask'] as const;
export type TextFormat = (typeof textFormats)[number];

/** Maximum number of characters in a text field. A longer text would not fit into a box on a page. */
export const maxTextLength = 1000;

/** Returns true if the text matches the format. `mask` is used only with the format `mask`. */
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

/** Returns the minimum and maximum length of a text in this format. */
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

/** Returns true for characters that join parts of words and names. */
function isJoiner(sign: string): boolean {
  return " '’-.".includes(sign);
}

/** Accepts five to fifteen digits (ITU-T E.164) and the usual separators. */
function isPhone(text: string): boolean {
  const signs = [...text.replace(/^\+/, '')];
  const digits = signs.filter(isDigit).length;
  return digits >= 5 && digits <= 15 && signs.every((sign) => isDigit(sign) || ' ()-./'.includes(sign));
}

/**
 * Validates an IBAN (ISO 13616): two letters, two check digits, up to 30 letters and digits, and a remainder of
 * 1 modulo 97.
 */
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
