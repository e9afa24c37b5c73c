import type { PageGlyphs } from '../render/page-glyphs.ts';
import type { PageLayout } from '../render/page-layout.ts';
import type { Renderer } from '../render/pdfium.ts';
import type { PageGeometry } from './source/page-geometry.ts';

export type PageReader = {
  /** Reads a page. This is cheapest while the page is loaded, because loading costs as much as rendering. */
  read(index: number): void;
  glyphsIn(index: number): PageGlyphs;
  /** Returns the layouts of all pages. Reads missing ones as far as time permits. */
  layouts(): PageLayout[];
};

/**
 * Time limit in milliseconds for the layout of all pages, and again for loading those that were not read before.
 */
const MAX_LAYOUT_TIME = 1000;

/** Reads the letters of a base file and the words and lines that contain them. */
export function openPageReader(shown: Renderer, pages: readonly PageGeometry[]): PageReader {
  const glyphs = new Map<number, PageGlyphs>();
  const layouts = new Map<number, PageLayout>();
  let spent = 0;
  const read = (index: number): void => {
    const result = shown.pageGlyphs(index);
    glyphs.set(index, result);
    if (spent > MAX_LAYOUT_TIME) return;
    const start = performance.now();
    layouts.set(index, shown.pageLayout(index, result.glyphs, pages[index]!));
    spent += performance.now() - start;
  };
  return {
    read,
    glyphsIn: (index) => glyphs.get(index) ?? shown.pageGlyphs(index),
    layouts() {
      const until = performance.now() + MAX_LAYOUT_TIME;
      // Reads the last pages first, because they contain the signatures.
      for (const index of [...pages.keys()].reverse())
        if (!layouts.has(index) && performance.now() < until) read(index);
      return pages.map((page, index) => layouts.get(index) ?? emptyLayout(page));
    },
  };
}

const emptyLayout = ({ width, height }: PageGeometry): PageLayout => ({
  ...{ width, height, words: [], rules: [], squares: [] },
});
