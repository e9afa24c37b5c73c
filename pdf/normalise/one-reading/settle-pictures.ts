import { deflateSync } from 'node:zlib';
import { isArray, isName, name, PdfDict, PdfStream } from '../../objects/objects.ts';
import type { PdfObject } from '../../objects/objects.ts';
import { decodeStream } from '../source/decode-stream.ts';
import { InflateBudget } from '../source/inflate-budget.ts';
import type { OutputFile } from '../source/output-file.ts';
import { componentsOf } from '../source/picture-data.ts';
import { completeTable } from './settle-colors.ts';

/**
 * Minimum number of pixels per side. A smaller picture is enlarged, so that half a pixel is smaller than a
 * letter.
 */
const COARSE = 16;
const FINE = 256;
/** Maximum number of pixels of an enlarged picture. */
const MOST = 1_000_000;

/** Keys of inline images, which pdf.js also reads in other pictures, and keys for data in another file. */
const FOREIGN = ['W', 'H', 'BPC', 'CS', 'D', 'DP', 'F', 'I', 'IM', 'FFilter', 'FDecodeParms'];

const SWITCHES = ['ImageMask', 'Interpolate'];
const SIDES = ['Width', 'Height'];

/**
 * Removes, in place, entries of a picture that programs read differently (ISO 32000-2, 8.9.5). A picture without
 * a color space becomes gray. If PDFium then draws it differently, the upload is refused.
 */
export function settlePictureEntries(output: OutputFile, { dict }: PdfStream): void {
  const entry = (key: string) => output.deref(dict.get(key) ?? null);
  if (!isName(entry('Subtype'), 'Image')) return;
  for (const key of FOREIGN) dict.delete(key);
  for (const key of SWITCHES) if (typeof entry(key) !== 'boolean') dict.delete(key);
  for (const key of SIDES) {
    const side = entry(key);
    if (typeof side === 'number') dict.set(key, Math.trunc(side));
  }
  const isMask = entry('ImageMask') === true;
  const filters = entry('Filter');
  const saysColors = [filters, ...(isArray(filters) ? filters : [])].some((one) =>
    ['JPXDecode', 'DCTDecode'].some((filter) => isName(output.deref(one), filter)),
  );
  const space = entry('ColorSpace');
  const bits = Number(entry('BitsPerComponent'));
  if (isArray(space) && !isMask) completeTable(output, space, bits);
  if (!isMask && !saysColors && (space === null || isName(space, 'Pattern')))
    dict.set('ColorSpace', name('DeviceGray'));
  const components = isMask ? 1 : componentsOf(entry('ColorSpace'), (value) => output.deref(value ?? null));
  settleMasks(output, dict, components);
  const decode = entry('Decode');
  if (decode === null || components === undefined) return;
  const numbers = isArray(decode) ? decode.slice(0, components * 2).map((value) => output.deref(value)) : [];
  const isWhole = numbers.length === components * 2 && numbers.every((value) => typeof value === 'number');
  const family = isArray(space) ? output.deref(space[0] ?? null) : space;
  if (isWhole && (!isName(family, 'Indexed') || isWholeRange(numbers, bits))) dict.set('Decode', numbers);
  else dict.delete('Decode');
}

/** Programs round values outside the whole range differently. */
export function isWholeRange([first, last]: readonly PdfObject[], bits: number): boolean {
  const highest = 2 ** bits - 1;
  return (first === 0 && last === highest) || (first === highest && last === 0);
}

/** Returns true for a picture that some programs reject along with the rest of the page. */
export function hasNoSize(output: OutputFile, { dict }: PdfStream): boolean {
  if (!isName(output.deref(dict.get('Subtype') ?? null), 'Image')) return false;
  return SIDES.some((key) => !(Number(output.deref(dict.get(key) ?? null)) >= 1));
}

/**
 * Normalizes masks. A soft mask is gray (11.6.5.2), any other mask is a stencil (8.9.6.3), and a color key mask
 * has two limits per component.
 */
function settleMasks(output: OutputFile, dict: PdfDict, components: number | undefined): void {
  const entry = (key: string) => output.deref(dict.get(key) ?? null);
  for (const key of ['SMask', 'Mask']) {
    const mask = entry(key);
    if (mask instanceof PdfStream && hasNoSize(output, mask)) dict.delete(key);
  }
  const soft = entry('SMask');
  if (soft instanceof PdfStream && !isGrey(output, soft)) {
    soft.dict.set('ColorSpace', name('DeviceGray'));
    soft.dict.delete('ImageMask');
  }
  const hard = entry('Mask');
  if (hard instanceof PdfStream && output.deref(hard.dict.get('ImageMask') ?? null) !== true) {
    hard.dict.set('ImageMask', true).set('BitsPerComponent', 1);
    hard.dict.delete('ColorSpace');
  }
  if (!isArray(hard) || components === undefined) return;
  const limits = hard.map((value) => output.deref(value));
  if (limits.length < components * 2 || !limits.every((value) => typeof value === 'number'))
    dict.delete('Mask');
}

