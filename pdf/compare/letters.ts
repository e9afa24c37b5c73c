import type { Placed } from './compare-glyphs.ts';

/**
 * Whether two signs may be one letter. Engines take a sign from different sources, so only letters, digits and currency
 * signs that both of them name count, without accents and case; a ligature contains its letters.
 */
export function mayBeSame(one: string, other: string): boolean {
  const [a, b] = [lettersOf(one), lettersOf(other)];
  return a === '' || b === '' || a.includes(b) || b.includes(a);
}

/**
 * Whether the lines that these letters are in read the same in both engines. Widths of a font that the file does not
 * contain move the letters of a line; they change neither the letters nor their order.
 */
export function sameLines(
  first: readonly Placed[],
  second: readonly Placed[],
  some: readonly Placed[],
): boolean {
  return [...new Set(some.map(lineOf))].every((line) => readLine(first, line) === readLine(second, line));
}

/** Of text that is not turned; a turned line is many lines here, which then read differently. */
const lineOf = ({ y }: Placed): number => Math.round(y);

function readLine(glyphs: readonly Placed[], line: number): string {
  const onLine = glyphs.filter((glyph) => lineOf(glyph) === line).sort((one, other) => one.x - other.x);
  return onLine.map(({ sign }) => lettersOf(sign)).join('');
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

const COUNTED = /[\p{L}\p{Nd}\p{Sc}%]/gu;
/** Results for single signs, which are asked for several times for each letter of a page. */
const signs = new Map<string, string>();
const MAX_SIGNS = 20_000;
