import { inflateSync } from 'node:zlib';
import { PdfStream } from '../../objects/objects.ts';
import type { PdfDict } from '../../objects/objects.ts';
import { inflate, undoPrediction } from '../source/decode-stream.ts';
import type { Resolve } from '../source/decode-stream.ts';
import { TooComplex } from '../source/inflate-budget.ts';
import type { InflateBudget } from '../source/inflate-budget.ts';
import { deflate } from '../source/output-file.ts';
import { withFilter } from './settle-filters.ts';

/** Number of PNG row predictors (PNG, 9.2). */
const ROW_PREDICTORS = 5;

/**
 * Returns a stream whose only filter is Flate, with data that all programs decode identically. `length` is the
 * size of the decodable data.
 */
export function repairFlate(
  plain: PdfStream,
  parms: PdfDict | undefined,
  resolve: Resolve,
  { budget, most }: { budget: InflateBudget; most: number },
): { stream: PdfStream; length: number } {
  const { data, used } = inflateWhole(plain.bytes, most) ?? { data: inflate(plain.bytes, budget), used: 0 };
  if (parms !== undefined && !haveKnownPredictors(data, parms, resolve)) {
    const decoded = undoPrediction(data, parms, resolve);
    const stream = withFilter(plain, deflate(decoded), { filter: 'FlateDecode', parms: undefined });
    return { stream, length: decoded.length };
  }
  if (used === plain.bytes.length) return { stream: plain, length: data.length };
  // Some programs continue reading the bytes after the compressed data.
  const bytes = used > 0 ? plain.bytes.subarray(0, used) : deflate(data);
  return { stream: new PdfStream(plain.dict, bytes), length: data.length };
}

/** Returns true if the data can be decompressed to their end. */
export const isWhole = (bytes: Uint8Array): boolean => inflateWhole(bytes, Infinity) !== undefined;

/** Decompresses the data. `used` is the number of compressed bytes. Returns undefined for damaged data. */
function inflateWhole(bytes: Uint8Array, most: number): { data: Uint8Array; used: number } | undefined {
  try {
    const options = { info: true, maxOutputLength: Math.max(1, Math.min(most, 2 ** 31 - 1)) };
    // Node's types do not cover the result of the `info` option.
    const { buffer, engine } = inflateSync(bytes, options) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    return { data: buffer, used: engine.bytesWritten };
  } catch (error) {
    if (error instanceof RangeError) throw new TooComplex('a stream inflates to more than is allowed');
    return undefined;
  }
}

/**
 * Returns the size of a row including its first byte, which selects the PNG predictor. Returns undefined if
 * there are no such rows.
 */
function rowSize(parms: PdfDict | undefined, resolve: Resolve): number | undefined {
  const number = (key: string): number => Number(resolve(parms?.get(key)));
  if (!(number('Predictor') >= 10)) return undefined;
  return 1 + Math.ceil((number('Colors') * number('BitsPerComponent') * number('Columns')) / 8);
}

/** Returns how many of the decompressed bytes select the predictor of a row. */
export function predictorBytes(length: number, parms: PdfDict | undefined, resolve: Resolve): number {
  const row = rowSize(parms, resolve);
  return row === undefined ? 0 : Math.ceil(length / row);
}

/** Programs stop at a row with an unknown predictor, or copy the row. */
function haveKnownPredictors(data: Uint8Array, parms: PdfDict, resolve: Resolve): boolean {
  const row = rowSize(parms, resolve);
  if (row === undefined) return true;
  for (let at = 0; at < data.length; at += row) if (data[at]! >= ROW_PREDICTORS) return false;
  return true;
}
