import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { isName, PdfDict, PdfStream } from '../../objects/objects.ts';
import type { PdfObject } from '../../objects/objects.ts';
import { heapOf } from '../../render/pdfium-memory.ts';
import { loadPdfium, openDocument, openForm } from '../../render/pdfium.ts';
import { HIDDEN, isShown, normalAppearance } from './annotation-appearance.ts';
import { ObjectCopier } from '../copy-objects.ts';
import { completeAppearances } from './complete-appearances.ts';
import { boxOfPoints } from './drawn-points.ts';
import { frameAppearance } from './frame-appearance.ts';
import { InflateBudget } from '../source/inflate-budget.ts';
import type { Layers } from '../source/layers.ts';
import type { OutputFile } from '../source/output-file.ts';
import { readBox, type Box } from '../source/page-geometry.ts';
import { collectPages } from '../source/page-tree.ts';
import type { SourcePage } from '../source/page-tree.ts';
import { settleFields, shownValue } from './settle-fields.ts';
import { SourceFile } from '../source/source-file.ts';

/** Appearances that exist in PDFium's copy of a file but not in the file itself. */
export type GeneratedAppearances = {
  find(
    pageIndex: number,
    annotationIndex: number,
  ): { file: SourceFile; copier: ObjectCopier; annotation: PdfDict } | undefined;
};

/**
 * `frame` and `blank` are buttons without an appearance for their state. The former get the frame from /MK, and
 * the latter remain empty. `box` replaces an annotation's /Rect that does not contain all of its points.
 */
export type Wanted = {
  pageIndex: number;
  index: number;
  kind: 'field' | 'annotation' | 'frame' | 'blank';
  box?: Box;
  /** The text that a field shows, and its rectangle. */
  value?: { text: string; rect: Box };
};

/**
 * Generates missing appearances. If an annotation or field has none, viewers draw it from its other entries
 * (§12.5.5, /NeedAppearances §12.7.2). PDFium generates these appearances so that the visible content can be
 * flattened. Returns PDFium's copy of the file. Returns undefined if nothing is missing or PDFium cannot help,
 * and 'value-cut' if a value would be truncated.
 *
 * An unchecked box often has no appearance for that state. Viewers draw the frame from its /MK, or otherwise
 * show the page content. PDFium draws a gray frame if /MK specifies none, so such boxes are hidden in its copy,
 * which then looks the same as in other viewers.
 */
export async function generateAppearances(
  file: SourceFile,
  pages: SourcePage[],
  layers: Layers | undefined,
): Promise<{ bytes: Uint8Array; wanted: Wanted[] } | 'value-cut' | undefined> {
  const wanted = pages.flatMap((page, index) => lacking(file, page, index, layers));
  if (wanted.length === 0) return undefined;
  const settled = settleFields(
    file,
    pages,
    wanted.filter(({ kind }) => kind !== 'blank'),
  );
  if (settled === undefined) return 'value-cut';
  const pdfium = await loadPdfium();
  const opened = openDocument(pdfium, settled);
  if ('failed' in opened) return undefined;
  const form = openForm(pdfium, opened.document);
  try {
    if (pdfium.FPDF_GetPageCount(opened.document) !== pages.length) return undefined;
    for (const pageIndex of new Set(wanted.map((one) => one.pageIndex))) {
      generateOnPage(pdfium, opened.document, form.handle, pageIndex, wanted);
    }
    const bytes = saveCopy(pdfium, opened.document);
    return bytes === undefined ? undefined : { bytes: completeAppearances(bytes, wanted), wanted };
  } finally {
    form.close();
    opened.free();
  }
}

/** Reads the appearances from PDFium's copy, for use in `output`. */
export function openGenerated(
  generated: { bytes: Uint8Array; wanted: Wanted[] },
  output: OutputFile,
): GeneratedAppearances | undefined {
  const file = SourceFile.openByXref(generated.bytes, new InflateBudget());
  if (typeof file === 'string') return undefined;
  const pages = collectPages(file, generated.bytes.length);
  const copier = new ObjectCopier(file, output, undefined);
  const isWanted = new Set(
    generated.wanted
      .filter(({ kind }) => kind !== 'blank')
      .map(({ pageIndex, index }) => `${pageIndex}/${index}`),
  );
  return {
    find(pageIndex, annotationIndex) {
      if (!isWanted.has(`${pageIndex}/${annotationIndex}`)) return undefined;
      const annotations = file.resolve(pages[pageIndex]?.dict.get('Annots'));
      const annotation = file.resolve(Array.isArray(annotations) ? annotations[annotationIndex] : undefined);
      if (!(annotation instanceof PdfDict) || normalAppearance(file, annotation) === undefined)
        return undefined;
      return { file, copier, annotation };
    },
  };
}

