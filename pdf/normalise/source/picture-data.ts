import { isName, PdfName, PdfStream } from '../../objects/objects.ts';
import type { PdfDict, PdfObject } from '../../objects/objects.ts';
import { decodeUntilImage } from './decode-stream.ts';
import type { Resolve } from './decode-stream.ts';
import { isFaxComplete } from './fax-data.ts';
import { InflateBudget } from './inflate-budget.ts';

/**
 * `whole`: all programs decode the same picture. `cut`: truncated, but complete once its end marker is added.
 * `damaged`: programs show different parts of it, or nothing.
 */
export type PictureState = 'whole' | 'cut' | 'damaged';

const images = ['DCTDecode', 'JPXDecode', 'JBIG2Decode', 'CCITTFaxDecode'];
/** Filters whose output size is known. */
const measured = ['FlateDecode', 'LZWDecode', 'RunLengthDecode', 'ASCII85Decode', 'ASCIIHexDecode', 'Crypt'];

/**
 * Returns whether an image's data match its dictionary, as far as the format allows checking (ISO 32000-2, 7.4
 * and 8.9.5).
 */
export function pictureState(
  image: PdfStream,
  filters: readonly { filter: string; parms: PdfDict | undefined }[],
  resolve: Resolve,
): PictureState {
  const last = filters.at(-1);
  if (last && ![...measured, ...images].includes(last.filter)) return 'whole';
  const data = decodeUntilImage(image, resolve, new InflateBudget());
  switch (last?.filter) {
    case 'DCTDecode':
      return jpegState(data);
    case 'JBIG2Decode':
      return jbig2IsWhole(data) ? 'whole' : 'damaged';
    case 'CCITTFaxDecode':
      return hasWidth(image.dict, last.parms, resolve) && isFaxComplete(data, last.parms, resolve)
        ? 'whole'
        : 'damaged';
    case 'JPXDecode':
      return jpxIsWhole(data) ? 'whole' : 'damaged';
    default:
      return isImageComplete(image.dict, data.length, resolve) ? 'whole' : 'damaged';
  }
}

/** Returns true if the lines of a fax are as wide as the image. Otherwise programs read the fax differently. */
function hasWidth(image: PdfDict, parms: PdfDict | undefined, resolve: Resolve): boolean {
  const columns = resolve(parms?.get('Columns')) ?? FAX_COLUMNS;
  return columns === resolve(image.get('Width') ?? image.get('W'));
}

const FAX_COLUMNS = 1728;

/**
 * Returns true if the number of bytes matches the image's size and color space. `parms` is given if a predictor
 * has not been undone. One missing row is accepted, because many programs omit it and viewers leave it blank.
 */
export function isImageComplete(image: PdfDict, length: number, resolve: Resolve, parms?: PdfDict): boolean {
  const { row, height } = sizeOf(image, resolve);
  const predictor = resolve(parms?.get('Predictor'));
  // With a PNG predictor, each row has an additional byte for the predictor type.
  const packed = row + (typeof predictor === 'number' && predictor >= 10 && row > 0 ? 1 : 0);
  return length >= packed * (height - 1) && (length > 0 || row === 0);
}

/** Returns the size of an image's decoded data in bytes, or undefined if its color space is unknown. */
export function bytesOfRows(image: PdfDict, resolve: Resolve): number | undefined {
  const { row, height } = sizeOf(image, resolve);
  return row > 0 && height > 0 ? row * height : undefined;
}

/** `row` is the number of bytes per row, or 0 if unknown. */
function sizeOf(image: PdfDict, resolve: Resolve): { row: number; height: number } {
  const number = (long: string, short: string): number => {
    const value = resolve(image.get(long) ?? image.get(short));
    return typeof value === 'number' ? Math.trunc(value) : 0;
  };
  const isMask = resolve(image.get('ImageMask') ?? image.get('IM')) === true;
  const components = isMask ? 1 : componentsOf(resolve(image.get('ColorSpace') ?? image.get('CS')), resolve);
  const bits = isMask ? 1 : number('BitsPerComponent', 'BPC') || 8;
  const row = Math.ceil((number('Width', 'W') * bits * (components ?? 0)) / 8);
  return { row, height: number('Height', 'H') };
}

const knownSpaces: Record<string, number> = {
  DeviceGray: 1,
  CalGray: 1,
  G: 1,
  DeviceRGB: 3,
  CalRGB: 3,
  Lab: 3,
  RGB: 3,
  DeviceCMYK: 4,
  CMYK: 4,
  Indexed: 1,
  I: 1,
  Separation: 1,
};

