import { isDict, isName, PdfDict, PdfStream, PdfString } from '../objects/objects.ts';
import type { PdfObject } from '../objects/objects.ts';
import { decodeStream } from './source/decode-stream.ts';
import { checkDepth } from './source/inflate-budget.ts';
import type { SourcePage } from './source/page-tree.ts';
import { refusals } from './source/refusals.ts';
import type { PdfRefusal } from './source/refusals.ts';
import type { SourceFile } from './source/source-file.ts';

/** In points. ISO 32000 allows at most 14,400 (annex C.2), and a page under one point cannot be signed. */
const maxSide = 14_400;
const minSide = 1;

/** Returns true if every page can be drawn and signed. A page of a billion points costs as much as a book. */
export function havePaperSize(pages: readonly { width: number; height: number }[]): boolean {
  return pages.every(
    ({ width, height }) => Math.max(width, height) <= maxSide && Math.min(width, height) >= minSide,
  );
}

/** Limit of requirement S-20. */
export const MAX_PAGES = 500;

/** Returns why a readable file cannot be accepted; undefined if it can. */
export function findRefusal(file: SourceFile, pages: SourcePage[]): PdfRefusal | undefined {
  if (pages.length === 0) return refusals.damaged;
  if (pages.length > MAX_PAGES) return refusals.tooManyPages;
  const catalog = file.resolve(file.trailer.get('Root'));
  if (!isDict(catalog)) return undefined;
  if (file.dictAt(catalog, 'Collection') !== undefined) return refusals.portfolio;
  const form = file.dictAt(catalog, 'AcroForm');
  if (form?.has('XFA') === true && isDynamicForm(file, catalog, pages)) return refusals.dynamicForm;
  if (isSigned(file, form, pages)) return refusals.signed;
  return undefined;
}

/**
 * A dynamic XFA form contains its pages as XML; its only PDF page shows "please wait". Flattened forms still
 * contain the XML but have real pages.
 */
function isDynamicForm(file: SourceFile, catalog: PdfDict, pages: SourcePage[]): boolean {
  if (file.resolve(catalog.get('NeedsRendering')) === true) return true;
  if (pages.some((page) => widgetsOf(file, page).length > 0)) return false;
  const [only] = pages;
  return pages.length === 1 && only !== undefined && asksToWait(file, only);
}

/**
 * Detects the text of the page that Adobe's programs put before a dynamic form, however its strings are
 * split. A page without readable text may contain it in a font's own codes.
 */
function asksToWait(file: SourceFile, page: SourcePage): boolean {
  const streams = [page.dict.get('Contents')].flatMap((given) => {
    const found = file.resolve(given);
    return Array.isArray(found) ? found : [given];
  });
  const letters = streams.map((item) => {
    const stream = file.resolve(item);
    const content = stream instanceof PdfStream ? decodeStream(stream, file.resolve, file.budget) : undefined;
    const text = content === undefined ? '' : Buffer.from(content).toString('latin1');
    return [...text.matchAll(/\(((?:\\.|[^\\()])*)\)/g)].map(([, piece]) => piece).join('');
  });
  const words = letters.join('').trim();
  return words === '' || /please\s*wait|adobe\s*reader/i.test(words);
}

/** P-06: a signature field with a value, in the form's fields or on a page. */
function isSigned(file: SourceFile, form: PdfDict | undefined, pages: SourcePage[]): boolean {
  const fields = form === undefined ? [] : arrayAt(file, form, 'Fields');
  const visited = new Set<PdfDict>();
  const holdsSignature = (item: PdfObject, type: PdfObject, depth: number): boolean => {
    checkDepth(depth);
    const field = file.resolve(item);
    if (!(field instanceof PdfDict) || visited.has(field)) return false;
    visited.add(field);
    const own = file.resolve(field.get('FT')) ?? type;
    const value = file.resolve(field.get('V'));
    if (isName(own, 'Sig') && isDict(value) && isSignature(file, value)) return true;
    return arrayAt(file, field, 'Kids').some((kid) => holdsSignature(kid, own, depth + 1));
  };
  return [...fields, ...pages.flatMap((page) => widgetsOf(file, page))].some((item) =>
    holdsSignature(item, null, 0),
  );
}

/** A program that prepares a file for signing reserves space for a signature, filled with zeros. */
function isSignature(file: SourceFile, value: PdfDict): boolean {
  const contents = file.resolve(value.get('Contents'));
  if (contents instanceof PdfString) return contents.bytes.some((byte) => byte !== 0);
  return contents !== null || value.has('ByteRange');
}

function widgetsOf(file: SourceFile, page: SourcePage): PdfObject[] {
  return arrayAt(file, page.dict, 'Annots').filter((item) => {
    const annotation = file.resolve(item);
    return isDict(annotation) && isName(file.resolve(annotation.get('Subtype')), 'Widget');
  });
}

function arrayAt(file: SourceFile, holder: PdfDict, key: string): PdfObject[] {
  const found = file.resolve(holder.get(key));
  return Array.isArray(found) ? found : [];
}
