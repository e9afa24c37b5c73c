import { PdfName, type PdfDict, type PdfObject } from '../../objects/objects.ts';
import { readBox, type Box } from '../source/page-geometry.ts';
import type { SourceFile } from '../source/source-file.ts';

/** Keys of the entries that contain an annotation's points, by type (§12.5.6). */
const pointsOf: Readonly<Record<string, string>> = {
  Ink: 'InkList',
  Line: 'L',
  PolyLine: 'Vertices',
  Polygon: 'Vertices',
};

/** Maximum width of an arrowhead, in line widths. */
const widestEnd = 10;

/**
 * Returns the box around an annotation's points if some of them are outside its /Rect. Viewers draw them there,
 * but PDFium clips them to the /Rect. Returns undefined if the /Rect contains all points.
 */
export function boxOfPoints(file: SourceFile, annotation: PdfDict): Box | undefined {
  const subtype = file.resolve(annotation.get('Subtype'));
  const key = subtype instanceof PdfName ? pointsOf[subtype.value] : undefined;
  const numbers = key === undefined ? [] : numbersIn(file, annotation.get(key), 0);
  const xs = numbers.filter((_, index) => index % 2 === 0);
  const ys = numbers.filter((_, index) => index % 2 === 1);
  if (ys.length === 0 || numbers.some((number) => !Number.isFinite(number))) return undefined;
  const [left, bottom, right, top] = [
    lowest(xs),
    lowest(ys),
    -lowest(xs.map((x) => -x)),
    -lowest(ys.map((y) => -y)),
  ];
  const rect = readBox(annotation.get('Rect'), file.resolve);
  if (rect && left >= rect[0] && bottom >= rect[1] && right <= rect[2] && top <= rect[3]) return undefined;
  const margin = Math.max(1, lineWidth(file, annotation)) * widestEnd;
  return [left - margin, bottom - margin, right + margin, top + margin];
}

function lineWidth(file: SourceFile, annotation: PdfDict): number {
  const width = file.resolve(file.dictAt(annotation, 'BS')?.get('W'));
  return typeof width === 'number' ? width : 1;
}

/** Returns the numbers of an array, including nested arrays. */
function numbersIn(file: SourceFile, value: PdfObject | undefined, depth: number): number[] {
  const resolved = file.resolve(value);
  if (typeof resolved === 'number') return [resolved];
  if (!Array.isArray(resolved) || depth > 2) return [];
  return resolved.flatMap((item) => numbersIn(file, item, depth + 1));
}

/** Unlike `Math.min(...numbers)`, works for lists longer than the argument limit. */
const lowest = (numbers: readonly number[]): number =>
  numbers.reduce((least, number) => Math.min(least, number), Infinity);
