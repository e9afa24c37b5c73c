import { isName, name, PdfDict, PdfStream } from '../objects/objects.ts';
import { isWhole, predictorBytes, repairFlate } from './one-reading/repair-flate.ts';
import { settleFilters, withFilter } from './one-reading/settle-filters.ts';
import { decodeStream, decodeUntilImage, filtersOf } from './source/decode-stream.ts';
import type { Resolve } from './source/decode-stream.ts';
import { InflateBudget } from './source/inflate-budget.ts';
import { deflate } from './source/output-file.ts';
import { bytesOfRows, isImageComplete, pictureState } from './source/picture-data.ts';
import type { PictureState } from './source/picture-data.ts';

/** Maximum size of a decoded image in bytes. */
const MAX_IMAGE_BYTES = 256 * 1024 * 1024;

/** `picture` is the state of an image's original data. */
export type Repaired = { stream: PdfStream; picture: PictureState };

/**
 * Returns the stream in the form that is written to the output, with filters that all programs decode
 * identically. From damaged Flate data, the readable part is compressed again, because viewers show it. A
 * truncated JPEG gets its missing end, because some viewers otherwise show nothing of it. All other data are
 * unchanged.
 */
export function repairStream(source: PdfStream, resolve: Resolve, budget: InflateBudget): Repaired {
  if (isName(resolve(source.dict.get('Subtype')), 'Image')) return repairImage(source, resolve);
  const plain = settleFilters(source, resolve, budget);
  // Programs decode the data with a different filter, or not at all.
  if (plain === undefined) return { stream: withFilter(source, new Uint8Array()), picture: 'whole' };
  const [filter] = filtersOf(plain, resolve);
  if (filter?.filter !== 'FlateDecode') return { stream: plain, picture: 'whole' };
  const { stream, length } = repairFlate(plain, filter.parms, resolve, { budget, most: budget.left });
  if (plain.bytes === source.bytes) budget.spendOnce(source, length);
  return { stream, picture: 'whole' };
}

function repairImage(source: PdfStream, resolve: Resolve): Repaired {
  // Images do not count against the file's budget.
  const budget = new InflateBudget();
  const given = filtersOf(source, resolve);
  const plain = settleFilters(source, resolve, budget);
  if (plain === undefined) return { stream: source, picture: 'damaged' };
  const filters = filtersOf(plain, resolve);
  // Compressed data inside damaged data are damaged too, even if much of them is readable.
  const isInner = given.length > 1 && filters[0]?.filter !== 'FlateDecode';
  if (isInner && given[0]?.filter === 'FlateDecode' && !isWhole(source.bytes))
    return { stream: plain, picture: 'damaged' };
  const [outer] = filters;
  if (outer && outer.filter !== 'FlateDecode') return closeJpeg(plain, filters, resolve);
  const { stream, length } = outer
    ? repairFlate(plain, outer.parms, resolve, { budget, most: MAX_IMAGE_BYTES })
    : { stream: plain, length: plain.bytes.length };
  const { parms } = filtersOf(stream, resolve)[0] ?? {};
  const isSmall = (bytesOfRows(plain.dict, resolve) ?? 0) <= MAX_IMAGE_BYTES;
  if (!isSmall || !isImageComplete(plain.dict, length, resolve, parms)) return { stream, picture: 'damaged' };
  return { stream: completeRows(stream, length, resolve), picture: 'whole' };
}

/** Fills the missing part of the last row with zeros, as PDFium does. In some other programs it is white. */
function completeRows(image: PdfStream, length: number, resolve: Resolve): PdfStream {
  const needed = bytesOfRows(image.dict, resolve);
  const [filter] = filtersOf(image, resolve);
  const decodedLength = length - predictorBytes(length, filter?.parms, resolve);
  if (needed === undefined || decodedLength >= needed) return image;
  const rows = new Uint8Array(needed);
  const decoded = decodeStream(image, resolve, new InflateBudget()) ?? new Uint8Array();
  rows.set(decoded.subarray(0, needed));
  return withFilter(image, deflate(rows), { filter: 'FlateDecode', parms: undefined });
}

function closeJpeg(image: PdfStream, filters: ReturnType<typeof filtersOf>, resolve: Resolve): Repaired {
  const picture = pictureState(image, filters, resolve);
  if (picture !== 'cut') return { stream: image, picture };
  const data = decodeUntilImage(image, resolve, new InflateBudget());
  const dictionary = new PdfDict(image.dict).set('Filter', name('DCTDecode'));
  dictionary.delete('DecodeParms');
  const parms = filters.at(-1)?.parms;
  if (parms) dictionary.set('DecodeParms', parms);
  return { stream: new PdfStream(dictionary, Buffer.concat([data, endOfJpeg])), picture };
}

const endOfJpeg = Uint8Array.of(0xff, 0xd9);
