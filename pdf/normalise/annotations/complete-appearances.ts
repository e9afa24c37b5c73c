import { dict, isDict, PdfDict, PdfRef, PdfStream, type PdfObject } from '../../objects/objects.ts';
import { normalAppearance } from './annotation-appearance.ts';
import { borderContent } from './border-content.ts';
import { changeObjects, freeNumber } from '../source/change-objects.ts';
import { decodeStream } from '../source/decode-stream.ts';
import { InflateBudget } from '../source/inflate-budget.ts';
import { collectPages } from '../source/page-tree.ts';
import { SourceFile } from '../source/source-file.ts';
import { stampAppearance } from './stamp-appearance.ts';

type Place = { pageIndex: number; index: number; kind: string };

/**
 * Adds to PDFium's copy of a file what PDFium cannot draw in these annotations: stamps, and field borders
 * thinner than one point. Returns the copy unchanged if there are none.
 */
export function completeAppearances(copy: Uint8Array, places: readonly Place[]): Uint8Array {
  const file = SourceFile.openByXref(copy, new InflateBudget());
  if (typeof file === 'string') return copy;
  const pages = collectPages(file, copy.length);
  const changed = new Map<number, PdfObject>();
  let free = freeNumber(file);
  for (const { pageIndex, index, kind } of places) {
    const items = file.resolve(pages[pageIndex]?.dict.get('Annots'));
    const item = Array.isArray(items) ? items[index] : undefined;
    const annotation = file.resolve(item);
    if (!(item instanceof PdfRef) || !isDict(annotation)) continue;
    const appearance = normalAppearance(file, annotation);
    if (kind === 'field' && appearance instanceof PdfRef) {
      const bordered = withBorder(file, annotation, appearance);
      if (bordered) changed.set(appearance.num, bordered);
    }
    const stamp = kind === 'annotation' && !appearance ? stampAppearance(file, annotation) : undefined;
    if (stamp === undefined) continue;
    changed.set(free, stamp);
    changed.set(item.num, new PdfDict(annotation).set('AP', dict({ N: new PdfRef(free) })));
    free += 1;
  }
  if (changed.size === 0) return copy;
  copyAppearances(file, changed);
  return changeObjects(file, changed);
}

/** Removes /NeedAppearances, because PDFium would otherwise draw the fields again in its own style. */
function copyAppearances(file: SourceFile, changed: Map<number, PdfObject>): void {
  const root = file.trailer.get('Root');
  const catalog = file.resolve(root);
  const form = isDict(catalog) ? file.dictAt(catalog, 'AcroForm') : undefined;
  if (!(root instanceof PdfRef) || !isDict(catalog) || !form?.has('NeedAppearances')) return;
  const kept = new PdfDict(form);
  kept.delete('NeedAppearances');
  changed.set(root.num, new PdfDict(catalog).set('AcroForm', kept));
}

function withBorder(file: SourceFile, widget: PdfDict, target: PdfRef): PdfStream | undefined {
  const appearance = file.get(target);
  if (!(appearance instanceof PdfStream)) return undefined;
  const border = borderContent(file, widget, appearance);
  const content = border === undefined ? undefined : decodeStream(appearance, file.resolve, file.budget);
  if (border === undefined || content === undefined) return undefined;
  const entries = new PdfDict(appearance.dict);
  for (const key of ['Filter', 'DecodeParms', 'Length']) entries.delete(key);
  return new PdfStream(entries, Buffer.concat([content, Buffer.from(`\n${border}`, 'latin1')]));
}
