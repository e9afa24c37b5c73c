import { isArray, PdfDict, PdfRef } from '../objects/objects.ts';
import type { PdfObject } from '../objects/objects.ts';
import { checkDepth } from '../normalise/source/inflate-budget.ts';
import type { SourceFile } from '../normalise/source/source-file.ts';

type Bookmark = { dict: PdfDict; kids: Bookmark[] };

/**
 * Returns the outlines without bookmarks to removed pages, because their titles are content of these pages.
 * Their kids for other pages move up to their place. Only titles, destinations, order and kids are written,
 * because normalization reads nothing else. Returns undefined if no bookmark remains.
 */
export function pruneBookmarks(
  file: SourceFile,
  catalog: PdfDict,
  places: ReadonlyMap<number, number>,
  add: (value: PdfObject) => PdfRef,
): PdfRef | undefined {
  const visited = new Set<PdfDict>();
  const leadsAway = (item: PdfDict): boolean => {
    const destination = file.resolve(item.get('Dest'));
    const [page] = isArray(destination) ? destination : [];
    return page instanceof PdfRef && !places.has(page.num);
  };
  const readKids = (parent: PdfDict, depth: number): Bookmark[] => {
    checkDepth(depth);
    const list: Bookmark[] = [];
    let item = file.dictAt(parent, 'First');
    while (item !== undefined && !visited.has(item)) {
      visited.add(item);
      const kids = readKids(item, depth + 1);
      list.push(...(leadsAway(item) ? kids : [{ dict: item, kids }]));
      item = file.dictAt(item, 'Next');
    }
    return list;
  };
  /** Starts with the last bookmark, because each one refers to the next. */
  const write = (bookmarks: readonly Bookmark[]): PdfRef | undefined =>
    bookmarks.reduceRight<PdfRef | undefined>((next, { dict, kids }) => {
      const copy = new PdfDict(dict);
      for (const key of ['Parent', 'Prev', 'Next', 'First', 'Last']) copy.delete(key);
      const first = write(kids);
      if (first) copy.set('First', first);
      if (next) copy.set('Next', next);
      return add(copy);
    }, undefined);
  const root = file.dictAt(catalog, 'Outlines');
  const first = root && write(readKids(root, 0));
  return first && add(new PdfDict([['First', first]]));
}
