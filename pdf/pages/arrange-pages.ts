import { PdfDict, PdfRef, name, type PdfObject } from '../objects/objects.ts';
import { writePdfFile } from '../objects/write-file.ts';
import { MAX_PAGES } from '../normalise/source/refusals.ts';
import { InflateBudget } from '../normalise/source/inflate-budget.ts';
import { collectPages, type SourcePage } from '../normalise/source/page-tree.ts';
import { readPageGeometry } from '../normalise/source/page-geometry.ts';
import { SourceFile } from '../normalise/source/source-file.ts';
import { pruneBookmarks } from './prune-bookmarks.ts';
import { pruneResources } from './prune-resources.ts';
import { arrangeStructure } from './arrange-structure.ts';

/** A page of the file, from 1, and its clockwise rotation in degrees. */
export type PlacedPage = { page: number; turn: 0 | 90 | 180 | 270 };

/**
 * Returns a base file with only these pages, in this order. The caller then has to normalize the result. That
 * copies only what its pages refer to, so content, tags and bookmarks of other pages disappear. Each page can
 * occur only once.
 */
export function arrangePages(bytes: Uint8Array, order: readonly PlacedPage[]): Uint8Array {
  const file = SourceFile.openByXref(bytes, new InflateBudget());
  if (typeof file === 'string') throw new Error(`The base file cannot be read: ${file}`);
  const pages = collectPages(file, MAX_PAGES);
  const objects = new Map<number, PdfObject>();
  let last = 0;
  for (const num of file.objectNumbers) {
    objects.set(num, file.get(new PdfRef(num)));
    last = Math.max(last, num);
  }
  const add = (value: PdfObject): PdfRef => {
    const target = new PdfRef((last += 1));
    objects.set(target.num, value);
    return target;
  };
  const catalog = new PdfDict(file.dictAt(file.trailer, 'Root') ?? []);
  const tree = new PdfDict([['Type', name('Pages')]]);
  const treeRef = add(tree);
  const kept = order.map(({ page, turn }) => {
    const source = pages[page - 1];
    if (source?.num === undefined) throw new Error(`The base file has no page ${page}`);
    const rotate = (readPageGeometry(source.dict, file.resolve).rotate + turn) % 360;
    const dict = new PdfDict(source.dict).set('Parent', treeRef).set('Rotate', rotate);
    objects.set(source.num, dict);
    return { num: source.num, dict };
  });
  tree
    .set(
      'Kids',
      kept.map(({ num }) => new PdfRef(num)),
    )
    .set('Count', kept.length);
  const places = new Map(kept.map(({ num }, index) => [num, index]));
  if (kept.length < pages.length) {
    removePages(file, objects, pages, places);
    pruneResources(file, objects, kept);
    const outlines = pruneBookmarks(file, catalog, places, add);
    if (outlines) catalog.set('Outlines', outlines);
    else catalog.delete('Outlines');
  }
  arrangeStructure(file, objects, catalog, { places, isReduced: kept.length < pages.length });
  catalog.set('Pages', treeRef);
  const root = add(catalog);
  const trailer = new PdfDict([['Root', root]]);
  const information = file.trailer.get('Info');
  if (information !== undefined) trailer.set('Info', information);
  return writePdfFile(objects, trailer);
}

function removePages(
  file: SourceFile,
  objects: Map<number, PdfObject>,
  pages: readonly SourcePage[],
  places: ReadonlyMap<number, number>,
): void {
  for (const { num, dict } of pages) {
    if (num === undefined || places.has(num)) continue;
    const annotations = file.resolve(dict.get('Annots'));
    for (const item of Array.isArray(annotations) ? annotations : [])
      if (item instanceof PdfRef) objects.set(item.num, null);
    objects.set(num, null);
  }
}
