import type { WrappedPdfiumModule } from '@embedpdf/pdfium';

/**
 * PDFium's memory as it is now: it moves when it grows. (The package's types take it from @types/emscripten, which
 * would bring browser globals along.)
 */
export const heapOf = (pdfium: WrappedPdfiumModule): Uint8Array =>
  (pdfium.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;
