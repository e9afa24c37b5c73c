import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { heapOf } from './pdfium-memory.ts';
import { discardPdfium, loadPdfium, openDocument, openForm } from './pdfium.ts';

/** Left, bottom, right and top in the page's user space. */
type Rectangle = [number, number, number, number];

/** A form field of the file, with one entry per widget. `page` counts from 1. */
export type FormPlace = {
  page: number;
  rectangle: Rectangle;
  kind: 'text' | 'checkbox' | 'radio' | 'dropdown' | 'multiChoice' | 'signature' | 'button';
  name: string;
  label: string;
  value: string;
  /** The option that a radio button represents. */
  choice: string;
  choices: string[];
  required: boolean;
  readOnly: boolean;
  multiline: boolean;
  /** Number of cells of a comb field (ISO 32000-2, 12.7.5.3); 0 for other fields. */
  cells: number;
  /** Script that formats the value, or ''. It is never executed here. */
  formatScript: string;
};

/**
 * An anchor text such as {{signature:1}} on a page: its word, its number, its attributes as written, and its
 * position.
 */
export type AnchorPlace = {
  page: number;
  rectangle: Rectangle;
  word: string;
  number: number | null;
  attributes: string;
};

/** Maximum number of fields. The limit for manually placed fields is the same. */
export const MAX_PLACES = 1000;
const MOST_PAGES = 1000;

const WIDGET = 20;
const kinds: Record<number, FormPlace['kind']> = {
  1: 'button',
  2: 'checkbox',
  3: 'radio',
  4: 'dropdown',
  5: 'dropdown',
  6: 'text',
  7: 'signature',
};
const LIST_BOX = 5;
const READ_ONLY = 1 << 0;
const REQUIRED = 1 << 1;
const MULTILINE = 1 << 12;
const MULTI_SELECT = 1 << 21;
const COMB = 1 << 24;
/** PDFium's FPDF_ANNOT_AACTION_FORMAT. */
const FORMAT_ACTION = 13;

/**
 * Matches {{signature:1}} and {{text:2 label="VAT number" required}}. Text in braces without valid attributes is
 * not an anchor, so that prose such as {{date of birth}} remains visible to readers. All repetitions are
 * bounded, so that no file can make the search slow.
 */
export const anchorForm =
  /\{\{\s{0,9}([a-z]{1,20})\s{0,9}(?::\s{0,9}([0-9]{1,3}))?((?:\s{1,9}(?:required|optional|readonly|multiline|\p{L}{1,20}\s{0,9}=\s{0,9}(?:["“”„][^"“”„{}]{0,1000}["“”]|[^\s"“”„{}]{1,100}))){0,20})\s{0,9}\}\}/giu;

/** Returns the characters of a page without its anchors, because the sender wants those to be covered. */
export function withoutAnchors<Letter extends { sign: string }>(letters: readonly Letter[]): Letter[] {
  const line = letters.map(({ sign }) => (sign.length === 1 ? sign : ' ')).join('');
  const anchors = [...line.matchAll(anchorForm)].map((match) => [match.index, match.index + match[0].length]);
  return letters.filter((_, at) => !anchors.some(([start, end]) => at >= start! && at < end!));
}

/** PDFium's value for a file without a form (ISO 32000-2, 12.7). */
const NO_FORM = 0;

/**
 * Returns the form fields of an uploaded file (ISO 32000-2, 12.7). Returns an empty array for a file that PDFium
 * cannot open, because normalization reports what is wrong with a file.
 */
export async function findPlaces(pdf: Uint8Array): Promise<FormPlace[]> {
  const places: FormPlace[] = [];
  const pdfium = await loadPdfium();
  const opened = openDocument(pdfium, pdf);
  if ('failed' in opened) return places;
  try {
    // Loading pages is most of the work, and most files have no form.
    if (pdfium.FPDF_GetFormType(opened.document) !== NO_FORM) {
      const form = openForm(pdfium, opened.document);
      const pages = form.handle === 0 ? 0 : Math.min(MOST_PAGES, pdfium.FPDF_GetPageCount(opened.document));
      for (let index = 0; index < pages; index += 1) {
        const page = pdfium.FPDF_LoadPage(opened.document, index);
        if (page === 0) continue;
        places.push(...formPlaces(pdfium, form.handle, page, index + 1));
        pdfium.FPDF_ClosePage(page);
      }
      form.close();
    }
    opened.free();
  } catch {
    // PDFium failed on the file. Its instance is unusable afterwards, and earlier results are unreliable.
    discardPdfium();
    return [];
  }
  return places.slice(0, MAX_PLACES);
}

