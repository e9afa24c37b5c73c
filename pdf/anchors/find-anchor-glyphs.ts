import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { anchorForm } from '../render/find-places.ts';
import { heapOf, letterCalls } from '../render/pdfium-memory.ts';
import { discardPdfium, loadPdfium, openDocument } from '../render/pdfium.ts';

/** A letter drawn on a page, with its origin in user space. */
export type DrawnLetter = { sign: string; x: number; y: number };

/**
 * The letters of a page. `anchors` counts the anchor texts such as {{signature:1}}, and `erased` contains their
 * letters. `others` contains no spaces.
 */
export type AnchorPage = { anchors: number; erased: DrawnLetter[]; others: DrawnLetter[] };

/**
 * Returns the letters of each page, or undefined if the file cannot be opened. `words` are the anchor words in
 * lower case.
 */
export async function findAnchorGlyphs(
  pdf: Uint8Array,
  words: ReadonlySet<string>,
): Promise<AnchorPage[] | undefined> {
  const pdfium = await loadPdfium();
  const opened = openDocument(pdfium, pdf);
  if ('failed' in opened) return undefined;
  try {
    const pages = Array.from({ length: pdfium.FPDF_GetPageCount(opened.document) }, (_, index) => {
      const page = pdfium.FPDF_LoadPage(opened.document, index);
      const result = sorted(readLetters(pdfium, page), words);
      if (page !== 0) pdfium.FPDF_ClosePage(page);
      return result;
    });
    opened.free();
    return pages;
  } catch {
    // PDFium failed on the file. Its instance is unusable afterwards, and earlier results are unreliable.
    discardPdfium();
    return undefined;
  }
}

type Read = DrawnLetter & { isDrawn: boolean };

function sorted(letters: readonly Read[], words: ReadonlySet<string>): AnchorPage {
  const line = letters.map(({ sign }) => (sign.length === 1 && sign > '\u001f' ? sign : ' ')).join('');
  const matches = [...line.matchAll(anchorForm)].filter(([, word = '']) => words.has(word.toLowerCase()));
  const within = new Set(matches.flatMap(({ index, 0: text }) => Array.from(text, (_, at) => index + at)));
  const drawn = letters.flatMap(({ isDrawn, ...letter }, at) => (isDrawn ? [{ ...letter, at }] : []));
  const erased = drawn.filter(({ at }) => within.has(at));
  // Spaces are excluded, because PDFium reads only the first of several.
  const others = drawn.filter(({ at, sign }) => !within.has(at) && sign.trim() !== '');
  return { anchors: matches.length, erased, others };
}

type Calls = {
  FPDFText_IsGenerated(text: number, at: number): number;
  FPDFText_GetCharOrigin(text: number, at: number, x: number, y: number): number;
};

/** Includes the spaces that PDFium adds between words, which are not drawn. */
function readLetters(pdfium: WrappedPdfiumModule, page: number): Read[] {
  const text = page === 0 ? 0 : pdfium.FPDFText_LoadPage(page);
  if (text === 0) return [];
  const calls = pdfium.pdfium.wasmExports as unknown as Calls;
  const memory = pdfium.pdfium.wasmExports.malloc(16);
  try {
    return Array.from({ length: Math.max(0, pdfium.FPDFText_CountChars(text)) }, (_, at) => {
      const code = letterCalls(pdfium).FPDFText_GetUnicode(text, at) >>> 0;
      const hasOrigin = Boolean(calls.FPDFText_GetCharOrigin(text, at, memory, memory + 8));
      const { buffer, byteOffset } = heapOf(pdfium);
      const [x = 0, y = 0] = new Float64Array(buffer, byteOffset + memory, 2);
      const isDrawn = hasOrigin && calls.FPDFText_IsGenerated(text, at) !== 1;
      return { sign: String.fromCodePoint(Math.min(code, 0x10ffff)), x, y, isDrawn };
    });
  } finally {
    pdfium.pdfium.wasmExports.free(memory);
    pdfium.FPDFText_ClosePage(text);
  }
}
