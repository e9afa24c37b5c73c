import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { loadPdfium, openDocument } from './pdfium.ts';

/** Kinds of page objects, as PDFium numbers them. */
const IMAGE = 3;
const FORM = 5;

/** Forms may hold forms; nothing that somebody made by hand goes deeper. */
const deepest = 8;
/**
 * Milliseconds: a book of scans takes longer to decode than an upload may. The form of all pictures was looked at
 * before, so that only such as look right and are not are left to be found here.
 */
const enoughTime = 3000;

/** The first page (from 0) with a picture of which PDFium can make nothing, and which it leaves out in silence. */
export async function findUnreadablePicture(pdf: Uint8Array): Promise<number | undefined> {
  const pdfium = await loadPdfium();
  const opened = openDocument(pdfium, pdf);
  if ('failed' in opened) return undefined;
  const until = performance.now() + enoughTime;
  try {
    const pages = pdfium.FPDF_GetPageCount(opened.document);
    for (let index = 0; index < pages && performance.now() < until; index++) {
      const page = pdfium.FPDF_LoadPage(opened.document, index);
      if (page === 0) continue;
      const unreadable = objectsOf(pdfium, page).some((object) =>
        isUnreadable(pdfium, object, until, deepest),
      );
      pdfium.FPDF_ClosePage(page);
      if (unreadable) return index;
    }
    return undefined;
  } finally {
    opened.free();
  }
}

function objectsOf(pdfium: WrappedPdfiumModule, page: number): number[] {
  const count = Math.max(0, pdfium.FPDFPage_CountObjects(page));
  return Array.from({ length: count }, (_, at) => pdfium.FPDFPage_GetObject(page, at));
}

function isUnreadable(pdfium: WrappedPdfiumModule, object: number, until: number, depth: number): boolean {
  if (performance.now() > until) return false;
  const kind = pdfium.FPDFPageObj_GetType(object);
  if (kind === FORM && depth > 0) {
    const count = Math.max(0, pdfium.FPDFFormObj_CountObjects(object));
    return Array.from({ length: count }, (_, at) => pdfium.FPDFFormObj_GetObject(object, at)).some((inner) =>
      isUnreadable(pdfium, inner, until, depth - 1),
    );
  }
  if (kind !== IMAGE) return false;
  const bitmap = pdfium.FPDFImageObj_GetBitmap(object);
  if (bitmap === 0) return true;
  pdfium.FPDFBitmap_Destroy(bitmap);
  return false;
}
