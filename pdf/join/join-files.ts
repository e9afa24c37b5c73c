import { compareRendering } from '../normalise/one-reading/compare-rendering.ts';
import { MAX_PAGES, cannotBePreparedOn, refusals, type PdfRefusal } from '../normalise/source/refusals.ts';
import { TooComplex } from '../normalise/source/inflate-budget.ts';
import { openRenderer, type Renderer } from '../render/pdfium.ts';
import { joinPdfs, type FileToJoin } from './join-pdfs.ts';

/** `pages` are the visible boxes of the pages in user space. */
export type PreparedPart = FileToJoin & {
  pages: readonly { crop: readonly [number, number, number, number] }[];
};

/**
 * Joins base files and compares the resulting pages with the original ones in PDFium, because fonts or pictures
 * of one file must not affect another. Page numbers in a refusal refer to the joined file.
 */
export async function joinFiles(parts: readonly PreparedPart[]): Promise<Uint8Array | PdfRefusal> {
  const total = parts.reduce((sum, { pages }) => sum + pages.length, 0);
  if (total > MAX_PAGES) return refusals.tooManyPages;
  try {
    const joined = joinPdfs(parts);
    return (await findChangedPage(parts, joined)) ?? joined;
  } catch (error) {
    if (error instanceof TooComplex) return refusals.tooComplex;
    throw error;
  }
}

async function findChangedPage(
  parts: readonly PreparedPart[],
  joined: Uint8Array,
): Promise<PdfRefusal | undefined> {
  const whole = await openRenderer(joined);
  if ('failed' in whole) return refusals.cannotBePrepared;
  try {
    let first = 0;
    for (const { pdf, pages } of parts) {
      const shown = shiftedPages(whole, first, pages.length);
      const compared = await compareRendering(pdf, shown, {
        pages: pages.map(({ crop }) => ({ crop: [...crop] })),
        mayShowMore: false,
      });
      if (typeof compared === 'object') return cannotBePreparedOn(first + compared.page + 1);
      first += pages.length;
    }
    return whole.pageCount === first ? undefined : refusals.cannotBePrepared;
  } finally {
    whole.close();
  }
}

/** Returns some pages of a file as if they were a separate file. */
function shiftedPages(whole: Renderer, first: number, pageCount: number): Renderer {
  return { ...whole, pageCount, renderPage: (index, ...how) => whole.renderPage(first + index, ...how) };
}