function isGrey(output: OutputFile, { dict }: PdfStream): boolean {
  const space = output.deref(dict.get('ColorSpace') ?? null);
  const family = isArray(space) ? output.deref(space[0] ?? null) : space;
  const isOneGrey = componentsOf(space, (value) => output.deref(value ?? null)) === 1;
  return isOneGrey && !isName(family, 'Indexed') && output.deref(dict.get('ImageMask') ?? null) !== true;
}

/**
 * Enlarges a picture of a few pixels that programs smooth (`/Interpolate`). Returns undefined for any other
 * picture. Poppler smooths from the corner of each pixel and other programs from its center, so a large pixel
 * would cover a different part of the page.
 */
export function settlePicture(output: OutputFile, picture: PdfStream): PdfStream | undefined {
  const { dict } = picture;
  const entry = (key: string) => output.deref(dict.get(key) ?? null);
  if (!isName(entry('Subtype'), 'Image') || entry('Interpolate') !== true) return undefined;
  const [width, height] = [entry('Width'), entry('Height')];
  if (typeof width !== 'number' || typeof height !== 'number') return undefined;
  if (![width, height].some((side) => side > 1 && side <= COARSE)) return undefined;
  const entries = new PdfDict(dict);
  const [across, down] = [enlarged(width), enlarged(height)];
  const samples = across * down <= MOST ? samplesOf(output, picture, width * height) : undefined;
  if (samples === undefined) {
    // Indexed colors and pictures that are not decoded here are not smoothed, so all programs show the same
    // pixels.
    entries.delete('Interpolate');
    return new PdfStream(entries, picture.bytes);
  }
  entries.set('Width', across).set('Height', down).set('Filter', name('FlateDecode'));
  entries.delete('DecodeParms');
  const pixels = { samples, width, height, components: samples.length / (width * height) };
  return new PdfStream(entries, Uint8Array.from(deflateSync(smoothed(pixels, across, down))));
}

const enlarged = (side: number): number => (side > 1 && side <= COARSE ? FINE : side);

/** Returns one byte per component of each pixel, or undefined if components have another size. */
function samplesOf(output: OutputFile, picture: PdfStream, pixels: number): Uint8Array | undefined {
  const { dict } = picture;
  const space = output.deref(dict.get('ColorSpace') ?? null);
  const family = Array.isArray(space) ? output.deref(space[0] ?? null) : space;
  if (output.deref(dict.get('BitsPerComponent') ?? null) !== 8 || isName(family, 'Indexed')) return undefined;
  if (dict.has('Mask')) return undefined;
  const bytes = decodeStream(picture, (value) => output.deref(value ?? null), new InflateBudget());
  const components = Math.floor((bytes?.length ?? 0) / pixels);
  if (bytes === undefined || components < 1 || components > 4) return undefined;
  return bytes.subarray(0, components * pixels);
}

type Pixels = { samples: Uint8Array; width: number; height: number; components: number };

function smoothed({ samples, width, height, components }: Pixels, across: number, down: number): Uint8Array {
  const result = new Uint8Array(across * down * components);
  const columns = between(width, across);
  const rows = between(height, down);
  let to = 0;
  for (const [top, bottom, lower] of rows)
    for (const [left, right, share] of columns)
      for (let component = 0; component < components; component += 1) {
        const sample = (x: number, y: number): number => samples[(y * width + x) * components + component]!;
        const above = sample(left, top) * (1 - share) + sample(right, top) * share;
        const below = sample(left, bottom) * (1 - share) + sample(right, bottom) * share;
        result[to++] = Math.round(above * (1 - lower) + below * lower);
      }
  return result;
}

/**
 * Returns, for each new pixel, the two old pixels whose centers surround its center, and the weight of the
 * second one.
 */
function between(count: number, wanted: number): [number, number, number][] {
  return Array.from({ length: wanted }, (_, at) => {
    const place = Math.min(count - 1, Math.max(0, ((at + 0.5) * count) / wanted - 0.5));
    const first = Math.floor(place);
    return [first, Math.min(count - 1, first + 1), place - first];
  });
}
