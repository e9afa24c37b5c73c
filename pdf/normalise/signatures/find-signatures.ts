import { checkDepth } from '../source/inflate-budget.ts';
import type { SourcePage } from '../source/page-tree.ts';
import type { SourceFile } from '../source/source-file.ts';
import { isDict, isName, PdfDict, PdfString } from '../../objects/objects.ts';
import type { PdfObject } from '../../objects/objects.ts';

/** A signature field with a value (P-06). */
export type SignedField = { field: PdfDict; value: PdfDict };

/** Returns the signed fields of the form, and signed widgets on pages that the form does not list. */
export function findSignedFields(file: SourceFile, pages: readonly SourcePage[]): SignedField[] {
  const catalog = file.resolve(file.trailer.get('Root'));
  const form = isDict(catalog) ? file.dictAt(catalog, 'AcroForm') : undefined;
  const fields = form === undefined ? [] : arrayAt(file, form, 'Fields');
  const visited = new Set<PdfDict>();
  const signed: SignedField[] = [];
  const visit = (item: PdfObject, type: PdfObject, depth: number): void => {
    checkDepth(depth);
    const field = file.resolve(item);
    if (!(field instanceof PdfDict) || visited.has(field)) return;
    visited.add(field);
    const own = file.resolve(field.get('FT')) ?? type;
    const value = file.resolve(field.get('V'));
    if (isName(own, 'Sig') && isDict(value) && isSignature(file, value)) signed.push({ field, value });
    for (const kid of arrayAt(file, field, 'Kids')) visit(kid, own, depth + 1);
  };
  for (const item of [...fields, ...pages.flatMap((page) => widgetsOf(file, page))]) visit(item, null, 0);
  return signed;
}

/**
 * Returns false for reserved space filled with zeros, which a program adds when it prepares a file for signing.
 */
function isSignature(file: SourceFile, value: PdfDict): boolean {
  const contents = file.resolve(value.get('Contents'));
  if (contents instanceof PdfString) return contents.bytes.some((byte) => byte !== 0);
  return contents !== null || value.has('ByteRange');
}

export function widgetsOf(file: SourceFile, page: SourcePage): PdfObject[] {
  return arrayAt(file, page.dict, 'Annots').filter((item) => {
    const annotation = file.resolve(item);
    return isDict(annotation) && isName(file.resolve(annotation.get('Subtype')), 'Widget');
  });
}

export function arrayAt(file: SourceFile, holder: PdfDict, key: string): PdfObject[] {
  const value = file.resolve(holder.get(key));
  return Array.isArray(value) ? value : [];
}
