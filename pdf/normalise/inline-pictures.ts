import { inflateSync, constants } from 'node:zlib';
import { searchEnd } from '../content/inline-image.ts';
import type { ImageData } from '../content/inline-image.ts';
import type { Reader } from '../content/number-words.ts';
import { PdfDict, PdfName, PdfStream } from '../objects/objects.ts';
import { decodeUntilImage, filtersOf } from './source/decode-stream.ts';
import type { Resolve } from './source/decode-stream.ts';
import { findFaxEnd } from './source/fax-data.ts';
import type { InflateBudget } from './source/inflate-budget.ts';
import { bytesOfRows, pictureState } from './source/picture-data.ts';

export type InlinePicture = {
  /** Number of bytes including the EI, or -1 if there is no EI. */
  length: number;
  data: ImageData | undefined;
  /** True if programs disagree about where the image ends. */
  ambiguous: boolean;
  whole: boolean;
};

/** Filters that only image decoders support, by their short names (ISO 32000-2, table 92). */
const IMAGE_FILTERS: Record<string, string> = { DCTDecode: 'DCT', CCITTFaxDecode: 'CCF' };

/**
 * Finds the end of an inline image whose entries have been read and whose data begin `rest` (8.9.7). The image
 * ends at the first EI after the number of bytes that its size or filter requires. pdf.js ends it at the first
 * sequence that looks like an EI.
 */
export function readInlinePicture(
  entries: PdfDict,
  rest: Uint8Array,
  {
    resolve,
    budget,
    reader,
    spaces,
  }: { resolve: Resolve; budget: InflateBudget; reader: Reader; spaces: PdfDict | undefined },
): InlinePicture {
  const named = namedSpace(entries, spaces);
  const least = minLengthOf(named, rest, resolve, budget);
  // Without an end marker in the data, programs disagree about where the image ends.
  const decodedEnd = least === undefined ? -1 : searchEnd(rest, least);
  const firstEnd = searchEnd(rest, 0);
  // pdf.js needs no white space before EI, so it also finds an EI directly after the data.
  const searched = decodedEnd >= 0 && (firstEnd < 0 || firstEnd > decodedEnd) ? decodedEnd : firstEnd;
  const end = reader === 'pdfjs' ? searched : decodedEnd;
  const ambiguous = end !== searched;
  if (end < 0) return { length: -1, data: undefined, ambiguous, whole: false };
  const image = new PdfStream(named, rest.subarray(0, end));
  const filters = filtersOf(image, resolve);
  const last = filters.at(-1);
  const filter = last && IMAGE_FILTERS[last.filter];
  const whole = pictureState(image, filters, resolve) === 'whole';
  const decoded = decodeUntilImage(image, resolve, budget);
  const needed = filter === undefined ? bytesOfRows(named, resolve) : undefined;
  const bytes = needed === undefined ? decoded : decoded.subarray(0, needed);
  // Some programs reject such an image and the rest of the page with it.
  const hasSize = ['W', 'H'].every((key) => Number(resolve(named.get(key))) >= 1);
  return {
    length: end + 2,
    data: hasSize ? { filter, parms: (filter && last?.parms) || null, bytes } : undefined,
    ambiguous,
    whole,
  };
}

/** Names that the format defines, so that resources cannot use them (8.9.7, table 92). */
const OWN_NAMES = ['G', 'RGB', 'CMYK', 'I', 'DeviceGray', 'DeviceRGB', 'DeviceCMYK', 'Indexed'];

/** Returns the entries with the name of the color space replaced by the color space itself. */
function namedSpace(entries: PdfDict, spaces: PdfDict | undefined): PdfDict {
  const given = entries.get('CS');
  if (!(given instanceof PdfName) || OWN_NAMES.includes(given.value)) return entries;
  const space = spaces?.get(given.value);
  return space === undefined ? entries : new PdfDict(entries).set('CS', space);
}

/**
 * Returns the minimum number of bytes before the end of the data, determined from the image's size or its
 * filter's end marker. Returns undefined without such a marker.
 */
function minLengthOf(
  entries: PdfDict,
  rest: Uint8Array,
  resolve: Resolve,
  budget: InflateBudget,
): number | undefined {
  const [filter] = filtersOf(new PdfStream(entries, rest), resolve);
  const data = Buffer.from(rest.buffer, rest.byteOffset, rest.byteLength);
  const behind = (mark: string, encoding: BufferEncoding = 'latin1'): number | undefined => {
    const at = data.indexOf(Buffer.from(mark, encoding));
    return at < 0 ? undefined : at + Buffer.from(mark, encoding).length;
  };
  switch (filter?.filter) {
    case undefined:
      return bytesOfRows(entries, resolve) ?? 0;
    case 'ASCIIHexDecode':
      return behind('>');
    case 'ASCII85Decode':
      return behind('~>');
    case 'DCTDecode':
      return behind('ffd9', 'hex');
    case 'RunLengthDecode':
      return runsEnd(rest);
    case 'FlateDecode':
      return flateEnd(rest, budget);
    case 'CCITTFaxDecode':
      return findFaxEnd(rest, filter.parms, resolve, heightOf(entries, resolve)) ?? 0;
  }
  return 0;
}

function heightOf(entries: PdfDict, resolve: Resolve): number {
  const height = resolve(entries.get('H'));
  return typeof height === 'number' ? height : 0;
}

/** Returns the offset after the end marker of run-length data (7.4.5). */
function runsEnd(rest: Uint8Array): number | undefined {
  let at = 0;
  while (at < rest.length && rest[at] !== 128) at += rest[at]! < 128 ? rest[at]! + 2 : 2;
  return at < rest.length ? at + 1 : undefined;
}

function flateEnd(rest: Uint8Array, budget: InflateBudget): number | undefined {
  try {
    const options = {
      info: true,
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: Math.max(1, budget.left),
    };
    // Node's types do not cover the result of the `info` option.
    const { engine } = inflateSync(rest, options) as unknown as { engine: { bytesWritten: number } };
    return engine.bytesWritten;
  } catch {
    return undefined;
  }
}
