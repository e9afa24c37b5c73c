import { dict, name, PdfDict, PdfStream } from '../objects/objects.ts';
import type { PdfObject } from '../objects/objects.ts';
import type { ResourceKind } from '../content/content-context.ts';
import type { Resolve } from './source/decode-stream.ts';

/** A name that content uses but that is missing in its resources. */
export type MissingResource = { kind: ResourceKind; name: string };

/** Font that PDFium, pdf.js and MuPDF use instead of a missing one. Poppler draws no text then. */
const STANDARD_FONT = {
  Type: name('Font'),
  Subtype: name('Type1'),
  BaseFont: name('Helvetica'),
  Encoding: name('WinAnsiEncoding'),
};

/** Returns true if the resources contain a usable object with this name. */
export function hasResource(
  resources: PdfDict,
  { kind, name: key }: MissingResource,
  resolve: Resolve,
): boolean {
  const known = resolve(resources.get(kind));
  const resource = known instanceof PdfDict ? resolve(known.get(key)) : null;
  if (kind === 'Font') return resource instanceof PdfDict && resource.has('Subtype');
  if (kind === 'XObject') return resource instanceof PdfStream;
  return resource !== null;
}

/**
 * Returns a form's resources, completed with those that only its page has. PDFium and Poppler use the page's
 * resources too. pdf.js and MuPDF do not, and draw something else or nothing. A font that is missing in both is
 * replaced by a standard one.
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
    const resource = value ?? (one.kind === 'Font' ? dict(STANDARD_FONT) : undefined);
    if (resource === undefined) continue;
    const known = resolve(complete.get(one.kind));
    complete.set(one.kind, new PdfDict(known instanceof PdfDict ? known : []).set(one.name, resource));
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
