import type { WrappedPdfiumModule } from '@embedpdf/pdfium';

/** Types of page objects in PDFium's numbering. */
const IMAGE = 3;
const FORM = 5;

/** Maximum depth of nested forms; no real document goes deeper. */
const deepest = 8;

type Looking = {
  /** Deadline in ms of performance, after which the search stops. */
  until: number;
  /** Returns the current pixels of the page. */
  draw: () => Uint8Array;
};

/**
 * Returns true if a loaded page has a picture that PDFium cannot decode and silently omits. The page has to
 * be loaded again afterwards, because doubtful pictures were removed from it.
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
 * Checks whether the page looks different without each of them. An inline picture may use a color space from
 * the page's resources: PDFium draws it but cannot return it separately. Pictures for which there is no time
 * remain doubtful.
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
