import { PdfDict, dict, name, textString, type PdfObject, type PdfRef } from '../objects/objects.ts';
import { placeOfReference, type Stamp } from './draw-stamp.ts';
import type { Workshop } from './workshop.ts';

/** Rows that stamps refer to: the page, and the top of the row in its user space. */
export type References = ReadonlyMap<string, { page: PdfRef; y: number }>;

/**
 * Adds a link over each reference printed next to a stamp. It leads to the row with that name (ISO 32000-2,
 * 12.5.6.5).
 */
export function linkReferences(workshop: Workshop, stamps: readonly Stamp[], references: References): void {
  const { revision } = workshop;
  const { resolve } = revision.file;
  const byPage = Map.groupBy(
    stamps.filter(({ reference }) => reference && references.has(reference.name)),
    ({ page }) => page,
  );
  for (const [index, ofPage] of byPage) {
    const pageRef = revision.file.pageRef(index);
    const page = pageRef && revision.object(pageRef);
    if (pageRef === undefined || !(page instanceof PdfDict)) continue;
    const links = ofPage.map((stamp) => addLink(workshop, pageRef, stamp, references));
    const existing = resolve(page.get('Annots'));
    const linked = new PdfDict(page).set('Annots', [...(Array.isArray(existing) ? existing : []), ...links]);
    // On a tagged page with annotations, the tab order must follow the structure (PDF/UA-1, 7.18.3).
    if (workshop.structure.tagged) linked.set('Tabs', name('S'));
    revision.set(pageRef, linked);
  }
}

function addLink(
  { revision, structure }: Workshop,
  pageRef: PdfRef,
  stamp: Stamp,
  references: References,
): PdfRef {
  const target = references.get(stamp.reference?.name ?? '');
  const annotation = revision.allocate();
  const key = structure.link(pageRef, annotation);
  revision.set(
    annotation,
    dict({
      Type: name('Annot'),
      Subtype: name('Link'),
      Rect: rectOf(stamp),
      Border: [0, 0, 0],
      // Printed and locked, because the link is part of the sealed content.
      F: 132,
      Contents: textString(stamp.reference?.words ?? ''),
      Dest: target ? [target.page, name('XYZ'), null, target.y + 12, null] : null,
      P: pageRef,
      StructParent: key,
    }),
  );
  return annotation;
}

/** Returns the corners of the reference in the user space of its page, which may be rotated. */
function rectOf(stamp: Stamp): PdfObject[] {
  const { x, width, height } = placeOfReference(stamp);
  const [a, b, c, d, e, f] = stamp.matrix;
  const corners = [
    [x, 0],
    [x + width, height],
  ].map(([u = 0, v = 0]) => [a * u + c * v + e, b * u + d * v + f] as const);
  const [us, vs] = [corners.map(([u]) => u), corners.map(([, v]) => v)];
  return [Math.min(...us), Math.min(...vs), Math.max(...us), Math.max(...vs)].map(
    (value) => Math.round(value * 100) / 100,
  );
}
