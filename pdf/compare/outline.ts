import type { PDFPageProxy } from 'pdfjs-dist';
import type { Rectangle } from '../render/page-letters.ts';
import type { PdfJsGlyph } from './place-letters.ts';

/**
 * Left, bottom, right and top of an outline as fractions of the font size, or undefined if there is no outline.
 */
export type Outline = readonly [number, number, number, number] | undefined;

/**
 * Codes of path segments in pdf.js, with the number of points of each: move, line, two kinds of curves, and
 * close.
 */
const [MOVE, LINE] = [0, 1];
const POINTS = [1, 1, 3, 2, 0];

/** Returns the outline that pdf.js draws for a letter. */
export function outlineIn(page: PDFPageProxy, { font, drawn }: PdfJsGlyph): Outline {
  const name = `${font}_path_${drawn}`;
  if (font === '' || !page.commonObjs.has(name)) return undefined;
  const { path } = page.commonObjs.get(name) as { path: ArrayLike<number> };
  const points: number[] = [];
  /** A point from which nothing is drawn is not part of the letter. */
  let begun: readonly [number, number] | undefined;
  for (let at = 0; at < path.length;) {
    const part = path[at]!;
    const end = at + 1 + (POINTS[part] ?? 0) * 2;
    const [x, y] = [path[at + 1]!, path[at + 2]!];
    const isNothing = part === LINE && begun?.[0] === x && begun[1] === y;
    if (part === MOVE) begun = [x, y];
    else if (end > at + 1 && !isNothing) {
      points.push(...(begun ?? []));
      begun = undefined;
      for (let point = at + 1; point < end; point += 1) points.push(path[point]!);
    }
    at = end;
  }
  return boxAround(points);
}

function boxAround(points: readonly number[]): Outline {
  if (points.length === 0) return undefined;
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at]!, points[at + 1]!];
    if (x < box[0]) box[0] = x;
    if (y < box[1]) box[1] = y;
    if (x > box[2]) box[2] = x;
    if (y > box[3]) box[3] = y;
  }
  return box;
}

/** Returns the box around a letter drawn by pdf.js, relative to the letter's origin, in page units. */
export function boxOf({ matrix }: PdfJsGlyph, outline: NonNullable<Outline>): Rectangle {
  const [a, b, c, d] = matrix;
  const [left, bottom, right, top] = outline;
  return [
    Math.min(a * left, a * right) + Math.min(c * bottom, c * top),
    Math.min(b * left, b * right) + Math.min(d * bottom, d * top),
    Math.max(a * left, a * right) + Math.max(c * bottom, c * top),
    Math.max(b * left, b * right) + Math.max(d * bottom, d * top),
  ];
}
