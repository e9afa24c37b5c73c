import type { WrappedPdfiumModule } from '@embedpdf/pdfium';

const LINK = 2;
/** Annotation flag for not shown and not printed (§12.5.3). */
const HIDDEN = 1 << 1;
const NORMAL = 0;

/** Number of bytes of an empty text, which is a terminating zero in UTF-16. */
const EMPTY = 2;

/** Key with which PDFium marks an annotation whose appearance it generated, such as the frame of a link. */
export const MADE_BY_PDFIUM = 'PDFIUM_HasGeneratedAP';

/** Hides links on a loaded page that have no appearance, because only a frame would be visible. */
export function hideLinkFrames(pdfium: WrappedPdfiumModule, page: number): void {
  if (page === 0) return;
  for (let index = pdfium.FPDFPage_GetAnnotCount(page) - 1; index >= 0; index -= 1) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    if (pdfium.FPDFAnnot_GetSubtype(annotation) === LINK && !hasOwnPicture(pdfium, annotation))
      pdfium.FPDFAnnot_SetFlags(annotation, pdfium.FPDFAnnot_GetFlags(annotation) | HIDDEN);
    pdfium.FPDFPage_CloseAnnot(annotation);
  }
}

function hasOwnPicture(pdfium: WrappedPdfiumModule, link: number): boolean {
  if (pdfium.FPDFAnnot_HasKey(link, MADE_BY_PDFIUM)) return false;
  return pdfium.FPDFAnnot_GetAP(link, NORMAL, 0, 0) > EMPTY;
}
