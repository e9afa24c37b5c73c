import { rendererOf } from '#testing/pdfs/normalised.ts';
import type { Rectangle } from '#pdf/render/page-letters.ts';
import { joinLetters } from './page-reading.ts';
import type { Engine, PageToRead, Word } from './page-reading.ts';

export const pdfium: Engine = {
  name: 'PDFium',
  async read(bytes, pages) {
    const renderer = await rendererOf(bytes);
    try {
      return pages.map((page, index) => {
        const { width, height, rgba } = renderer.renderPage(index, page.scale * page.userUnit);
        const letters = renderer.pageLetters(index).map(({ sign, box }): Word => ({
          text: sign,
          ...(box === undefined ? { left: 0, top: 0, right: 0, bottom: 0 } : asDisplayed(box, page)),
        }));
        return { words: joinLetters(letters), picture: { width, height, data: rgba } };
      });
    } finally {
      renderer.close();
    }
  },
};

/**
 * Converts a rectangle in user space to a box on the displayed page: after /Rotate and /UserUnit, from the
 * top left corner.
 */
function asDisplayed([left, bottom, right, top]: Rectangle, page: PageToRead): Omit<Word, 'text'> {
  const [x0, y0, x1, y1] = page.crop;
  const unit = page.userUnit;
  const sides = {
    0: [left - x0, y1 - top, right - x0, y1 - bottom],
    90: [bottom - y0, left - x0, top - y0, right - x0],
    180: [x1 - right, bottom - y0, x1 - left, top - y0],
    270: [y1 - top, x1 - right, y1 - bottom, x1 - left],
  }[page.rotate];
  const [l = 0, t = 0, r = 0, b = 0] = sides.map((side) => side * unit);
  return { left: l, top: t, right: r, bottom: b };
}
