import { dict, latin1Bytes, name, ref, stream, textString } from '#pdf/objects/objects.ts';
import type { PdfArray, PdfDict, PdfObject } from '#pdf/objects/objects.ts';
import { numberText, serialise } from '#pdf/objects/serialise.ts';
import { writePdfFile } from '#pdf/objects/write-file.ts';

export type PageToMake = {
  /** left, bottom, right, top. Default: A4. */
  mediaBox?: [number, number, number, number];
  cropBox?: [number, number, number, number];
  rotate?: 0 | 90 | 180 | 270;
  userUnit?: number;
  /**
   * Lines of Latin-1 text, upright on the displayed page, 12 units high, and starting 36 units from the top
   * left corner.
   */
  text?: string;
  /** Operators to add after the text, in user space. /F1 is Helvetica. */
  content?: string;
  /** Entries of the page dictionary. They override the generated ones. */
  entries?: Record<string, PdfObject>;
  /** Entries of the page's /Resources. */
  resources?: Record<string, PdfObject>;
};

export type PdfToMake = {
  pages: PageToMake[];
  catalog?: Record<string, PdfObject>;
  title?: string;
  /** Additional objects by number, starting at 1000. The catalog, pages and resources can refer to them. */
  objects?: Record<number, PdfObject>;
};

const A4: [number, number, number, number] = [0, 0, 595, 842];

/**
 * Returns a small, correct PDF with exactly this content. Page 1 is object 11, page 2 is object 21, and so
 * on.
 */
export function makePdf(wanted: PdfToMake): Uint8Array {
  const objects = new Map<number, PdfObject>();
  const kids: PdfArray = wanted.pages.map((_, index) => ref(pageNumber(index)));
  objects.set(1, dict({ Type: name('Catalog'), Pages: ref(2), ...wanted.catalog }));
  objects.set(2, dict({ Type: name('Pages'), Kids: kids, Count: kids.length }));
  objects.set(3, dict({ Type: name('Font'), Subtype: name('Type1'), BaseFont: name('Helvetica') }));
  wanted.pages.forEach((page, index) => {
    objects.set(pageNumber(index), makePage(page, pageNumber(index) + 1));
    objects.set(pageNumber(index) + 1, stream({}, latin1Bytes(makeContent(page))));
  });
  for (const [num, object] of Object.entries(wanted.objects ?? {})) objects.set(Number(num), object);
  const information = wanted.title === undefined ? undefined : ref(4);
  if (wanted.title !== undefined) {
    objects.set(4, dict({ Title: textString(wanted.title) }));
  }
  return writePdfFile(objects, dict({ Root: ref(1), Info: information }));
}

/** Returns the object number of a page (counted from 0). */
export const pageNumber = (index: number): number => 11 + index * 10;

/**
 * Appends a revision as a program that saves incrementally does: the objects, and a cross-reference table
 * that refers to the previous one.
 */
export function appendRevision(
  file: Uint8Array,
  objects: Record<number, PdfObject>,
  root = ref(1),
): Uint8Array {
  const text = Buffer.from(file).toString('latin1');
  const previous = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1]);
  let added = '';
  let table = 'xref\n';
  for (const [num, object] of Object.entries(objects)) {
    table += `${num} 1\n${String(file.length + added.length).padStart(10, '0')} 00000 n \n`;
    added += `${num} 0 obj\n${Buffer.from(serialise(object)).toString('latin1')}\nendobj\n`;
  }
  const trailer = dict({ Size: 10_000, Root: root, Prev: previous });
  const end = `trailer\n${Buffer.from(serialise(trailer)).toString('latin1')}\nstartxref\n${file.length + added.length}\n%%EOF\n`;
  return Uint8Array.from(Buffer.concat([file, Buffer.from(added + table + end, 'latin1')]));
}

function makePage(page: PageToMake, contents: number): PdfDict {
  return dict({
    Type: name('Page'),
    Parent: ref(2),
    MediaBox: page.mediaBox ?? A4,
    CropBox: page.cropBox,
    Rotate: page.rotate,
    UserUnit: page.userUnit,
    Resources: dict({ Font: dict({ F1: ref(3) }), ...page.resources }),
    Contents: ref(contents),
    ...page.entries,
  });
}

function makeContent(page: PageToMake): string {
  if (page.text === undefined) return page.content ?? '';
  const lines = page.text.split('\n').map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*\n`);
  return `BT\n/F1 12 Tf 14 TL\n${textMatrix(page)} Tm\n${lines.join('')}ET\n${page.content ?? ''}`;
}

/** Places the first line in the top left corner of the displayed page. */
function textMatrix(page: PageToMake): string {
  const [left, bottom, right, top] = page.cropBox ?? page.mediaBox ?? A4;
  const inset = 36;
  const matrix = {
    0: [1, 0, 0, 1, left + inset, top - inset],
    90: [0, 1, -1, 0, left + inset, bottom + inset],
    180: [-1, 0, 0, -1, right - inset, bottom + inset],
    270: [0, -1, 1, 0, right - inset, top - inset],
  }[page.rotate ?? 0];
  return matrix.map(numberText).join(' ');
}
