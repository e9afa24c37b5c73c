import type { PdfObject } from '../../objects/objects.ts';
import type { PdfDict } from '../../objects/objects.ts';
import type { Resolve } from './decode-stream.ts';

/** Left, bottom, right and top in the page's user space. */
export type Box = [number, number, number, number];

export type PageGeometry = {
  /** Points as displayed: the visible box after /Rotate, multiplied by UserUnit. */
  width: number;
  height: number;
  rotate: 0 | 90 | 180 | 270;
  /** The visible box (CropBox ∩ MediaBox) in user space, before /Rotate and UserUnit. */
  crop: Box;
  /** Size of a user space unit in 1/72 inch; 1 in nearly all files. */
  userUnit: number;
};

/** The only property of a page that is needed to compare two renderings. */
export type CroppedPage = { readonly crop: Readonly<Box> };

const LETTER: Box = [0, 0, 612, 792];

/**
 * Returns how a page is displayed, by the same rules as the product's viewer, even for invalid boxes. `page`
 * must include inherited attributes.
 */
export function readPageGeometry(page: PdfDict, resolve: Resolve): PageGeometry & { media: Box } {
  const media = readBox(page.get('MediaBox'), resolve) ?? LETTER;
  const wished = readBox(page.get('CropBox'), resolve) ?? media;
  const crop = intersect(wished, media) ?? media;
  const rotate = readRotate(resolve(page.get('Rotate')));
  const unit = resolve(page.get('UserUnit'));
  const userUnit = typeof unit === 'number' && unit > 0 ? unit : 1;
  const width = (crop[2] - crop[0]) * userUnit;
  const height = (crop[3] - crop[1]) * userUnit;
  const turned = rotate === 90 || rotate === 270;
  return { width: turned ? height : width, height: turned ? width : height, rotate, crop, userUnit, media };
}

/** Returns a rectangle whose corners may be in any order, or undefined if it is invalid or has no area. */
export function readBox(value: PdfObject | undefined, resolve: Resolve): Box | undefined {
  const corners = resolve(value);
  if (!Array.isArray(corners) || corners.length < 4) return undefined;
  const [a, b, c, d] = corners.slice(0, 4).map(resolve);
  if (typeof a !== 'number' || typeof b !== 'number' || typeof c !== 'number' || typeof d !== 'number')
    return undefined;
  const box: Box = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  return box[2] > box[0] && box[3] > box[1] ? box : undefined;
}

function intersect(a: Box, b: Box): Box | undefined {
  const box: Box = [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
  return box[2] > box[0] && box[3] > box[1] ? box : undefined;
}

function readRotate(value: PdfObject): 0 | 90 | 180 | 270 {
  if (typeof value !== 'number' || value % 90 !== 0) return 0;
  return (((value % 360) + 360) % 360) as 0 | 90 | 180 | 270;
}