function lacking(
  file: SourceFile,
  page: SourcePage,
  pageIndex: number,
  layers: Layers | undefined,
): Wanted[] {
  const annotations = file.resolve(page.dict.get('Annots'));
  const regenerate = needsAppearances(file);
  return (Array.isArray(annotations) ? annotations : []).flatMap((item: PdfObject, index): Wanted[] => {
    const annotation = file.resolve(item);
    if (!(annotation instanceof PdfDict) || !isShown(file, annotation, layers)) return [];
    const subtype = file.resolve(annotation.get('Subtype'));
    if (isName(subtype, 'Link')) return [];
    const kind = isName(subtype, 'Widget') ? 'field' : 'annotation';
    const normal = file.resolve(file.dictAt(annotation, 'AP')?.get('N'));
    const has = normal instanceof PdfStream || normal instanceof PdfDict;
    // Viewers then redraw every field, even if it has an appearance.
    if (!has || (kind === 'field' && regenerate)) {
      const rect = readBox(annotation.get('Rect'), file.resolve);
      if (kind === 'field')
        return [
          { pageIndex, index, kind, ...(rect && { value: { text: shownValue(file, annotation), rect } }) },
        ];
      const box = boxOfPoints(file, annotation);
      return [{ pageIndex, index, kind, ...(box && { box }) }];
    }
    const blank = kind === 'field' && normalAppearance(file, annotation) === undefined;
    if (!blank || !isButton(file, annotation)) return [];
    return [{ pageIndex, index, kind: isFramed(file, annotation) ? 'frame' : 'blank' }];
  });
}

function needsAppearances(file: SourceFile): boolean {
  const catalog = file.resolve(file.trailer.get('Root'));
  const form = catalog instanceof PdfDict ? file.dictAt(catalog, 'AcroForm') : undefined;
  return file.resolve(form?.get('NeedAppearances')) === true;
}

/** Returns true if a button specifies a frame. */
const isFramed = (file: SourceFile, button: PdfDict): boolean => frameAppearance(file, button) !== undefined;

function isButton(file: SourceFile, field: PdfDict): boolean {
  let holder: PdfDict | undefined = field;
  for (let up = 0; holder !== undefined && up < 32; up++) {
    const type = file.resolve(holder.get('FT'));
    if (type !== null) return isName(type, 'Btn');
    holder = file.dictAt(holder, 'Parent');
  }
  return false;
}

/**
 * PDFium generates the appearances of fields when its form module opens the page, and those of annotations
 * individually.
 */
function generateOnPage(
  pdfium: WrappedPdfiumModule,
  document: number,
  form: number,
  pageIndex: number,
  wanted: Wanted[],
): void {
  const page = pdfium.FPDF_LoadPage(document, pageIndex);
  if (page === 0) return;
  if (form !== 0) pdfium.FORM_OnAfterLoadPage(page, form);
  for (const { index, kind, box } of wanted.filter((one) => one.pageIndex === pageIndex)) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    if (kind === 'field' && form === 0) pdfium.EPDFAnnot_GenerateFormFieldAP(annotation);
    if (box) setRect(pdfium, annotation, box);
    if (kind === 'annotation') pdfium.EPDFAnnot_GenerateAppearance(annotation);
    if (kind === 'blank')
      pdfium.FPDFAnnot_SetFlags(annotation, pdfium.FPDFAnnot_GetFlags(annotation) | HIDDEN);
    pdfium.FPDFPage_CloseAnnot(annotation);
  }
  if (form !== 0) pdfium.FORM_OnBeforeClosePage(page, form);
  pdfium.FPDF_ClosePage(page);
}

/** FS_RECTF contains left, top, right and bottom as 32-bit floats. */
function setRect(pdfium: WrappedPdfiumModule, annotation: number, [left, bottom, right, top]: Box): void {
  const memory = pdfium.pdfium.wasmExports.malloc(16);
  heapOf(pdfium).set(new Uint8Array(Float32Array.of(left, top, right, bottom).buffer), memory);
  pdfium.FPDFAnnot_SetRect(annotation, memory);
  pdfium.pdfium.wasmExports.free(memory);
}

/** Returns PDFium's complete rewrite of a document. */
export function saveCopy(pdfium: WrappedPdfiumModule, document: number): Uint8Array | undefined {
  const writer = pdfium.PDFiumExt_OpenFileWriter();
  try {
    if (!pdfium.PDFiumExt_SaveAsCopy(document, writer)) return undefined;
    const size = pdfium.PDFiumExt_GetFileWriterSize(writer);
    const memory = pdfium.pdfium.wasmExports.malloc(size);
    pdfium.PDFiumExt_GetFileWriterData(writer, memory, size);
    const bytes = heapOf(pdfium).slice(memory, memory + size);
    pdfium.pdfium.wasmExports.free(memory);
    return bytes;
  } finally {
    pdfium.PDFiumExt_CloseFileWriter(writer);
  }
}
