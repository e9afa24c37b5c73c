import { directionOf, type Language } from './language.ts';

/**
 * Prepares a name, title or address for use inside a sentence. If its direction differs from that of the
 * sentence, it is isolated (U+2068 to U+2069, like `<bdi>`), so that adjacent brackets and numbers keep their
 * position. Fingerprints and email addresses are unchanged, because they display correctly and must be copied
 * without invisible characters. Direction controls inside the text are removed, because they could end the
 * isolation and reverse the following text.
 */
export function isolate(part: string, language: Language): string {
  const other = directionOf(language) === 'rtl' ? leftToRight : rightToLeft;
  const set = part.replaceAll(steers, '');
  return other.test(set) && !oneWord.test(set) ? `\u2068${set}\u2069` : set;
}

/** Returns `Name <address>` for a line of English text. */
export function namedAddress(name: string, address: string): string {
  return name === '' ? isolate(address, 'en') : `${isolate(name, 'en')} <${isolate(address, 'en')}>`;
}

/** The blocks of all right-to-left scripts, and invisible marks that change the direction of adjacent text. */
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Any letter of a left-to-right script. */
const leftToRight =
  /(?![\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}])\p{L}/u;
const steers = /[\u202a-\u202e\u2066-\u2069]/g;
const oneWord = /^(?:[\w.+-]+@[\w.-]+|[0-9a-f]{64})$/;
