import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as PdfJs from 'pdfjs-dist';
import type { PDFPageProxy } from 'pdfjs-dist';
import type { Engine, PageReading, PageToRead, Word } from './page-reading.ts';

const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
const root = dirname(manifest);

type Context = {
  getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray };
};
type Canvas = HTMLCanvasElement & { getContext(kind: '2d'): Context };
type Drawing = { createCanvas(width: number, height: number): Canvas } & Record<string, unknown>;
const drawing = createRequire(manifest)('@napi-rs/canvas') as Drawing;

/**
 * An instance apart from the product's, which is loaded without a canvas into the same process (pdf/compare/pdfjs.ts)
 * and leaves empty classes in the global scope.
 */
async function loadDrawing(): Promise<typeof PdfJs> {
  for (const name of ['DOMMatrix', 'ImageData', 'Path2D'])
    Object.assign(globalThis, { [name]: drawing[name] });
  const address = pathToFileURL(join(root, 'legacy/build/pdf.mjs'));
  return (await import(`${address.href}?drawing`)) as typeof PdfJs;
}

/** The canvases of pdf.js are made here, since its own way to them is closed by the product's instance. */
class CanvasFactory {
  create(width: number, height: number) {
    const canvas = drawing.createCanvas(width, height);
    return { canvas, context: canvas.getContext('2d') };
  }
  reset({ canvas }: { canvas: Canvas }, width: number, height: number) {
    Object.assign(canvas, { width, height });
  }
  destroy({ canvas }: { canvas: Canvas }) {
    Object.assign(canvas, { width: 0, height: 0 });
  }
}

const loaded = loadDrawing();
const folder = (name: string): string => join(root, name) + '/';

/** pdf.js, which draws the signing page, with the canvas that it brings for Node. */
export const pdfjs: Engine = {
  name: 'pdf.js',
  async read(bytes, pages) {
    const { getDocument, VerbosityLevel } = await loaded;
    const task = getDocument({
      CanvasFactory,
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
        readings.push(await readPage(await document.getPage(index + 1), page));
      return readings;
    } finally {
      await task.destroy();
    }
  },
};

async function readPage(page: PDFPageProxy, { scale }: PageToRead): Promise<PageReading> {
  const viewport = page.getViewport({ scale });
  const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
  const { canvas, context } = new CanvasFactory().create(width, height);
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
