import { certificateTitles } from './certificate-titles.ts';

/** Letters and digits alone, without blanks, case and accents: where lines break does not matter. */
export const lettersOf = (text: string): string =>
  (text.normalize('NFKD').match(/[\p{L}\p{N}]/gu) ?? []).join('').toLowerCase();

/** Fewer words than this say nothing by themselves. */
const FEWEST_WORDS = 4;

/** Bookmarks that read like a statement and are on no page: a reader takes them for a part of the document. */
export function statementsIn(bookmarks: readonly string[], pages: readonly string[]): string[] {
  const isOnPage = (letters: string): boolean => pages.some((page) => page.includes(letters));
  return bookmarks.filter((title) => {
    const words = title
      .trim()
      .split(/\s+/)
      .filter((word) => /\p{L}/u.test(word));
    return words.length >= FEWEST_WORDS && !isOnPage(lettersOf(title));
  });
}

const titles = certificateTitles.map(lettersOf);
const backwards = titles.map((title) => [...title].reverse().join(''));
/** The number of a document, or a hash, as certificates print them. */
const reference = /[0-9a-f]{8}-?[0-9a-f]{4}-?7[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}|[0-9a-f]{64}/;

/**
 * Whether a page of an upload looks like a page of our certificate: its title in any language, and a document number or
 * a hash. Programs give Arabic in either direction.
 */
export function imitatesCertificate(text: string): boolean {
  const letters = lettersOf(text);
  const isTitled = [...titles, ...backwards].some((title) => letters.includes(title));
  return isTitled && reference.test(letters);
}
