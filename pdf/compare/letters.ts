/**
 * Returns true if two characters may be the same letter. Engines determine characters from different sources.
 * Therefore only letters, digits and currency signs that both identify are compared, without accents and case. A
 * ligature contains its letters.
 */
export function couldBeSameLetter(one: string, other: string): boolean {
  const [a, b] = [lettersOf(one), lettersOf(other)];
  return a === '' || b === '' || a.includes(b) || b.includes(a);
}

/**
 * Returns letters, digits, currency and percent signs, without accents and case. Circled and superscript
 * numbers are excluded, because symbol fonts have them where other fonts have letters.
 */
export function lettersOf(text: string): string {
  const known = signs.get(text);
  if (known !== undefined) return known;
  const letters = (text.match(COUNTED) ?? [])
    .join('')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase();
  if (text.length <= 2 && signs.size < MAX_SIGNS) signs.set(text, letters);
  return letters;
}

/** Replaces a letter that is read as a space but has an outline. */
export const UNNAMED = '\u2bd1';

const COUNTED = /[\p{L}\p{Nd}\p{Sc}%\u2bd1]/gu;
/** Caches results for single characters, which are looked up several times for each letter of a page. */
const signs = new Map<string, string>();
const MAX_SIGNS = 20_000;
