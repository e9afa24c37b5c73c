import { inflateSync } from 'node:zlib';
import { isName, name, PdfDict, PdfStream } from '../objects/objects.ts';
import type { PdfObject } from '../objects/objects.ts';
import { decodeUntilImage, filtersOf, inflate } from './source/decode-stream.ts';
import type { Resolve } from './source/decode-stream.ts';
import { InflateBudget, TooComplex } from './source/inflate-budget.ts';
import { deflate } from './source/output-file.ts';
import { isImageComplete, pictureState } from './source/picture-data.ts';
import type { PictureState } from './source/picture-data.ts';

/** A single image may grow to this many bytes; images do not count against the file's budget. */
const MAX_IMAGE_BYTES = 256 * 1024 * 1024;

/** `picture`: what is to be said of an image's data, as they were. */
export type Repaired = { stream: PdfStream; picture: PictureState };

/**
 * The stream as it may be written: without /Crypt (the data are decrypted), with damaged Flate data packed anew from
 * what can be read of them, which is what viewers show, and with its end behind a JPEG that was cut off, without
 * which some viewers show nothing of it. All other data stay as they are.
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
  // Data packed in damaged data is damaged, however much of it can be had.
  if (filters.length > 1) return { stream, picture: 'damaged' };
  return { stream, picture: isImageComplete(plain.dict, length, resolve, outer.parms) ? 'whole' : 'damaged' };
}

/** `length`: of the data unpacked, as far as they can be. */
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
