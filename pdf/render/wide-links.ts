import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import type { Rectangle } from './page-letters.ts';
import { heapOf } from './pdfium-memory.ts';

/** Share of a page that no line of text and no button covers. */
const WIDE = 0.5;
/** Maximum number of bytes of a URL. */
const LONGEST = 200;

/**
 * Returns the URLs of links that cover most of a page, because a click anywhere on it would leave the document.
 */
export function wideLinks(
  pdfium: WrappedPdfiumModule,
  document: number,
  page: number,
  [left, bottom, right, top]: Rectangle,
): string[] {
  if (page === 0) return [];
  const links: string[] = [];
  const memory = pdfium.pdfium.wasmExports.malloc(LONGEST);
  try {
    const bytes = (at: number, length: number): ArrayBuffer => heapOf(pdfium).slice(at, at + length).buffer;
    const [position, link, rectangle] = [memory, memory + 4, memory + 8];
    heapOf(pdfium).fill(0, position, position + 4);
    while (pdfium.FPDFLink_Enumerate(page, position, link)) {
      const [handle] = new Uint32Array(bytes(link, 4));
      if (!pdfium.FPDFLink_GetAnnotRect(handle!, rectangle)) continue;
      // FS_RECTF contains left, top, right and bottom.
      const [x0, y1, x1, y0] = new Float32Array(bytes(rectangle, 16)) as unknown as [
        number,
        number,
        number,
        number,
      ];
      const width = Math.min(right, Math.max(x0, x1)) - Math.max(left, Math.min(x0, x1));
      const height = Math.min(top, Math.max(y0, y1)) - Math.max(bottom, Math.min(y0, y1));
      if (width <= 0 || height <= 0 || width * height < WIDE * (right - left) * (top - bottom)) continue;
      const action = pdfium.FPDFLink_GetAction(handle!);
      const length =
        action === 0 ? 0 : pdfium.FPDFAction_GetURIPath(document, action, memory + 24, LONGEST - 24);
      if (length > 1) links.push(pdfium.pdfium.UTF8ToString(memory + 24, LONGEST - 24));
    }
    return links;
  } finally {
    pdfium.pdfium.wasmExports.free(memory);
  }
}
