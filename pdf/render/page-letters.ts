import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { heapOf, letterCalls } from './pdfium-memory.ts';

/** Left, bottom, right and top in the page's user space. */
export type Rectangle = readonly [left: number, bottom: number, right: number, top: number];

/** A character on a page in drawing order, including spaces, which may have no position. */
export type PageLetter = { sign: string; box: Rectangle | undefined };

/**
 * Returns every character that PDFium reads on a page. PDFium reads only the first of several equal texts drawn
 * over each other.
 */
export function readPageLetters(pdfium: WrappedPdfiumModule, page: number): PageLetter[] {
  if (page === 0) return [];
  const text = pdfium.FPDFText_LoadPage(page);
  const memory = pdfium.pdfium.wasmExports.malloc(32);
  try {
    const count = text === 0 ? 0 : Math.max(0, pdfium.FPDFText_CountChars(text));
    const letters: PageLetter[] = [];
    for (let at = 0; at < count; at += 1) {
      const code = letterCalls(pdfium).FPDFText_GetUnicode(text, at);
      const before = letters.at(-1);
      // Some builds return the two surrogates of a supplementary character separately.
      if (isLowHalf(code) && before && isHighHalf(before.sign.charCodeAt(0)) && before.sign.length === 1) {
        before.sign += String.fromCharCode(code);
        continue;
      }
      const box = charBox(pdfium, text, at, memory);
      letters.push({ sign: String.fromCodePoint(Math.min(code >>> 0, 0x10ffff)), box });
    }
    return letters;
  } finally {
    pdfium.pdfium.wasmExports.free(memory);
    if (text !== 0) pdfium.FPDFText_ClosePage(text);
  }
}

/** Returns the position of a character. `memory` must have space for four doubles. */
export function charBox(
  pdfium: WrappedPdfiumModule,
  text: number,
  at: number,
  memory: number,
): Rectangle | undefined {
  const [left, right, bottom, top] = [memory, memory + 8, memory + 16, memory + 24];
  if (!letterCalls(pdfium).FPDFText_GetCharBox(text, at, left, right, bottom, top)) return undefined;
  const { buffer, byteOffset } = heapOf(pdfium);
  // The allocator returns addresses aligned for doubles, and WebAssembly uses the host's byte order.
  const [x0, x1, y0, y1] = new Float64Array(buffer, byteOffset + memory, 4) as unknown as [
    number,
    number,
    number,
    number,
  ];
  return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)];
}

/** Returns the drawn size of a character. `memory` must have space for six floats. */
export function charScale(
  pdfium: WrappedPdfiumModule,
  text: number,
  at: number,
  memory: number,
): { size: number; stretch: number } {
  const own = Math.abs(letterCalls(pdfium).FPDFText_GetFontSize(text, at));
  if (!letterCalls(pdfium).FPDFText_GetMatrix(text, at, memory)) return { size: own, stretch: 1 };
  const { buffer, byteOffset } = heapOf(pdfium);
  const [a, b, c, d] = new Float32Array(buffer, byteOffset + memory, 4) as unknown as [
    number,
    number,
    number,
    number,
  ];
  const [across, up] = [Math.hypot(a, b), Math.hypot(c, d)];
  return { size: own * up, stretch: up > 0 ? across / up : 1 };
}

const isHighHalf = (code: number): boolean => code >= 0xd800 && code < 0xdc00;
const isLowHalf = (code: number): boolean => code >= 0xdc00 && code < 0xe000;
