import { directionOf, type Language } from './language.ts';

/**
 * A name, title or address as it may stand inside a sentence. Where it runs in the other direction than the sentence,
 * it is set apart (U+2068 to U+2069, as `<bdi>` does), so that a bracket or a number beside it keeps its place.
 * A fingerprint or an address of mail stays as it is: it reads right, and is copied without invisible signs. Signs
 * that turn text are taken out: one inside could end the isolate, and turn what follows.
 */
export function isolate(part: string, language: Language): string {
  const other = directionOf(language) === 'rtl' ? leftToRight : rightToLeft;
  const set = part.replaceAll(steers, '');
  return other.test(set) && !oneWord.test(set) ? `\u2068${set}\u2069` : set;
}

/** Somebody by name and address, as `Name <address>`, on a line of English. */
export function namedAddress(name: string, address: string): string {
  return name === '' ? isolate(address, 'en') : `${isolate(name, 'en')} <${isolate(address, 'en')}>`;
}

const leftToRight = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;
/** The blocks of all scripts that are written so, and the marks that turn a neighbour without being seen. */
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const steers = /[\u202a-\u202e\u2066-\u2069]/g;
const oneWord = /^(?:[\w.+-]+@[\w.-]+|[0-9a-f]{64})$/;
