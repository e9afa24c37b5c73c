import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFPageProxy } from 'pdfjs-dist';
import type { Engine, PageReading, PageToRead, Word } from './page-reading.ts';

const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const folder = (name: string): string => join(root, name) + '/';

/** pdf.js, which draws the signing page, with the canvas that it brings for Node. */
export const pdfjs: Engine = {
  name: 'pdf.js',
  async read(bytes, pages) {
    const task = getDocument({
      data: Uint8Array.from(bytes),
      cMapUrl: folder('cmaps'),
      cMapPacked: true,
      standardFontDataUrl: folder('standard_fonts'),
      wasmUrl: folder('wasm'),
      iccUrl: folder('iccs'),
      isEvalSupported: false,
      verbosity: VerbosityLevel.ERRORS,
    });
    try {
      const document = await task.promise;
      const readings: PageReading[] = [];
      for (const [index, page] of pages.entries())
        readings.push(await readPage(await document.getPage(index + 1), page, document.canvasFactory));
      return readings;
    } finally {
      await task.destroy();
    }
  },
};

type Context = {
  getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray };
};
type CanvasFactory = {
  create(width: number, height: number): { canvas: HTMLCanvasElement; context: Context };
};

async function readPage(page: PDFPageProxy, { scale }: PageToRead, factory: unknown): Promise<PageReading> {
  const viewport = page.getViewport({ scale });
  const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
  const { canvas, context } = (factory as CanvasFactory).create(width, height);
  await page.render({ canvas, viewport }).promise;
  const { data } = context.getImageData(0, 0, width, height);
  const displayed = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  const words = items.flatMap((item) => {
    if (!('str' in item)) return [];
    const [a, b, c, d, x, y] = item.transform as Matrix;
    const length = Math.hypot(a, b) || 1;
    const along = (distance: number): [number, number] => [
      x + (a / length) * distance,
      y + (b / length) * distance,
    ];
    const up = [c, d] as const;
    return wordsOf(item.str).map(({ text, from, to }): Word => {
      const ends = [along(item.width * from), along(item.width * to)];
      const corners = ends
        .flatMap(([left, bottom]) => [
          [left, bottom],
          [left + up[0], bottom + up[1]],
        ])
        .map(([left = 0, bottom = 0]) => displayed.convertToViewportPoint(left, bottom) as [number, number]);
      const [xs, ys] = [corners.map((corner) => corner[0]), corners.map((corner) => corner[1])];
      return {
        text,
        left: Math.min(...xs),
        top: Math.min(...ys),
        right: Math.max(...xs),
        bottom: Math.max(...ys),
      };
    });
  });
  return { words, picture: { width, height, data } };
}

type Matrix = [number, number, number, number, number, number];

/** The words of a run and the shares of its length at which they begin and end, as if all letters were equally wide. */
function wordsOf(run: string): { text: string; from: number; to: number }[] {
  return Array.from(run.matchAll(/\S+/g), ({ 0: text, index }) => ({
    text,
    from: index / run.length,
    to: (index + text.length) / run.length,
  }));
}
