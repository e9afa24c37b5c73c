import type { WrappedPdfiumModule } from '@embedpdf/pdfium';

/** Types of page objects as numbered by PDFium. */
const IMAGE = 3;
const FORM = 5;

/** Maximum depth of nested forms. Real documents do not reach it. */
const deepest = 8;

type Looking = {
  /** Time (performance.now()) at which the search stops. */
  until: number;
  /** Returns the current pixels of the page. */
  draw: () => Uint8Array;
};

/**
 * Returns true if a loaded page has a picture that PDFium cannot decode and silently omits. The page has to be
 * loaded again afterwards, because suspicious pictures were removed from it.
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
 * Checks whether the page looks different without each of these pictures. An inline picture may use a color
 * space from the page's resources. PDFium draws such a picture but cannot return it separately. Pictures that
 * are not checked in time remain suspicious.
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
