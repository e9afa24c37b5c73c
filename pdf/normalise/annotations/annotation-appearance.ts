import { MADE_BY_PDFIUM } from '../../render/hide-link-frames.ts';
import { isName, PdfDict, PdfName, PdfStream } from '../../objects/objects.ts';
import type { PdfObject } from '../../objects/objects.ts';
import type { Layers } from '../source/layers.ts';
import { readBox } from '../source/page-geometry.ts';
import type { Box } from '../source/page-geometry.ts';
import type { SourceFile } from '../source/source-file.ts';

/** Annotation flag for not shown and not printed (§12.5.3). */
export const HIDDEN = 1 << 1;
export const NO_ROTATE = 1 << 4;
export const NO_VIEW = 1 << 5;

export type Matrix = [number, number, number, number, number, number];

/** Returns true if the annotation is drawn on the screen by default. Popups open only on a click. */
export function isShown(file: SourceFile, annotation: PdfDict, layers: Layers | undefined): boolean {
  const flags = file.resolve(annotation.get('F'));
  if (typeof flags === 'number' && (flags & (HIDDEN | NO_VIEW)) !== 0) return false;
  if (isName(file.resolve(annotation.get('Subtype')), 'Popup')) return false;
  return layers === undefined || layers.isVisible(annotation.get('OC'));
}

/** Returns the stream of the normal appearance in its current state (§12.5.5), in a form that can be copied. */
export function normalAppearance(file: SourceFile, annotation: PdfDict): PdfObject | undefined {
  const appearances = file.dictAt(annotation, 'AP');
  const normal = appearances?.get('N');
  const resolved = file.resolve(normal);
  if (resolved instanceof PdfStream) return normal;
  if (!(resolved instanceof PdfDict)) return undefined;
  const state = resolved.get(stateOf(file, annotation, resolved));
  return file.resolve(state) instanceof PdfStream ? state : undefined;
}

function stateOf(file: SourceFile, annotation: PdfDict, states: PdfDict): string {
  const parent = file.dictAt(annotation, 'Parent');
  for (const given of [annotation.get('AS'), annotation.get('V'), parent?.get('V')]) {
    const state = file.resolve(given);
    if (state instanceof PdfName) return states.has(state.value) ? state.value : 'Off';
  }
  return 'Off';
}

/**
 * Returns the matrix that maps an appearance to the annotation's /Rect (§12.5.5, algorithm 8.1). `Do`
 * additionally applies the form's /Matrix. Returns undefined if a box has no area or a matrix has no inverse
 * (§8.3.4), because programs then draw nothing or a line.
 */
export function placeAppearance(
  file: SourceFile,
  annotation: PdfDict,
  appearance: PdfStream,
  pageRotate: number,
): Matrix | undefined {
  const rect = drawnRect(file, annotation, appearance);
  const bbox = readBox(appearance.dict.get('BBox'), file.resolve);
  if (rect === undefined || bbox === undefined) return undefined;
  const matrix = readMatrix(file, appearance.dict.get('Matrix'));
  const box = boundsOf(bbox, matrix);
  const [boxWidth, boxHeight] = [box[2] - box[0], box[3] - box[1]];
  if (boxWidth === 0 || boxHeight === 0 || isFlat(matrix)) return undefined;
  const scaleX = (rect[2] - rect[0]) / boxWidth;
  const scaleY = (rect[3] - rect[1]) / boxHeight;
  if (Math.abs(scaleX) < FLATTEST || Math.abs(scaleY) < FLATTEST) return undefined;
  const placed: Matrix = [scaleX, 0, 0, scaleY, rect[0] - box[0] * scaleX, rect[1] - box[1] * scaleY];
  const flags = file.resolve(annotation.get('F'));
  return typeof flags === 'number' && (flags & NO_ROTATE) !== 0 ? turnBack(placed, rect, pageRotate) : placed;
}

/**
 * With the flag NoRotate, an annotation remains upright on a rotated page, and its upper left corner is fixed
 * (§12.5.3).
 */
function turnBack([a, , , d, e, f]: Matrix, rect: Box, pageRotate: number): Matrix {
  const cos = [1, 0, -1, 0][pageRotate / 90] ?? 1;
  const sin = [0, 1, 0, -1][pageRotate / 90] ?? 0;
  const [x, y] = [rect[0], rect[3]];
  return [
    ...[a * cos, a * sin, -d * sin, d * cos],
    ...[x + (e - x) * cos - (f - y) * sin, y + (e - x) * sin + (f - y) * cos],
  ] as Matrix;
}

/** Minimum scale. Anything smaller is invisible. */
const FLATTEST = 1e-6;

const isFlat = ([a, b, c, d]: Matrix): boolean => Math.abs(a * d - b * c) < FLATTEST ** 2;

/** PDFium draws generated text markup at its quads, regardless of /Rect. */
function drawnRect(file: SourceFile, annotation: PdfDict, appearance: PdfStream): Box | undefined {
  const inPlace = annotation.has(MADE_BY_PDFIUM) && isTextMark(file, annotation);
  return readBox(inPlace ? appearance.dict.get('BBox') : annotation.get('Rect'), file.resolve);
}

const isTextMark = (file: SourceFile, annotation: PdfDict): boolean =>
  ['Highlight', 'Underline', 'Squiggly', 'StrikeOut'].some((kind) =>
    isName(file.resolve(annotation.get('Subtype')), kind),
  );

function readMatrix(file: SourceFile, value: PdfObject | undefined): Matrix {
  const resolved = file.resolve(value);
  const numbers = Array.isArray(resolved) ? resolved.map(file.resolve) : [];
  const [a, b, c, d, e, f] = numbers;
  return numbers.length === 6 && [a, b, c, d, e, f].every((n) => typeof n === 'number')
    ? (numbers as Matrix)
    : [1, 0, 0, 1, 0, 0];
}

function boundsOf(box: Box, [a, b, c, d, e, f]: Matrix): Box {
  const corners = [
    [box[0], box[1]],
    [box[2], box[1]],
    [box[0], box[3]],
    [box[2], box[3]],
  ] as const;
  const xs = corners.map(([x, y]) => a * x + c * y + e);
  const ys = corners.map(([x, y]) => b * x + d * y + f);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
