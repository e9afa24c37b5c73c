import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { heapOf } from './pdfium-memory.ts';

const MOST_BOOKMARKS = 5000;
const DEEPEST = 32;
/** Maximum number of bytes of a title. */
const LONGEST = 2000;

/** Returns the titles of a document's bookmarks in order. */
export function readBookmarks(pdfium: WrappedPdfiumModule, document: number): string[] {
  const titles: string[] = [];
  const memory = pdfium.pdfium.wasmExports.malloc(LONGEST);
  const read = (parent: number, depth: number): void => {
    let bookmark = pdfium.FPDFBookmark_GetFirstChild(document, parent);
    while (bookmark !== 0 && depth < DEEPEST && titles.length < MOST_BOOKMARKS) {
      const length = Math.min(LONGEST, pdfium.FPDFBookmark_GetTitle(bookmark, memory, LONGEST));
      const bytes = heapOf(pdfium).slice(memory, memory + Math.max(0, length - 2));
      titles.push(Buffer.from(bytes).toString('utf16le'));
      read(bookmark, depth + 1);
      bookmark = pdfium.FPDFBookmark_GetNextSibling(document, bookmark);
    }
  };
  try {
    read(0, 0);
    return titles;
  } finally {
    pdfium.pdfium.wasmExports.free(memory);
  }
}
