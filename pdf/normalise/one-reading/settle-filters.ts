import { name, PdfDict, PdfStream } from '../../objects/objects.ts';
import { decodeStream, decodeUntilImage, filtersOf } from '../source/decode-stream.ts';
import type { Resolve } from '../source/decode-stream.ts';
import type { InflateBudget } from '../source/inflate-budget.ts';
import { deflate } from '../source/output-file.ts';

type Filter = ReturnType<typeof filtersOf>[number];

const IMAGE_FILTERS = ['DCTDecode', 'JPXDecode', 'JBIG2Decode', 'CCITTFaxDecode'];

/**
 * Returns a stream with at most one filter: Flate with valid parameters, or one of an image format. Programs
 * decode invalid data of other filters differently and disagree about chains of filters (ISO 32000-2, 7.4). Such
 * data are decoded like in PDFium and compressed again. Returns undefined if a filter is unknown.
 */
export function settleFilters(
  source: PdfStream,
  resolve: Resolve,
  budget: InflateBudget,
): PdfStream | undefined {
  // The data have already been decrypted.
  const filters = filtersOf(source, resolve).filter(({ filter }) => filter !== 'Crypt');
  const [only] = filters;
  const last = filters.at(-1);
  if (only === undefined || last === undefined) return withFilter(source, source.bytes);
  const isImage = IMAGE_FILTERS.includes(last.filter);
  if (only === last && isImage) return withFilter(source, source.bytes, only);
  if (only === last && only.filter === 'FlateDecode') {
    const parms = soundParms(only, resolve);
    if (parms !== 'unsound') return withFilter(source, source.bytes, { filter: only.filter, parms });
  }
  if (isImage) return withFilter(source, decodeUntilImage(source, resolve, budget), last);
  const decoded = decodeStream(source, resolve, budget);
  return decoded && withFilter(source, deflate(decoded), { filter: 'FlateDecode', parms: undefined });
}

/** Returns the stream with new data and their filter. */
export function withFilter(source: PdfStream, bytes: Uint8Array, filter?: Filter): PdfStream {
  const dictionary = new PdfDict(source.dict);
  for (const key of ['Filter', 'DecodeParms', 'F', 'DP']) dictionary.delete(key);
  if (filter !== undefined) dictionary.set('Filter', name(filter.filter));
  if (filter?.parms !== undefined) dictionary.set('DecodeParms', filter.parms);
  return new PdfStream(dictionary, bytes);
}

const BITS = [1, 2, 4, 8, 16];
/** Numbers of bits for which programs agree on the TIFF predictor. */
const TIFF_BITS = [1, 8];
/** Maximum number of components that all programs accept. */
const MOST_COLORS = 32;

/** Returns the parameters of a predictor, or undefined if there is none. */
function soundParms({ parms }: Filter, resolve: Resolve): PdfDict | undefined | 'unsound' {
  const number = (key: string, otherwise: number): number => {
    const value = resolve(parms?.get(key));
    if (value === null) return otherwise;
    return typeof value === 'number' && Number.isInteger(value) ? value : NaN;
  };
  const predictor = number('Predictor', 1);
  if (predictor === 1) return undefined;
  const [colors, bits, columns] = [number('Colors', 1), number('BitsPerComponent', 8), number('Columns', 1)];
  const isSound =
    (predictor === 2 || (predictor >= 10 && predictor <= 15)) &&
    colors >= 1 &&
    colors <= MOST_COLORS &&
    (predictor === 2 ? TIFF_BITS : BITS).includes(bits) &&
    columns >= 1;
  if (!isSound) return 'unsound';
  return new PdfDict([
    ['Predictor', predictor],
    ['Colors', colors],
    ['BitsPerComponent', bits],
    ['Columns', columns],
  ]);
}
