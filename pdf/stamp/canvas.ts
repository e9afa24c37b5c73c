import { deflateSync } from 'node:zlib';
import type { FontName } from '../fonts/faces.ts';
import { dict, latin1Bytes, name, PdfDict, stream } from '../objects/objects.ts';
import type { PdfObject, PdfRef, PdfStream } from '../objects/objects.ts';
import { decimal, drawLine } from '../text/draw-line.ts';
import type { LinePlace } from '../text/draw-line.ts';
import type { FontSet } from '../text/embed-fonts.ts';
import type { ShapedLine } from '../text/shape-line.ts';
import type { EmbeddedImage } from './embed-image.ts';

/** Red, green and blue, each from 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number];

/** Position of the lower left corner, and the size. */
export type Rectangle = readonly [x: number, y: number, width: number, height: number];

export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** The drawing of a page and its resources. All lengths are in user space units. */
export type Canvas = {
  text(line: ShapedLine, place: LinePlace, color: Color): void;
  /**
   * Draws with the Multiply blend mode, so that no pixel of the page becomes lighter (ISO 32000-2, 11.3.5.2).
   */
  image(image: EmbeddedImage, x: number, y: number, width: number, height: number): void;
  /** Draws a filled rectangle. */
  bar(x: number, y: number, width: number, height: number, color: Color): void;
  /** Draws many rectangles of one color as a single path, which is faster to write and read. */
  bars(rectangles: readonly Rectangle[], color: Color): void;
  /** Strokes a path through points. */
  path(points: readonly (readonly [number, number])[], width: number, color: Color, closed?: boolean): void;
  /** Draws with the Multiply blend mode, as for images. */
  blended(draw: () => void): void;
  /** Draws in a transformed coordinate system. */
  within(matrix: Matrix, draw: () => void): void;
  /** Encloses the drawing in marked content. `opening` is its BMC or BDC operator. */
  marked(opening: string, draw: () => void): void;
  contentStream(): PdfStream;
  /** Returns a copy of the page's /Resources, including those used by the drawing. */
  resources(existing: PdfDict, resolve: (value: PdfObject | undefined) => PdfObject): PdfDict;
};

/** @param prefix prefix of every resource name, from `freePrefix` */
export function startCanvas(fonts: FontSet, prefix: string): Canvas {
  const content: string[] = [];
  const usedFonts = new Map<string, PdfRef>();
  const usedImages = new Map<string, PdfRef>();
  let blends = false;
  const put = (operators: string): void => {
    content.push(operators);
  };
  const fontKey = (font: FontName): string => {
    const key = `${prefix}-${font}`;
    if (!usedFonts.has(key)) usedFonts.set(key, fonts.reference(font));
    return key;
  };
  const enclosed = (opening: string, draw: () => void, closing: string): void => {
    put(opening);
    draw();
    put(closing);
  };
  return {
    text(line, place, color) {
      put(`BT ${components(color)} rg\n${drawLine(line, fonts, place, fontKey)}ET\n`);
    },
    image({ target }, x, y, width, height) {
      const key = `${prefix}-i${target.num}`;
      usedImages.set(key, target);
      put(
        `q /${prefix}-gs gs ${decimal(width)} 0 0 ${decimal(height)} ${decimal(x)} ${decimal(y)} cm /${key} Do Q\n`,
      );
    },
    bar(x, y, width, height, color) {
      put(`${components(color)} rg ${[x, y, width, height].map(decimal).join(' ')} re f\n`);
    },
    bars(rectangles, color) {
      const parts = rectangles.map((one) => `${one.map(decimal).join(' ')} re`);
      put(`${components(color)} rg ${parts.join('\n')} f\n`);
    },
    path(points, width, color, closed = false) {
      const steps = points.map(([x, y], index) => `${decimal(x)} ${decimal(y)} ${index === 0 ? 'm' : 'l'}`);
      const end = closed ? 's' : 'S';
      put(`${components(color)} RG ${decimal(width)} w 1 J 1 j ${steps.join(' ')} ${end}\n`);
    },
    blended(draw) {
      blends = true;
      enclosed(`q /${prefix}-gs gs\n`, draw, 'Q\n');
    },
    within(matrix, draw) {
      enclosed(`q ${matrix.map(precise).join(' ')} cm\n`, draw, 'Q\n');
    },
    marked(opening, draw) {
      enclosed(`${opening}\n`, draw, 'EMC\n');
    },
    contentStream() {
      return stream({ Filter: name('FlateDecode') }, deflateSync(latin1Bytes(content.join(''))));
    },
    resources(existing, resolve) {
      const merged = new PdfDict(existing);
      merge(merged, 'Font', usedFonts, resolve);
      merge(merged, 'XObject', usedImages, resolve);
      if (usedImages.size > 0 || blends)
        merge(merged, 'ExtGState', new Map([[`${prefix}-gs`, multiply]]), resolve);
      return merged;
    },
  };
}

const multiply = dict({ Type: name('ExtGState'), BM: name('Multiply') });

/** Returns a prefix with which no font, XObject or graphics state name in these resources begins. */
export function freePrefix(resources: PdfDict, resolve: (value: PdfObject | undefined) => PdfObject): string {
  const taken = ['Font', 'XObject', 'ExtGState'].flatMap((category) => {
    const entries = resolve(resources.get(category));
    return entries instanceof PdfDict ? [...entries.keys()] : [];
  });
  for (let i = 1; ; i++) {
    const prefix = `St${i}`;
    if (!taken.some((key) => key.startsWith(prefix))) return prefix;
  }
}

function merge(
  resources: PdfDict,
  category: string,
  added: ReadonlyMap<string, PdfObject>,
  resolve: (value: PdfObject | undefined) => PdfObject,
): void {
  if (added.size === 0) return;
  const existing = resolve(resources.get(category));
  resources.set(category, new PdfDict([...(existing instanceof PdfDict ? existing : []), ...added]));
}

const components = (color: Color): string => color.map(decimal).join(' ');

/** Matrices scale whole pages, so they need more digits than lengths. */
const precise = (value: number): string =>
  String(Math.round(value * 1e6) / 1e6 || 0).replace(/^(-?)1e-6$/, '$10.000001');
