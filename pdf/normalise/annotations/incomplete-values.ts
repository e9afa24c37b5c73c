import type { PageGlyphs } from '../../render/page-glyphs.ts';
import type { Wanted } from './generate-appearances.ts';
import type { Box } from '../source/page-geometry.ts';

/**
 * Returns the values of generated fields that are not shown completely, because they are too long or the form's
 * fonts lack a letter. PDFium omits such a letter or takes it from a font that is not in the file, which another
 * program may not have. `page` counts from 1.
 */
export function incompleteValues(
  drawn: readonly Wanted[],
  glyphsIn: (pageIndex: number) => PageGlyphs,
): { page: number; value: string }[] {
  return drawn.flatMap(({ pageIndex, value }) => {
    const wanted = value ? lettersIn(value.text) : [];
    if (!value || wanted.length === 0) return [];
    const letters = new Set(lettersIn(textIn(value.rect, glyphsIn(pageIndex))));
    return wanted.every((letter) => letters.has(letter)) ? [] : [{ page: pageIndex + 1, value: value.text }];
  });
}

/** Tolerance in points around a field's rectangle, because the origin of a letter may be on its edge. */
const edge = 2;

const textIn = ([left, bottom, right, top]: Box, { glyphs }: PageGlyphs): string =>
  glyphs
    .filter(({ x, y }) => x > left - edge && x < right + edge && y > bottom - edge && y < top + edge)
    .map(({ sign, isEmbedded }) => (isEmbedded || isCommon.test(sign) ? sign : ''))
    .join('');

/** Letters in fonts that every program has (WinAnsiEncoding). */
const isCommon = /^[ -~\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]$/u;

/** Compatibility forms, such as ligatures and shapes of Arabic letters, count as the letters they represent. */
export const lettersIn = (text: string): string[] => [
  ...text.normalize('NFKC').replaceAll(/[\s\p{C}\p{M}]/gu, ''),
];
