import type { Placed } from './compare-glyphs.ts';

/** Splits letters into words at spaces and gaps. */
export function wordsIn<G extends Placed>(glyphs: readonly G[]): G[][] {
  const words: G[][] = [];
  let word: G[] = [];
  let before: G | undefined;
  const close = (): void => {
    if (word.length > 0) words.push(word);
    word = [];
  };
  for (const glyph of glyphs) {
    const isBlank = /^[\p{Z}\p{C}]*$/u.test(glyph.sign);
    const isApart = before && Math.hypot(glyph.x - before.x, glyph.y - before.y) > 2 * glyph.size;
    if (isBlank || isApart) close();
    if (!isBlank) word.push(glyph);
    before = glyph;
  }
  close();
  return words;
}
