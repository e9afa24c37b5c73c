import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { heapOf } from './pdfium-memory.ts';

export type Point = { x: number; y: number };
/**
 * Opposite corners, in the page's user space, of a straight line, a filled area thin enough to look like one, or
 * a small frame.
 */
export type Stroke = readonly [Point, Point];

type Matrix = readonly [number, number, number, number, number, number];

const PATH = 2;
const FORM = 5;
const [LINE_TO, BEZIER_TO, MOVE_TO] = [0, 1, 2];
const DEEPEST_FORM = 8;
/** Maximum number of path segments read per page. A page with more is a drawing. */
const MAX_SEGMENTS = 20_000;
/** Maximum sizes in points: of the thickness of a filled area that counts as a line, and of a frame. */
const THIN = 3;
const LARGEST_FRAME = 20;
/** Luminance above which a line is not visible on paper. */
const LIGHTEST = 250;

/** Returns the straight lines drawn on a loaded page, including thin filled areas and the sides of frames. */
export function readStrokes(pdfium: WrappedPdfiumModule, page: number): Stroke[] {
  const strokes: Stroke[] = [];
  const memory = pdfium.pdfium.wasmExports.malloc(24);
  const budget = { segments: MAX_SEGMENTS };
  const visit = (object: number, outer: Matrix, depth: number): void => {
    if (object === 0 || budget.segments <= 0) return;
    const type = pdfium.FPDFPageObj_GetType(object);
    if (type !== PATH && type !== FORM) return;
    const matrix = multiply(matrixOf(pdfium, object, memory), outer);
    if (type === PATH) {
      if (isVisible(pdfium, object, memory))
        strokes.push(...pathStrokes(pdfium, object, { matrix, memory, budget }));
    } else if (depth < DEEPEST_FORM) {
      const count = Math.max(0, pdfium.FPDFFormObj_CountObjects(object));
      for (let at = 0; at < count; at += 1)
        visit(pdfium.FPDFFormObj_GetObject(object, at), matrix, depth + 1);
    }
  };
  try {
    const count = Math.max(0, pdfium.FPDFPage_CountObjects(page));
    for (let at = 0; at < count; at += 1) visit(pdfium.FPDFPage_GetObject(page, at), [1, 0, 0, 1, 0, 0], 0);
    return strokes;
  } finally {
    pdfium.pdfium.wasmExports.free(memory);
  }
}

function floats(pdfium: WrappedPdfiumModule, memory: number, count: number): number[] {
  const { buffer, byteOffset } = heapOf(pdfium);
  return [...new Float32Array(buffer, byteOffset + memory, count)];
}

function integers(pdfium: WrappedPdfiumModule, memory: number, count: number): number[] {
  const { buffer, byteOffset } = heapOf(pdfium);
  return [...new Uint32Array(buffer, byteOffset + memory, count)];
}

function matrixOf(pdfium: WrappedPdfiumModule, object: number, memory: number): Matrix {
  if (!pdfium.FPDFPageObj_GetMatrix(object, memory)) return [1, 0, 0, 1, 0, 0];
  return floats(pdfium, memory, 6) as unknown as Matrix;
}

const multiply = ([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix => [
  a * A + b * C,
  a * B + b * D,
  c * A + d * C,
  c * B + d * D,
  e * A + f * C + E,
  e * B + f * D + F,
];

/** Returns how a path is drawn, as reported by FPDFPath_GetDrawMode. */
function drawMode(
  pdfium: WrappedPdfiumModule,
  object: number,
  memory: number,
): { fill: boolean; stroke: boolean } {
  if (!pdfium.FPDFPath_GetDrawMode(object, memory, memory + 4)) return { fill: false, stroke: false };
  const [fill, stroke] = integers(pdfium, memory, 2);
  return { fill: fill !== 0, stroke: stroke !== 0 };
}

function isVisible(pdfium: WrappedPdfiumModule, object: number, memory: number): boolean {
  const { fill, stroke } = drawMode(pdfium, object, memory);
  if (!fill && !stroke) return false;
  const at = [memory, memory + 4, memory + 8, memory + 12] as const;
  const read = stroke ? pdfium.FPDFPageObj_GetStrokeColor : pdfium.FPDFPageObj_GetFillColor;
  if (!read(object, ...at)) return true;
  const [red, green, blue, alpha] = integers(pdfium, memory, 4);
  return alpha !== 0 && Math.min(red!, green!, blue!) < LIGHTEST;
}

type Reading = { matrix: Matrix; memory: number; budget: { segments: number } };

function pathStrokes(
  pdfium: WrappedPdfiumModule,
  object: number,
  { matrix, memory, budget }: Reading,
): Stroke[] {
  const { stroke } = drawMode(pdfium, object, memory);
  const count = Math.min(budget.segments, Math.max(0, pdfium.FPDFPath_CountSegments(object)));
  budget.segments -= count;
  const strokes: Stroke[] = [];
  let points: Point[] = [];
  let isStraight = true;
  const finish = (isClosed: boolean): void => {
    if (points.length > 1 && isStraight)
      strokes.push(...subpathStrokes(points, { isStroked: stroke, isClosed }));
    points = [];
    isStraight = true;
  };
  for (let at = 0; at < count; at += 1) {
    const segment = pdfium.FPDFPath_GetPathSegment(object, at);
    const type = pdfium.FPDFPathSegment_GetType(segment);
    if (type === MOVE_TO) finish(false);
    if (type === BEZIER_TO) isStraight = false;
    if (type !== MOVE_TO && type !== LINE_TO && type !== BEZIER_TO) continue;
    if (!pdfium.FPDFPathSegment_GetPoint(segment, memory, memory + 4)) continue;
    const [x, y] = floats(pdfium, memory, 2) as [number, number];
    const [a, b, c, d, e, f] = matrix;
    points.push({ x: a * x + c * y + e, y: b * x + d * y + f });
    if (pdfium.FPDFPathSegment_GetClose(segment)) finish(true);
  }
  finish(false);
  return strokes;
}

function subpathStrokes(
  points: readonly Point[],
  { isStroked, isClosed }: { isStroked: boolean; isClosed: boolean },
): Stroke[] {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const corners: Stroke = [
    { x: Math.min(...xs), y: Math.min(...ys) },
    { x: Math.max(...xs), y: Math.max(...ys) },
  ];
  const [width, height] = [corners[1].x - corners[0].x, corners[1].y - corners[0].y];
  if (Math.min(width, height) <= THIN) return [corners];
  const isFrame = isStroked && points.length >= 4 && Math.max(width, height) <= LARGEST_FRAME;
  if (isFrame) return [corners];
  if (!isStroked) return [];
  const ends = isClosed ? [...points.slice(1), points[0]!] : points.slice(1);
  return ends
    .map((end, at): Stroke => [points[at]!, end])
    .filter(([from, to]) => Math.abs(from.x - to.x) < 1 || Math.abs(from.y - to.y) < 1);
}
