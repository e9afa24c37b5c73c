import { certificateTitles } from './certificate-titles.ts';

/** Returns only letters and digits, without blanks, case and accents, because line breaks do not matter. */
export const lettersOf = (text: string): string =>
  (text.normalize('NFKD').match(/[\p{L}\p{N}]/gu) ?? []).join('').toLowerCase();

/** A bookmark with fewer words makes no statement. */
const FEWEST_WORDS = 4;

/**
 * Returns bookmarks that read like statements and are on no page: readers would take them for part of the
 * document.
 */
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
/** A document number or a hash as printed on certificates. */
const reference = /[0-9a-f]{8}-?[0-9a-f]{4}-?7[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}|[0-9a-f]{64}/;

/**
 * Returns true if a page of an upload looks like a certificate page: its title in any language, and a
 * document number or a hash. Programs extract Arabic in either direction.
 */
export function imitatesCertificate(text: string): boolean {
  const letters = lettersOf(text);
  const isTitled = [...titles, ...backwards].some((title) => letters.includes(title));
  return isTitled && reference.test(letters);
}
