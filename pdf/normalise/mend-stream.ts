import { inflateSync } from 'node:zlib';
import { isName, PdfDict, PdfStream } from '../objects/objects.ts';
import type { PdfObject } from '../objects/objects.ts';
import { filtersOf, inflate } from './decode-stream.ts';
import type { Resolve } from './decode-stream.ts';
import { TooComplex } from './inflate-budget.ts';
import type { InflateBudget } from './inflate-budget.ts';
import { deflate } from './output-file.ts';

/** A single image may grow to this many bytes; images do not count against the file's budget. */
const MAX_IMAGE_BYTES = 256 * 1024 * 1024;

/**
 * The stream as it may be written: without /Crypt (the data are decrypted), and with damaged Flate data packed
 * anew from what can be read of them, which is what viewers show. All other data stay as they are.
 */
export function mendStream(source: PdfStream, resolve: Resolve, budget: InflateBudget): PdfStream {
  const plain = withoutCrypt(source, resolve);
  if (filtersOf(plain, resolve)[0]?.filter !== 'FlateDecode') return plain;
  const isImage = isName(resolve(source.dict.get('Subtype')), 'Image');
  try {
    const length = inflateSync(plain.bytes, {
      maxOutputLength: Math.max(1, isImage ? MAX_IMAGE_BYTES : budget.left),
    }).length;
    if (!isImage) budget.spendOnce(source, length);
    return plain;
  } catch (error) {
    if (error instanceof RangeError) throw new TooComplex('a stream inflates to more than is allowed');
    if (error instanceof TooComplex) throw error;
    return new PdfStream(plain.dict, deflate(inflate(plain.bytes, budget)));
  }
}

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