function formPlaces(pdfium: WrappedPdfiumModule, form: number, page: number, number: number): FormPlace[] {
  const count = Math.min(MAX_PLACES, pdfium.FPDFPage_GetAnnotCount(page));
  const places: FormPlace[] = [];
  for (let index = 0; index < count; index += 1) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const place = formPlace(pdfium, form, annotation, number);
    if (place) places.push(place);
    pdfium.FPDFPage_CloseAnnot(annotation);
  }
  return places;
}

function formPlace(
  pdfium: WrappedPdfiumModule,
  form: number,
  annotation: number,
  page: number,
): FormPlace | undefined {
  if (pdfium.FPDFAnnot_GetSubtype(annotation) !== WIDGET) return undefined;
  const type = pdfium.FPDFAnnot_GetFormFieldType(form, annotation);
  const flags = pdfium.FPDFAnnot_GetFormFieldFlags(form, annotation);
  const isSeveral = type === LIST_BOX && (flags & MULTI_SELECT) !== 0;
  const kind = isSeveral ? 'multiChoice' : kinds[type];
  const rectangle = withMemory(pdfium, 16, (at) =>
    pdfium.FPDFAnnot_GetRect(annotation, at) ? rectangleOf(pdfium, at) : undefined,
  );
  if (!kind || !rectangle) return undefined;
  const text = (read: (buffer: number, length: number) => number) => readText(pdfium, read);
  const hasOptions = kind === 'dropdown' || kind === 'multiChoice';
  const options = hasOptions ? Math.min(200, pdfium.FPDFAnnot_GetOptionCount(form, annotation)) : 0;
  return {
    page,
    rectangle,
    kind,
    name: text((buffer, length) => pdfium.FPDFAnnot_GetFormFieldName(form, annotation, buffer, length)),
    label: text((buffer, length) =>
      pdfium.FPDFAnnot_GetFormFieldAlternateName(form, annotation, buffer, length),
    ),
    value: text((buffer, length) => pdfium.FPDFAnnot_GetFormFieldValue(form, annotation, buffer, length)),
    choice: text((buffer, length) =>
      pdfium.FPDFAnnot_GetFormFieldExportValue(form, annotation, buffer, length),
    ),
    choices: Array.from({ length: Math.max(0, options) }, (_, option) =>
      text((buffer, length) => pdfium.FPDFAnnot_GetOptionLabel(form, annotation, option, buffer, length)),
    ),
    required: (flags & REQUIRED) !== 0,
    readOnly: (flags & READ_ONLY) !== 0,
    multiline: (flags & MULTILINE) !== 0,
    cells: kind === 'text' && (flags & COMB) !== 0 ? numberIn(pdfium, annotation, 'MaxLen') : 0,
    formatScript:
      kind === 'text'
        ? text((buffer, length) =>
            pdfium.FPDFAnnot_GetFormAdditionalActionJavaScript(
              form,
              annotation,
              FORMAT_ACTION,
              buffer,
              length,
            ),
          )
        : '',
  };
}

/** Returns a number from the widget's dictionary, or 0 if it is missing. */
function numberIn(pdfium: WrappedPdfiumModule, annotation: number, key: string): number {
  return withMemory(pdfium, 4, (at) =>
    pdfium.FPDFAnnot_GetNumberValue(annotation, key, at) ? viewOf(pdfium).getFloat32(at, true) : 0,
  );
}

/** FS_RECTF contains left, top, right and bottom as 32-bit floats. */
function rectangleOf(pdfium: WrappedPdfiumModule, at: number): Rectangle | undefined {
  const view = viewOf(pdfium);
  const [left, top, right, bottom] = [0, 4, 8, 12].map((offset) => view.getFloat32(at + offset, true));
  return ordered(left!, bottom!, right!, top!);
}

function ordered(a: number, b: number, c: number, d: number): Rectangle | undefined {
  const rectangle: Rectangle = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  return rectangle.every(Number.isFinite) && rectangle[2] > rectangle[0] && rectangle[3] > rectangle[1]
    ? rectangle
    : undefined;
}

/** Reads text that PDFium writes into a buffer as zero-terminated UTF-16. */
function readText(pdfium: WrappedPdfiumModule, read: (buffer: number, length: number) => number): string {
  const bytes = Math.min(20_000, read(0, 0));
  if (bytes <= 2) return '';
  return withMemory(pdfium, bytes, (at) => {
    read(at, bytes);
    return Buffer.from(heapOf(pdfium).slice(at, at + bytes - 2)).toString('utf16le');
  });
}

function viewOf(pdfium: WrappedPdfiumModule): DataView {
  const heap = heapOf(pdfium);
  return new DataView(heap.buffer, heap.byteOffset, heap.byteLength);
}

function withMemory<T>(pdfium: WrappedPdfiumModule, bytes: number, use: (at: number) => T): T {
  const at = pdfium.pdfium.wasmExports.malloc(bytes);
  try {
    return use(at);
  } finally {
    pdfium.pdfium.wasmExports.free(at);
  }
}
