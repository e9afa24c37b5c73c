import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { heapOf } from './pdfium-memory.ts';

/**
 * A text that is read, copied or searched instead of drawn content (ISO 32000-2, 14.9). It belongs to marked
 * content or to an element of the structure tree. `objects` are the text objects that it replaces. A description
 * belongs to a figure or formula and says in other words what is visible.
 */
export type Alternate = { text: string; objects: readonly number[]; isDescription: boolean };

/** The text objects of a page, including those in forms, by their marks and by their content ids. */
export type MarkedObjects = { alternates: Alternate[]; byContent: Map<number, number[]> };

/** PDFium's number for text objects. */
const TEXT = 1;
const FORM = 5;
/** Maximum nesting depth of forms and elements. No program nests them deeper. */
const DEEPEST = 32;
/** Maximum number of bytes of a text, because only its beginning is compared. */
const LONGEST = 4000;

/**
 * Reads the marks of all text on a loaded page and removes them, because PDFium would otherwise use their texts.
 */
export function removeMarkedContent(pdfium: WrappedPdfiumModule, page: number): MarkedObjects {
  const byMark = new Map<string, { text: string; objects: number[] }>();
  const byContent = new Map<number, number[]>();
  const memory = pdfium.pdfium.wasmExports.malloc(LONGEST + 4);
  const take = (object: number): void => {
    const content = pdfium.FPDFPageObj_GetMarkedContentID(object);
    if (content >= 0) byContent.set(content, [...(byContent.get(content) ?? []), object]);
    for (let at = pdfium.FPDFPageObj_CountMarks(object) - 1; at >= 0; at -= 1) {
      const mark = pdfium.FPDFPageObj_GetMark(object, at);
      for (const key of ['ActualText', 'Alt', 'E']) {
        const text = textOfMark(pdfium, mark, key, memory);
        if (text === '') continue;
        const known = byMark.get(`${mark} ${key}`) ?? { text, objects: [] };
        known.objects.push(object);
        byMark.set(`${mark} ${key}`, known);
      }
      pdfium.FPDFPageObj_RemoveMark(object, mark);
    }
  };
  try {
    eachText(pdfium, objectsOf(pdfium, page), DEEPEST, take);
    return { alternates: [...byMark.values()].map((one) => ({ ...one, isDescription: false })), byContent };
  } finally {
    pdfium.pdfium.wasmExports.free(memory);
  }
}

/** Returns the texts in the structure tree that replace content of a page. */
export function structureAlternates(
  pdfium: WrappedPdfiumModule,
  page: number,
  byContent: ReadonlyMap<number, readonly number[]>,
): Alternate[] {
  const tree = pdfium.FPDF_StructTree_GetForPage(page);
  if (tree === 0) return [];
  const alternates: Alternate[] = [];
  const text = (read: (at: number, length: number) => number): string => readText(pdfium, read);
  const walk = (element: number, depth: number): number[] => {
    if (element === 0 || depth > DEEPEST) return [];
    const count = Math.max(0, pdfium.FPDF_StructElement_GetMarkedContentIdCount(element));
    const own = Array.from({ length: count }, (_, at) =>
      pdfium.FPDF_StructElement_GetMarkedContentIdAtIndex(element, at),
    );
    const children = Math.max(0, pdfium.FPDF_StructElement_CountChildren(element));
    const inner = Array.from({ length: children }, (_, at) =>
      walk(pdfium.FPDF_StructElement_GetChildAtIndex(element, at), depth + 1),
    );
    const contents = [...own, ...inner.flat()];
    const objects = contents.flatMap((content) => byContent.get(content) ?? []);
    const actual = text((at, length) => pdfium.FPDF_StructElement_GetActualText(element, at, length));
    if (actual !== '') alternates.push({ text: actual, objects, isDescription: false });
    const alternate = text((at, length) => pdfium.FPDF_StructElement_GetAltText(element, at, length));
    if (alternate !== '') {
      const type = text((at, length) => pdfium.FPDF_StructElement_GetType(element, at, length));
      if (!NAMED.has(type)) alternates.push({ text: alternate, objects, isDescription: DESCRIBED.has(type) });
    }
    return contents;
  };
  try {
    const count = Math.max(0, pdfium.FPDF_StructTree_CountChildren(tree));
    for (let at = 0; at < count; at += 1) walk(pdfium.FPDF_StructTree_GetChildAtIndex(tree, at), 0);
    return alternates;
  } finally {
    pdfium.FPDF_StructTree_Close(tree);
  }
}

const DESCRIBED = new Set(['Figure', 'Formula']);
/** The alternate text of these elements describes what a click does. */
const NAMED = new Set(['Link', 'Annot', 'Form']);

function eachText(
  pdfium: WrappedPdfiumModule,
  objects: readonly number[],
  depth: number,
  visit: (object: number) => void,
): void {
  for (const object of objects) {
    const kind = pdfium.FPDFPageObj_GetType(object);
    if (kind === TEXT || kind === FORM) visit(object);
    if (kind !== FORM || depth === 0) continue;
    const count = Math.max(0, pdfium.FPDFFormObj_CountObjects(object));
    const inner = Array.from({ length: count }, (_, at) => pdfium.FPDFFormObj_GetObject(object, at));
    eachText(pdfium, inner, depth - 1, visit);
  }
}

function objectsOf(pdfium: WrappedPdfiumModule, page: number): number[] {
  const count = Math.max(0, pdfium.FPDFPage_CountObjects(page));
  return Array.from({ length: count }, (_, at) => pdfium.FPDFPage_GetObject(page, at));
}

function textOfMark(pdfium: WrappedPdfiumModule, mark: number, key: string, memory: number): string {
  const length = memory + LONGEST;
  if (!pdfium.FPDFPageObjMark_GetParamStringValue(mark, key, memory, LONGEST, length)) return '';
  const heap = heapOf(pdfium);
  const size = new DataView(heap.buffer, heap.byteOffset).getUint32(length, true);
  return utf16(heap.slice(memory, memory + Math.min(size, LONGEST)));
}

/** Reads a text that PDFium writes into a buffer. */
function readText(pdfium: WrappedPdfiumModule, read: (at: number, length: number) => number): string {
  const size = Math.min(LONGEST, read(0, 0));
  if (size <= 2) return '';
  const memory = pdfium.pdfium.wasmExports.malloc(size);
  try {
    read(memory, size);
    return utf16(heapOf(pdfium).slice(memory, memory + size));
  } finally {
    pdfium.pdfium.wasmExports.free(memory);
  }
}

const utf16 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf16le').replace(/\0.*$/s, '');
