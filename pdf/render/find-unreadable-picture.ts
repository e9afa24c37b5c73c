import type { WrappedPdfiumModule } from '@embedpdf/pdfium';

/** Kinds of page objects, as PDFium numbers them. */
const IMAGE = 3;
const FORM = 5;

/** Forms may hold forms; nothing that somebody made by hand goes deeper. */
const deepest = 8;

type Looking = {
  /** In ms of performance: nothing is looked at any further then. */
  until: number;
  /** The pixels of the page as it is now. */
  draw: () => Uint8Array;
};

/**
 * Whether a loaded page has a picture of which PDFium can make nothing, and which it leaves out in silence. The page is
 * to be loaded anew afterwards: what is in doubt was taken off it.
 */
export function hasUnreadablePicture(
  pdfium: WrappedPdfiumModule,
  page: number,
  { until, draw }: Looking,
): boolean {
  if (page === 0) return false;
  const doubtful = objectsOf(pdfium, page).filter((object) => isUnreadable(pdfium, object, until, deepest));
  return doubtful.length > 0 && !doShow(pdfium, page, doubtful, { until, draw });
}

/**
 * Whether the page looks otherwise without each of them. A picture between the operators may have its colours by a name
 * of the page's resources: PDFium draws it and cannot give it by itself. What there is no time for is in doubt still.
 */
function doShow(
  pdfium: WrappedPdfiumModule,
  page: number,
  objects: readonly number[],
  { until, draw }: Looking,
): boolean {
  let before = draw();
  return objects.every((object) => {
    if (pdfium.FPDFPageObj_GetType(object) !== IMAGE || performance.now() > until) return false;
    if (!pdfium.FPDFPage_RemoveObject(page, object)) return false;
    pdfium.FPDFPageObj_Destroy(object);
    const after = draw();
    const shows = Buffer.compare(before, after) !== 0;
    before = after;
    return shows;
  });
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
