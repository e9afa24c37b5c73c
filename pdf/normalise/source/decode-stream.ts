import { inflateSync, constants } from 'node:zlib';
import { Inflate } from 'fflate';
import { PdfDict, PdfName } from '../../objects/objects.ts';
import type { PdfArray, PdfObject, PdfStream } from '../../objects/objects.ts';
import { decodeAscii85, decodeAsciiHex, decodeLzw, decodeRunLength } from './decode-simple.ts';
import type { InflateBudget } from './inflate-budget.ts';
import { TooComplex } from './inflate-budget.ts';
import { undoPredictor } from './undo-predictor.ts';

export type Resolve = (object: PdfObject | undefined) => PdfObject;

/**
 * Returns a stream's decoded data (§7.4). For damaged data, returns the part before the damage, as viewers do.
 * Returns undefined if the stream has an image filter or an unknown filter.
 */
export function decodeStream(
  stream: PdfStream,
  resolve: Resolve,
  budget: InflateBudget,
): Uint8Array | undefined {
  let bytes = stream.bytes;
  let total = 0;
  for (const { filter, parms } of filtersOf(stream, resolve)) {
    const decoded = decodeOne(filter, parms, bytes, resolve, budget);
    if (decoded === undefined) return undefined;
    total += decoded.length;
    if (total > budget.left) throw new TooComplex('a stream inflates to more than is allowed');
    bytes = decoded;
  }
  budget.spendOnce(stream, total);
  return bytes;
}

/** Decodes all filters before a final image filter. Returns empty data if an unknown filter precedes it. */
export function decodeUntilImage(stream: PdfStream, resolve: Resolve, budget: InflateBudget): Uint8Array {
  const filters = filtersOf(stream, resolve);
  let bytes = stream.bytes;
  for (const [at, { filter, parms }] of filters.entries()) {
    const decoded = decodeOne(filter, parms, bytes, resolve, budget);
    if (decoded === undefined) return at === filters.length - 1 ? bytes : new Uint8Array();
    bytes = decoded;
  }
  return bytes;
}

/** Returns the long names of the filters with their parameters, outermost first. */
export function filtersOf(
  stream: PdfStream,
  resolve: Resolve,
): { filter: string; parms: PdfDict | undefined }[] {
  const filter = resolve(stream.dict.get('Filter') ?? stream.dict.get('F'));
  const parms = resolve(stream.dict.get('DecodeParms') ?? stream.dict.get('DP'));
  const list: PdfArray = Array.isArray(filter) ? filter : filter === null ? [] : [filter];
  return list.flatMap((item, index) => {
    const resolved = resolve(item);
    if (!(resolved instanceof PdfName)) return [];
    const own = resolve(Array.isArray(parms) ? parms[index] : parms);
    return [
      {
        filter: LONG_NAMES[resolved.value] ?? resolved.value,
        parms: own instanceof PdfDict ? own : undefined,
      },
    ];
  });
}

const LONG_NAMES: Record<string, string> = {
  A85: 'ASCII85Decode',
  AHx: 'ASCIIHexDecode',
  Fl: 'FlateDecode',
  LZW: 'LZWDecode',
  CCF: 'CCITTFaxDecode',
  DCT: 'DCTDecode',
  RL: 'RunLengthDecode',
};

function decodeOne(
  filter: string,
  parms: PdfDict | undefined,
  bytes: Uint8Array,
  resolve: Resolve,
  budget: InflateBudget,
): Uint8Array | undefined {
  switch (filter) {
    case 'FlateDecode':
      return undoPrediction(inflate(bytes, budget), parms, resolve);
    case 'LZWDecode': {
      const earlyChange = numberAt(parms, 'EarlyChange', resolve) ?? 1;
      return undoPrediction(decodeLzw(bytes, earlyChange, budget.left), parms, resolve);
    }
    case 'ASCIIHexDecode':
      return decodeAsciiHex(bytes);
    case 'ASCII85Decode':
      return decodeAscii85(bytes, budget.left);
    case 'RunLengthDecode':
      return decodeRunLength(bytes, budget.left);
    case 'Crypt':
      return bytes;
  }
  return undefined;
}

/** Returns decoded data with the predictor of the filter's parameters undone. */
export const undoPrediction = (bytes: Uint8Array, parms: PdfDict | undefined, resolve: Resolve): Uint8Array =>
  undoPredictor(bytes, (key, otherwise) => numberAt(parms, key, resolve) ?? otherwise);

function numberAt(parms: PdfDict | undefined, key: string, resolve: Resolve): number | undefined {
  const value = resolve(parms?.get(key));
  return typeof value === 'number' ? value : undefined;
}

/** Decompresses zlib data. If they are damaged or truncated, returns the readable part. */
export function inflate(bytes: Uint8Array, budget: InflateBudget): Uint8Array {
  try {
    const inflated = inflateSync(bytes, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: Math.max(1, budget.left),
    });
    return new Uint8Array(inflated.buffer, inflated.byteOffset, inflated.byteLength);
  } catch (error) {
    if (error instanceof RangeError) throw new TooComplex('a stream inflates to more than is allowed');
    return inflateDamaged(bytes, budget);
  }
}

function inflateDamaged(bytes: Uint8Array, budget: InflateBudget): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  const inflater = new Inflate((chunk) => {
    parts.push(chunk.slice());
    length += chunk.length;
    if (length > budget.left) throw new TooComplex('a stream inflates to more than is allowed');
  });
  try {
    // The two bytes of the zlib header may be damaged.
    const start = looksLikeZlib(bytes) ? 2 : 0;
    for (let at = start; at < bytes.length; at += 256) inflater.push(bytes.subarray(at, at + 256), false);
  } catch (error) {
    if (error instanceof TooComplex) throw error;
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const looksLikeZlib = (bytes: Uint8Array): boolean =>
  ((bytes[0] ?? 0) & 0x0f) === 8 && (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % 31 === 0;
