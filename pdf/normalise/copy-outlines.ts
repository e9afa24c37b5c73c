import { isDict, name, PdfDict, PdfString, textString } from '../objects/objects.ts';
import type { PdfObject, PdfRef } from '../objects/objects.ts';
import { readTextString } from '../objects/read-text-string.ts';
import type { FindDestination } from './destinations.ts';
import type { OutputFile } from './source/output-file.ts';
import type { SourceFile } from './source/source-file.ts';

/** Maximum number of bookmarks that are copied. */
const MAX_BOOKMARKS = 5000;

type Bookmark = { title: string; place: PdfObject | undefined; open: boolean; kids: Bookmark[] };

/**
 * Returns the bookmarks (§12.3.3) with their titles and their destinations in this file, without any other
 * action. Returns undefined if there are none.
 */
export function copyOutlines(
  file: SourceFile,
  output: OutputFile,
  catalog: PdfDict,
  findDestination: FindDestination,
): PdfRef | undefined {
  const root = file.dictAt(catalog, 'Outlines');
  const bookmarks = root === undefined ? [] : readBookmarks(file, root, findDestination);
  if (bookmarks.length === 0) return undefined;
  const target = output.reserve();
  const outlines = new PdfDict([['Type', name('Outlines')]]);
  writeKids(output, outlines, target, bookmarks);
  output.set(target, outlines.set('Count', countOpen(bookmarks)));
  return target;
}

function readBookmarks(file: SourceFile, root: PdfDict, findDestination: FindDestination): Bookmark[] {
  const visited = new Set<PdfDict>();
  const readKids = (parent: PdfDict, depth: number): Bookmark[] => {
    const list: Bookmark[] = [];
    let item = file.dictAt(parent, 'First');
    while (item !== undefined && depth < 32 && !visited.has(item) && visited.size < MAX_BOOKMARKS) {
      visited.add(item);
      const title = file.resolve(item.get('Title'));
      const action = file.dictAt(item, 'A');
      const destination = item.get('Dest') ?? action?.get('D');
      const count = file.resolve(item.get('Count'));
      list.push({
        title: title instanceof PdfString ? readTextString(title) : '',
        place: destination === undefined ? undefined : findDestination(destination),
        open: typeof count === 'number' && count > 0,
        kids: readKids(item, depth + 1),
      });
      item = file.dictAt(item, 'Next');
    }
    return list;
  };
  return isDict(root) ? readKids(root, 0) : [];
}

function writeKids(output: OutputFile, parent: PdfDict, parentTarget: PdfRef, kids: Bookmark[]): void {
  const targets = kids.map(() => output.reserve());
  kids.forEach(({ title, place, open, kids: grandKids }, index) => {
    const target = targets[index];
    if (target === undefined) return;
    const entry = new PdfDict([
      ['Title', textString(title)],
      ['Parent', parentTarget],
    ]);
    const [previous, next] = [targets[index - 1], targets[index + 1]];
    if (previous !== undefined) entry.set('Prev', previous);
    if (next !== undefined) entry.set('Next', next);
    if (place !== undefined) entry.set('Dest', place);
    if (grandKids.length > 0) {
      writeKids(output, entry, target, grandKids);
      entry.set('Count', open ? countOpen(grandKids) : -countOpen(grandKids));
    }
    output.set(target, entry);
  });
  const [first, last] = [targets[0], targets.at(-1)];
  if (first !== undefined && last !== undefined) parent.set('First', first).set('Last', last);
}

/** Returns the number of bookmarks that are visible when the open ones are expanded. */
const countOpen = (bookmarks: Bookmark[]): number =>
  bookmarks.reduce((sum, { open, kids }) => sum + 1 + (open ? countOpen(kids) : 0), 0);
