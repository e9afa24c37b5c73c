import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as PdfJs from 'pdfjs-dist';
import type { PDFPageProxy } from 'pdfjs-dist';
import { maskFactories } from '#web/kit/pdf/mask-filters.ts';
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
 * Separate from the product's instance (pdf/compare/pdfjs.ts). That one is loaded into the same process
 * without a canvas, and leaves empty classes in the global scope.
 */
async function loadDrawing(): Promise<typeof PdfJs> {
  for (const name of ['DOMMatrix', 'ImageData', 'Path2D'])
    Object.assign(globalThis, { [name]: drawing[name] });
  const address = pathToFileURL(join(root, 'legacy/build/pdf.mjs'));
  return (await import(`${address.href}?drawing`)) as typeof PdfJs;
}

/**
 * Creates canvases for pdf.js, because the product's instance has disabled pdf.js's own factory. Like
 * Safari's canvases, those of Node have no filters, so soft masks are applied as on the signing page in
 * Safari.
 */
const { CanvasFactory, FilterFactory } = maskFactories((width, height) =>
  drawing.createCanvas(width, height),
);

const loaded = loadDrawing();
const folder = (name: string): string => join(root, name) + '/';

/** pdf.js, which renders the signing page, with its canvas for Node. */
export const pdfjs: Engine = {
  name: 'pdf.js',
  async read(bytes, pages) {
    const { getDocument, VerbosityLevel } = await loaded;
    const task = getDocument({
      CanvasFactory,
      FilterFactory,
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
  const canvas = drawing.createCanvas(width, height);
  const context = canvas.getContext('2d');
  await page.render({ canvas, viewport }).promise;
  const { data } = context.getImageData(0, 0, width, height);
  const displayed = page.getViewport({ scale: 1 });
  const { items, styles } = await page.getTextContent();
  const words = items.flatMap((item) => {
    if (!('str' in item)) return [];
    const [a, b, c, d, x, y] = item.transform as Matrix;
    const isVertical = styles[item.fontName]?.vertical === true;
    const forward = isVertical ? ([-c, -d] as const) : ([a, b] as const);
    const extent = isVertical ? item.height : item.width;
    const [right, upwards] = forward;
    const length = Math.hypot(right, upwards) || 1;
    const along = (distance: number): [number, number] => [
      x + (right / length) * distance,
      y + (upwards / length) * distance,
    ];
    const up = isVertical ? ([a, b] as const) : ([c, d] as const);
    return wordsOf(item.str).map(({ text, from, to }): Word => {
      const ends = [along(extent * from), along(extent * to)];
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
  const isVertical = Object.values(styles).some(({ vertical }) => vertical);
  return { words, picture: { width, height, data }, isVertical };
}

type Matrix = [number, number, number, number, number, number];

/**
 * Returns the words of a run, with the fractions of its length at which they begin and end. Assumes that all
 * letters have the same width.
 */
function wordsOf(run: string): { text: string; from: number; to: number }[] {
  return Array.from(run.matchAll(/\S+/g), ({ 0: text, index }) => ({
    text,
    from: index / run.length,
    to: (index + text.length) / run.length,
  }));
}
