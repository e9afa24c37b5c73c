import { isName, name, PdfName, PdfString } from '../../objects/objects.ts';
import type { PdfArray, PdfDict, PdfObject } from '../../objects/objects.ts';
import type { Resolve } from '../source/decode-stream.ts';
import { componentsOf } from '../source/picture-data.ts';
import { isWholeRange } from './settle-pictures.ts';

/**
 * Device spaces that can be the base of an indexed space in an inline image, with their numbers of components.
 */
const BASES: Record<string, number> = { G: 1, DeviceGray: 1, RGB: 3, DeviceRGB: 3, CMYK: 4, DeviceCMYK: 4 };
/** Device spaces with the same numbers of components as spaces that inline images cannot define. */
const DEVICES: Record<string, string> = { CalGray: 'G', CalRGB: 'RGB', Lab: 'RGB' };

/**
 * Makes the entries of an inline image (ISO 32000-2, 8.9.7) unambiguous, in place and under their short keys. As
 * for other pictures, a missing color space becomes gray, a short color table is padded with zeros, and a
 * `/Decode` of the wrong length is removed. If PDFium then draws the image differently, the upload is refused.
 */
export function settleInlineEntries(entries: PdfDict, spaces: PdfDict | undefined, resolve: Resolve): void {
  for (const key of ['IM', 'I']) if (typeof resolve(entries.get(key)) !== 'boolean') entries.delete(key);
  for (const key of ['W', 'H']) {
    const side = resolve(entries.get(key));
    if (typeof side === 'number') entries.set(key, Math.trunc(side));
  }
  const isMask = resolve(entries.get('IM')) === true;
  if (isMask) {
    entries.delete('CS');
    entries.set('BPC', 1);
  } else {
    settleSpace(entries, resolve);
  }
  const given = entries.get('CS');
  const space = given instanceof PdfName ? (spaces?.get(given.value) ?? given) : (given ?? null);
  const components = isMask ? 1 : componentsOf(resolve(space), resolve);
  const decode = entries.get('D');
  if (decode === undefined || components === undefined) return;
  const numbers = Array.isArray(decode) ? decode.slice(0, components * 2) : [];
  const isComplete = numbers.length === components * 2 && numbers.every((one) => typeof one === 'number');
  const list: PdfObject = resolve(space);
  const family = Array.isArray(list) ? resolve(list[0]) : null;
  const isIndexed = isName(family, 'I') || isName(family, 'Indexed');
  const bits = Number(resolve(entries.get('BPC')));
  if (isComplete && (!isIndexed || isWholeRange(numbers, bits))) entries.set('D', numbers);
  else entries.delete('D');
}

function settleSpace(entries: PdfDict, resolve: Resolve): void {
  const space = resolve(entries.get('CS'));
  if (Array.isArray(space)) entries.set('CS', settledList(space, Number(resolve(entries.get('BPC')))));
  else if (!(space instanceof PdfName) || space.value === 'Pattern') {
    // A JPEG contains its number of components.
    if (!isJpeg(resolve(entries.get('F')))) entries.set('CS', name('G'));
  }
}

const isJpeg = (filters: PdfObject): boolean =>
  (Array.isArray(filters) ? filters : [filters]).some(
    (one) => isName(one, 'DCT') || isName(one, 'DCTDecode'),
  );

function settledList(space: PdfArray, bits: number): PdfObject {
  const [family, base, highest, table] = space;
  if (!isName(family, 'I') && !isName(family, 'Indexed'))
    return name((family instanceof PdfName && DEVICES[family.value]) || 'G');
  const count = base instanceof PdfName ? BASES[base.value] : undefined;
  const isHighest = typeof highest === 'number' && Number.isInteger(highest) && highest >= 0 && highest < 256;
  if (count === undefined || !isHighest || !(table instanceof PdfString)) return name('G');
  const size = Math.max(highest + 1, bits <= 8 ? 2 ** bits : 0);
  const whole = new Uint8Array(size * count);
  whole.set(table.bytes.subarray(0, (highest + 1) * count));
  // PDFium draws values beyond the table in black. In CMYK, black is not all zeros.
  if (count === 4) for (let at = (highest + 1) * 4 + 3; at < whole.length; at += 4) whole[at] = 255;
  return [family, base ?? null, size - 1, new PdfString(whole)];
}
