import { dict, name, PdfDict, PdfStream } from '../objects/objects.ts';
import type { PdfObject } from '../objects/objects.ts';
import type { ResourceKind } from '../content/content-context.ts';
import type { Resolve } from './source/decode-stream.ts';

/** A name that the content uses but its resources lack. */
export type MissingResource = { kind: ResourceKind; name: string };

/**
 * The font that PDFium, pdf.js and MuPDF substitute for a missing one; Poppler draws no text in that case.
 */
const STANDARD_FONT = {
  Type: name('Font'),
  Subtype: name('Type1'),
  BaseFont: name('Helvetica'),
  Encoding: name('WinAnsiEncoding'),
};

/** Returns true if resources have a usable object of that name. */
export function hasResource(
  resources: PdfDict,
  { kind, name: key }: MissingResource,
  resolve: Resolve,
): boolean {
  const known = resolve(resources.get(kind));
  const found = known instanceof PdfDict ? resolve(known.get(key)) : null;
  if (kind === 'Font') return found instanceof PdfDict && found.has('Subtype');
  if (kind === 'XObject') return found instanceof PdfStream;
  return found !== null;
}

/**
 * Returns the resources of a form, completed with those that only its page has. PDFium and Poppler look there
 * too; pdf.js and MuPDF do not, and draw in another state or nothing. A font that neither has is replaced by
 * a standard one.
 */
export function completeResources(
  resources: PdfDict,
  missing: readonly MissingResource[],
  page: PdfDict | undefined,
  resolve: Resolve,
): PdfDict {
  const complete = new PdfDict(resources);
  for (const one of missing) {
    const value = page && hasResource(page, one, resolve) ? entryOf(page, one, resolve) : undefined;
    const found = value ?? (one.kind === 'Font' ? dict(STANDARD_FONT) : undefined);
    if (found === undefined) continue;
    const known = resolve(complete.get(one.kind));
    complete.set(one.kind, new PdfDict(known instanceof PdfDict ? known : []).set(one.name, found));
  }
  return complete;
}

function entryOf(
  resources: PdfDict,
  { kind, name: key }: MissingResource,
  resolve: Resolve,
): PdfObject | undefined {
  const known = resolve(resources.get(kind));
  return known instanceof PdfDict ? known.get(key) : undefined;
}