/** Returns undefined for an unknown color space, or one named in the page's resources. */
export function componentsOf(space: PdfObject, resolve: Resolve): number | undefined {
  if (space instanceof PdfName) return knownSpaces[space.value];
  if (!Array.isArray(space)) return undefined;
  const [family, second] = [resolve(space[0]), resolve(space[1])];
  if (isName(family, 'DeviceN')) return Array.isArray(second) ? second.length : undefined;
  if (!isName(family, 'ICCBased')) return family instanceof PdfName ? knownSpaces[family.value] : undefined;
  const profile = second instanceof PdfStream ? second.dict : undefined;
  const count = resolve(profile?.get('N') ?? null);
  if (count === 1 || count === 3 || count === 4) return count;
  // The color space that replaces the profile (settle-colors.ts).
  const alternate = resolve(profile?.get('Alternate') ?? null);
  return (alternate instanceof PdfName ? DEVICE_COMPONENTS[alternate.value] : undefined) ?? 1;
}

const DEVICE_COMPONENTS: Readonly<Record<string, number>> = { DeviceGray: 1, DeviceRGB: 3, DeviceCMYK: 4 };

/** Markers that can be between scans: tables, comments, the number of lines, and the next scan. */
const betweenScans = [0xc4, 0xcc, 0xda, 0xdb, 0xdc, 0xdd, 0xfe];

/**
 * Follows the markers of a JPEG (ITU-T T.81, annex B), and checks that every segment is complete and that the
 * scans end properly.
 */
function jpegState(data: Uint8Array): PictureState {
  const start = Buffer.from(data.buffer, data.byteOffset, Math.min(data.length, 16)).indexOf('ffd8', 'hex');
  if (start < 0) return 'damaged';
  let at: number | undefined = start + 2;
  let scanned = false;
  for (;;) {
    if (scanned) at = endOfScan(data, at);
    if (at === undefined) return 'damaged';
    if (at + 1 >= data.length) return scanned ? 'cut' : 'damaged';
    if (data[at] !== 0xff) return 'damaged';
    const marker = data[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xd9) return scanned ? 'whole' : 'damaged';
    if (scanned ? !betweenScans.includes(marker) : marker < 0xc0) return 'damaged';
    const length = ((data[at + 2] ?? 0) << 8) | (data[at + 3] ?? 0);
    if (length < 2) return 'damaged';
    if (marker === 0xda) scanned = true;
    at += 2 + length;
    if (at > data.length) return 'damaged';
  }
}

/**
 * Returns the offset of the next marker that is neither a stuffed byte nor a restart marker, or the end of the
 * data. Returns undefined if fill bytes precede anything but a marker, because that indicates damage.
 */
export function endOfScan(data: Uint8Array, from: number): number | undefined {
  for (let at = data.indexOf(0xff, from); at >= 0; at = data.indexOf(0xff, at + 2)) {
    const first = at;
    while (data[at + 1] === 0xff) at += 1;
    const marker = data[at + 1];
    if (marker === undefined) return data.length;
    if (marker === 0 && at > first) return undefined;
    if (marker !== 0 && (marker < 0xd0 || marker > 0xd7)) return at;
  }
  return data.length;
}

/** Follows the tile parts of a JPEG 2000 codestream, with or without boxes (ITU-T T.800, annexes A and I). */
function jpxIsWhole(data: Uint8Array): boolean {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const start = bytes.indexOf(Buffer.from([0xff, 0x4f, 0xff, 0x51]));
  let at = start < 0 ? -1 : bytes.indexOf(Buffer.from([0xff, 0x90, 0x00, 0x0a]), start);
  if (at < 0) return false;
  while (at + 12 <= bytes.length && bytes.readUInt16BE(at) === 0xff90) {
    const length = bytes.readUInt32BE(at + 6);
    // The last tile part may extend to the end of the codestream.
    if (length === 0) return true;
    if (length < 14) return false;
    at += length;
  }
  return at + 2 <= bytes.length;
}

/** Follows the segments of an embedded JBIG2 stream (ITU-T T.88, 7.2), and checks that each one is complete. */
function jbig2IsWhole(data: Uint8Array): boolean {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  let at = 0;
  let segments = 0;
  while (at < bytes.length) {
    const header = jbig2Header(bytes, at);
    // A line break may follow the last segment.
    if (header === undefined) return segments > 0 && bytes.length - at < 3;
    // A generic region of unknown length, whose end only decoding can find.
    if (header.length === 0xffffffff) return true;
    at = header.data + header.length;
    if (at > bytes.length) return false;
    segments += 1;
  }
  return segments > 0;
}

function jbig2Header(bytes: Buffer, start: number): { data: number; length: number } | undefined {
  if (start + 6 > bytes.length) return undefined;
  const number = bytes.readUInt32BE(start);
  const flags = bytes.readUInt8(start + 4);
  const few = bytes.readUInt8(start + 5) >> 5;
  if (few === 7 && start + 9 > bytes.length) return undefined;
  const count = few === 7 ? bytes.readUInt32BE(start + 5) & 0x1fffffff : few;
  const counted = few === 7 ? 4 + Math.ceil((count + 1) / 8) : 1;
  const width = number <= 256 ? 1 : number <= 65_536 ? 2 : 4;
  const page = start + 5 + counted + count * width;
  const length = page + ((flags & 0x40) !== 0 ? 4 : 1);
  return length + 4 > bytes.length ? undefined : { data: length + 4, length: bytes.readUInt32BE(length) };
}
