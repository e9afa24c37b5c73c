import type { PDFPageProxy } from 'pdfjs-dist';
import type { Rectangle } from '../render/page-letters.ts';
import { apply } from './matrix.ts';
import type { PdfJsGlyph } from './place-letters.ts';

/** left, bottom, right, top of an outline, as shares of its font's size; undefined if there is none. */
export type Outline = readonly [number, number, number, number] | undefined;

/** Parts of a path in pdf.js, and how many points each has: a move, a line, two kinds of curves, the way back. */
const [MOVE, LINE] = [0, 1];
const POINTS = [1, 1, 3, 2, 0];

/** The outline by which pdf.js draws a letter. */
export function outlineIn(page: PDFPageProxy, { font, drawn }: PdfJsGlyph): Outline {
  const name = `${font}_path_${drawn}`;
  if (font === '' || !page.commonObjs.has(name)) return undefined;
  const { path } = page.commonObjs.get(name) as { path: ArrayLike<number> };
  const points: number[] = [];
  /** A place to which nothing is drawn is no part of the letter. */
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
  const [xs, ys] = [0, 1].map((side) => points.filter((_, at) => at % 2 === side));
  return [Math.min(...xs!), Math.min(...ys!), Math.max(...xs!), Math.max(...ys!)];
}

/** The box around a letter as pdf.js draws it, in the user space of the page. */
export function boxOf({ matrix, x, y }: PdfJsGlyph, outline: NonNullable<Outline>): Rectangle {
  const [left, bottom, right, top] = outline;
  const corners = [left, right].flatMap((across) => [bottom, top].map((up) => apply(matrix, across, up)));
  const [xs, ys] = [corners.map((corner) => x + corner.x), corners.map((corner) => y + corner.y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
