import { inflateSync } from 'node:zlib';
import { isName, name, PdfDict, PdfStream } from '../objects/objects.ts';
import type { PdfObject } from '../objects/objects.ts';
import { decodeUntilImage, filtersOf, inflate } from './source/decode-stream.ts';
import type { Resolve } from './source/decode-stream.ts';
import { InflateBudget, TooComplex } from './source/inflate-budget.ts';
import { deflate } from './source/output-file.ts';
import { isImageComplete, pictureState } from './source/picture-data.ts';
import type { PictureState } from './source/picture-data.ts';

/** Maximum size of a decoded image in bytes; images do not count against the file's budget. */
const MAX_IMAGE_BYTES = 256 * 1024 * 1024;

/** `picture`: the state of an image's original data. */
export type Repaired = { stream: PdfStream; picture: PictureState };

/**
 * Returns the stream as it is written to the output: without /Crypt (the data are decrypted), with damaged
 * Flate data compressed again from the readable part, which viewers show, and with the missing end added to a
 * truncated JPEG, without which some viewers show nothing of it. All other data are unchanged.
 */
export function repairStream(source: PdfStream, resolve: Resolve, budget: InflateBudget): Repaired {
  const plain = withoutCrypt(source, resolve);
  const filters = filtersOf(plain, resolve);
  if (isName(resolve(source.dict.get('Subtype')), 'Image'))
    return repairImage(plain, filters, resolve, budget);
  if (filters[0]?.filter !== 'FlateDecode') return { stream: plain, picture: 'whole' };
  const { stream, length } = repairFlate(plain, budget, budget.left);
  if (stream === plain) budget.spendOnce(source, length);
  return { stream, picture: 'whole' };
}

type Filters = ReturnType<typeof filtersOf>;

function repairImage(plain: PdfStream, filters: Filters, resolve: Resolve, budget: InflateBudget): Repaired {
  const [outer] = filters;
  if (outer?.filter !== 'FlateDecode') return closeJpeg(plain, filters, resolve);
  const { stream, length } = repairFlate(plain, budget, MAX_IMAGE_BYTES);
  if (filters.length > 1 && stream === plain) return closeJpeg(plain, filters, resolve);
  // Compressed data within damaged data are damaged too, however much is readable.
  if (filters.length > 1) return { stream, picture: 'damaged' };
  return { stream, picture: isImageComplete(plain.dict, length, resolve, outer.parms) ? 'whole' : 'damaged' };
}

/** `length`: size of the decoded data, as far as they are readable. */
function repairFlate(
  plain: PdfStream,
  budget: InflateBudget,
  most: number,
): { stream: PdfStream; length: number } {
  try {
    return {
      stream: plain,
      length: inflateSync(plain.bytes, { maxOutputLength: Math.max(1, most) }).length,
    };
  } catch (error) {
    if (error instanceof RangeError) throw new TooComplex('a stream inflates to more than is allowed');
    const read = inflate(plain.bytes, budget);
    return { stream: new PdfStream(plain.dict, deflate(read)), length: read.length };
  }
}

function closeJpeg(image: PdfStream, filters: Filters, resolve: Resolve): Repaired {
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

function withoutCrypt(source: PdfStream, resolve: Resolve): PdfStream {
  const filters = resolve(source.dict.get('Filter'));
  const list = Array.isArray(filters) ? filters : [filters];
  const kept = list.map((item) => !isName(resolve(item), 'Crypt'));
  if (kept.every(Boolean)) return source;
  const parms = resolve(source.dict.get('DecodeParms'));
  const dictionary = new PdfDict(source.dict);
  const chosen = (items: PdfObject[]): PdfObject[] => items.filter((_, index) => kept[index]);
  dictionary.set('Filter', chosen(list));
  if (Array.isArray(parms)) dictionary.set('DecodeParms', chosen(parms));
  else dictionary.delete('DecodeParms');
  return new PdfStream(dictionary, source.bytes);
}
