import type { WrappedPdfiumModule } from '@embedpdf/pdfium';

/**
 * Returns PDFium's current memory, which moves when it grows. The package's own types require @types/emscripten,
 * which would add browser globals.
 */
export const heapOf = (pdfium: WrappedPdfiumModule): Uint8Array =>
  (pdfium.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;

/**
 * Functions that are called for every letter of a page. They bypass the wrapper, which costs more than the call
 * itself.
 */
type LetterCalls = {
  FPDFText_GetUnicode(text: number, at: number): number;
  FPDFText_GetTextObject(text: number, at: number): number;
  FPDFText_GetFontSize(text: number, at: number): number;
  FPDFText_GetMatrix(text: number, at: number, matrix: number): number;
  FPDFText_GetCharBox(
    ...parameters: [text: number, at: number, left: number, right: number, bottom: number, top: number]
  ): number;
};

export const letterCalls = (pdfium: WrappedPdfiumModule): LetterCalls =>
  pdfium.pdfium.wasmExports as unknown as LetterCalls;
