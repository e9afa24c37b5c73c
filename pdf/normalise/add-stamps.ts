import { dict, isDict, PdfDict, PdfRef, type PdfObject } from '../objects/objects.ts';
import { appendObjects, canAppend, freeNumber } from './append-objects.ts';
import { normalAppearance } from './annotation-appearance.ts';
import { InflateBudget } from './inflate-budget.ts';
import { collectPages } from './page-tree.ts';
import { SourceFile } from './source-file.ts';
import { stampAppearance } from './stamp-appearance.ts';

type Place = { pageIndex: number; index: number };

/**
 * PDFium's copy of a file with an appearance for each of these annotations that is a stamp, which PDFium cannot draw
 * itself. The copy as it is where there are none, or where it is encrypted.
 */
export function addStamps(copy: Uint8Array, places: readonly Place[]): Uint8Array {
  const file = SourceFile.openByXref(copy, new InflateBudget());
  if (typeof file === 'string' || !canAppend(file)) return copy;
  const pages = collectPages(file, copy.length);
  const changed = new Map<number, PdfObject>();
  let free = freeNumber(file);
  for (const { pageIndex, index } of places) {
    const page = pages[pageIndex];
    const items = file.resolve(page?.dict.get('Annots'));
    const item = Array.isArray(items) ? items[index] : undefined;
    const annotation = file.resolve(item);
    if (!(item instanceof PdfRef) || !isDict(annotation) || normalAppearance(file, annotation) !== undefined)
      continue;
    const appearance = stampAppearance(file, annotation);
    if (appearance === undefined) continue;
    changed.set(free, appearance);
    changed.set(item.num, new PdfDict(annotation).set('AP', dict({ N: new PdfRef(free) })));
    free += 1;
  }
  return changed.size === 0 ? copy : appendObjects(file, changed);
}
