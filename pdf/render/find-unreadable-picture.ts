import type { WrappedPdfiumModule } from '@embedpdf/pdfium';

/** Kinds of page objects, as PDFium numbers them. */
const IMAGE = 3;
const FORM = 5;

/** Forms may hold forms; nothing that somebody made by hand goes deeper. */
const deepest = 8;

/** Whether a loaded page has a picture of which PDFium can make nothing, and which it leaves out in silence. */
export function hasUnreadablePicture(pdfium: WrappedPdfiumModule, page: number, until: number): boolean {
  if (page === 0) return false;
  return objectsOf(pdfium, page).some((object) => isUnreadable(pdfium, object, until, deepest));
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
