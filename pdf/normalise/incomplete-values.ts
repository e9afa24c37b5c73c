import type { PageGlyphs } from '../render/page-glyphs.ts';
import type { Wanted } from './generate-appearances.ts';

/**
 * Values of fields that were drawn here with letters that the fonts of the form lack. PDFium leaves such a letter out, or
 * takes it from a font that is not in the file and that another program may not have. `page` from 1.
 */
export function incompleteValues(
  drawn: readonly Wanted[],
  glyphsIn: (pageIndex: number) => PageGlyphs,
): { page: number; value: string }[] {
  const lettersOfPage = new Map<number, ReadonlySet<string>>();
  return drawn.flatMap(({ pageIndex, value = '' }) => {
    const wanted = lettersIn(value);
    if (wanted.size === 0) return [];
    const letters = lettersOfPage.get(pageIndex) ?? lettersIn(textOf(glyphsIn(pageIndex)));
    lettersOfPage.set(pageIndex, letters);
    return [...wanted].every((letter) => letters.has(letter)) ? [] : [{ page: pageIndex + 1, value }];
  });
}

const textOf = ({ glyphs }: PageGlyphs): string =>
  glyphs.map(({ sign, isEmbedded }) => (isEmbedded || isCommon.test(sign) ? sign : '')).join('');

/** In the fonts that every program has (WinAnsiEncoding). */
const isCommon = /^[ -~\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]$/u;

/** Compatible forms, such as ligatures and the shapes of Arabic letters, are the letters they stand for. */
const lettersIn = (text: string): Set<string> =>
  new Set(text.normalize('NFKC').replaceAll(/[\s\p{C}\p{M}]/gu, ''));
