/**
 * Whether two signs may be one letter. Engines take a sign from different sources, so only letters, digits and currency
 * signs that both of them name count, without accents and case; a ligature contains its letters.
 */
export function mayBeSame(one: string, other: string): boolean {
  const [a, b] = [lettersOf(one), lettersOf(other)];
  return a === '' || b === '' || a.includes(b) || b.includes(a);
}

/**
 * Letters, digits, currency and percent signs, without accents and case. Numbers in circles or raised do not count: fonts
 * of symbols have them where other fonts have letters.
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

/** Replaces the sign of a letter that is read as a blank, and has an outline all the same. */
export const UNNAMED = '\u2bd1';

const COUNTED = /[\p{L}\p{Nd}\p{Sc}%\u2bd1]/gu;
/** Results for single signs, which are asked for several times for each letter of a page. */
const signs = new Map<string, string>();
const MAX_SIGNS = 20_000;
