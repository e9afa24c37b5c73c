import { directionOf, type Language } from './language.ts';

/**
 * A name, title or address as it may stand inside a sentence. Where it runs in the other direction than the sentence,
 * it is set apart (U+2068 to U+2069, as `<bdi>` does), so that a bracket or a number beside it keeps its place.
 * A fingerprint or an address of mail stays as it is: it reads right, and is copied without invisible signs.
 */
export function isolate(part: string, language: Language): string {
  const other = directionOf(language) === 'rtl' ? leftToRight : rightToLeft;
  return other.test(part) && !oneWord.test(part) ? `\u2068${part}\u2069` : part;
}

const leftToRight = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const oneWord = /^(?:[\w.+-]+@[\w.-]+|[0-9a-f]{64})$/;
