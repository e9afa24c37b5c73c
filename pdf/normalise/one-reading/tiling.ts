import { isArray, PdfDict, PdfStream } from '../../objects/objects.ts';
import type { OutputFile } from '../source/output-file.ts';
import { boxAt } from './settle-boxes.ts';

/** An object that can resolve references. */
type Objects = Pick<OutputFile, 'deref'>;

/** Maximum number of tiles that cover one point. Poppler draws each of them, which could take hours. */
const MOST_OVERLAPPING = 50;

/** Returns true for a tiling pattern with so many overlapping tiles that programs draw it for minutes. */
export function isTooDense(objects: Objects, dict: PdfDict): boolean {
  return isTiling(objects, dict) && overlapsOf(objects, dict).some((count) => count > MOST_OVERLAPPING);
}

/**
 * Returns true if the tiles have no size, no spacing (forbidden by §8.7.3.1) or a matrix without an inverse.
 * Most programs draw none of them, some discard the whole page, and Poppler hangs.
 */
export function isEndlessPattern(objects: Objects, { dict }: PdfStream): boolean {
  if (!isTiling(objects, dict)) return false;
  if (![1, 2].includes(Number(objects.deref(dict.get('PaintType') ?? null)))) return true;
  const [left, bottom, right, top] = boxAt(objects, dict, 'BBox') ?? [];
  if (left === right || bottom === top || isFlat(objects, dict)) return true;
  return overlapsOf(objects, dict).some((count) => !(count <= MOST_OVERLAPPING));
}

/** Returns a pattern that draws nothing, as a replacement for an endless one. */
export function emptyPattern({ dict }: PdfStream): PdfStream {
  const entries = new PdfDict(dict).set('BBox', [0, 0, 1, 1]).set('XStep', 100).set('YStep', 100);
  entries.set('PaintType', 1).set('TilingType', 1);
  for (const key of ['Matrix', 'Filter', 'DecodeParms']) entries.delete(key);
  return new PdfStream(entries, new Uint8Array(0));
}

const isTiling = (objects: Objects, dict: PdfDict): boolean =>
  objects.deref(dict.get('PatternType') ?? null) === 1;

/** Returns the number of overlapping tiles in each direction, or NaN if they have no spacing. */
function overlapsOf(objects: Objects, dict: PdfDict): number[] {
  const [left = 0, bottom = 0, right = 0, top = 0] = (boxAt(objects, dict, 'BBox') ?? []).map(Number);
  return [right - left, top - bottom].map((side, at) => {
    const step = Number(objects.deref(dict.get(at === 0 ? 'XStep' : 'YStep') ?? null) ?? 0);
    return step === 0 ? NaN : side / Math.abs(step);
  });
}

/** Returns true if /Matrix has no inverse (§8.3.4). */
function isFlat(objects: Objects, dict: PdfDict): boolean {
  const matrix = objects.deref(dict.get('Matrix') ?? null);
  if (!isArray(matrix)) return false;
  const [a = 0, b = 0, c = 0, d = 0] = matrix.map((item) => Number(objects.deref(item)));
  return Math.abs(a * d - b * c) < 1e-12;
}
