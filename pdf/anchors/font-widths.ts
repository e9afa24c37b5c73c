import { FONT_FILES, resolved } from '../normalise/one-reading/settle-fonts.ts';
import { isName, PdfDict, type PdfObject } from '../objects/objects.ts';
import { measureFont } from '../render/measure-font.ts';
import { readyPdfium } from '../render/pdfium.ts';

/** A character code in a string. `width` is in thousandths of the font size. */
export type Code = { bytes: Uint8Array; width: number; isSpace: boolean };

/** Splits a string of a text operator into its character codes. */
export type ReadCodes = (text: Uint8Array) => Code[];

type Resolve = (value: PdfObject | undefined) => PdfObject;

/**
 * Returns a function that splits strings in this font into codes. Returns undefined for fonts whose codes or
 * widths are hard to determine: vertical fonts, fonts with an embedded CMap, and Type 3 fonts.
 */
export function readCodesOf(font: PdfDict, resolve: Resolve): ReadCodes | undefined {
  const subtype = resolve(font.get('Subtype'));
  if (isName(subtype, 'Type0')) return readCompositeCodes(font, resolve);
  const isSimple = ['Type1', 'MMType1', 'TrueType'].some((one) => isName(subtype, one));
  const widthOf = isSimple ? simpleWidths(font, resolve) : undefined;
  return (
    widthOf &&
    ((text) =>
      Array.from(text, (code) => {
        return { bytes: Uint8Array.of(code), width: widthOf(code), isSpace: code === 0x20 };
      }))
  );
}

/** For a font that is not embedded, uses the widths of PDFium, as when the file was prepared. */
function simpleWidths(font: PdfDict, resolve: Resolve): ((code: number) => number) | undefined {
  const descriptor = resolve(font.get('FontDescriptor'));
  const has = (key: string) => descriptor instanceof PdfDict && descriptor.has(key);
  const widths = resolve(font.get('Widths'));
  const first = resolve(font.get('FirstChar'));
  if (Array.isArray(widths) && typeof first === 'number') {
    const missing = descriptor instanceof PdfDict ? resolve(descriptor.get('MissingWidth')) : null;
    return (code) => {
      const stated = resolve(widths[code - first]);
      return typeof stated === 'number' ? stated : numberOf(missing);
    };
  }
  const pdfium = FONT_FILES.some(has) ? undefined : readyPdfium();
  const measured = pdfium && measureFont(pdfium, resolved(resolve, font) as PdfDict);
  return measured && ((code) => measured[code] ?? 0);
}

function readCompositeCodes(font: PdfDict, resolve: Resolve): ReadCodes | undefined {
  const descendants = resolve(font.get('DescendantFonts'));
  const descendant = Array.isArray(descendants) ? resolve(descendants[0]) : null;
  if (!isName(resolve(font.get('Encoding')), 'Identity-H') || !(descendant instanceof PdfDict))
    return undefined;
  const usual = resolve(descendant.get('DW'));
  const standard = typeof usual === 'number' ? usual : 1000;
  const widths = compositeWidths(resolve(descendant.get('W')), resolve);
  return (text) => {
    const codes: Code[] = [];
    for (let at = 0; at + 1 < text.length; at += 2) {
      const cid = text[at]! * 256 + text[at + 1]!;
      const bytes = text.subarray(at, at + 2);
      // Word spacing applies only to single-byte codes (9.3.3).
      codes.push({ bytes, width: widths.get(cid) ?? standard, isSpace: false });
    }
    return codes;
  };
}

/** Parses widths of the forms `first [width …]` and `first last width` (9.7.4.3). */
function compositeWidths(given: PdfObject, resolve: Resolve): Map<number, number> {
  const widths = new Map<number, number>();
  const items = Array.isArray(given) ? given.map((item) => resolve(item)) : [];
  for (let at = 0; at < items.length;) {
    const [first, next, width] = [items[at], items[at + 1], items[at + 2]];
    if (typeof first !== 'number') return widths;
    if (Array.isArray(next)) {
      for (const [index, one] of next.entries()) widths.set(first + index, numberOf(resolve(one)));
      at += 2;
    } else {
      const last = Math.min(numberOf(next), 0xffff);
      for (let cid = first; cid <= last; cid += 1) widths.set(cid, numberOf(width));
      at += 3;
    }
  }
  return widths;
}

const numberOf = (value: PdfObject | undefined): number => (typeof value === 'number' ? value : 0);
