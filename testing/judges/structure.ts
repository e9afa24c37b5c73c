import { isName, PdfDict, PdfRef } from '#pdf/objects/objects.ts';
import type { PdfObject } from '#pdf/objects/objects.ts';
import { openPdf } from '#pdf/read/open-pdf.ts';
import type { PdfFile } from '#pdf/read/open-pdf.ts';

/**
 * Returns the faults in the structure of a tagged file (ISO 32000-2, 14.7): an element without its parent, a
 * page or annotation whose key refers to nothing or is not referred to in return, or a widget without a
 * structure element. Empty for an untagged file.
 */
export function structureFaults(pdf: Uint8Array): string[] {
  const file = openPdf(pdf);
  const catalog = dictOf(file.object(file.rootRef));
  const root = catalog.get('StructTreeRoot');
  if (!(root instanceof PdfRef)) return [];
  const faults: string[] = [];
  const parents = parentTree(file, dictOf(file.object(root)).get('ParentTree'), faults);
  const elements = reachElements(file, root, faults);
  const next = dictOf(file.object(root)).get('ParentTreeNextKey');
  const highest = Math.max(-1, ...parents.keys());
  if (typeof next === 'number' && next <= highest) faults.push(`the next key ${next} is taken`);
  for (const [index, number] of file.pageRefs().entries()) {
    const page = dictOf(file.object(number));
    const key = page.get('StructParents');
    if (typeof key === 'number' && !Array.isArray(file.resolve(parents.get(key))))
      faults.push(`page ${index + 1}: key ${key} leads nowhere`);
    faults.push(
      ...annotationFaults(file, page, parents, elements).map((fault) => `page ${index + 1}: ${fault}`),
    );
  }
  return faults;
}

function annotationFaults(
  file: PdfFile,
  page: PdfDict,
  parents: ReadonlyMap<number, PdfObject>,
  elements: ReadonlySet<number>,
): string[] {
  const list = file.resolve(page.get('Annots'));
  return (Array.isArray(list) ? list : []).flatMap((item) => {
    const annotation = dictOf(file.resolve(item));
    const key = annotation.get('StructParent');
    if (typeof key !== 'number')
      return isName(annotation.get('Subtype'), 'Widget') ? ['a widget without a place'] : [];
    const target = parents.get(key);
    if (!(target instanceof PdfRef) || !elements.has(target.num))
      return [`key ${key} of an annotation leads nowhere`];
    const back = kidsOf(file, dictOf(file.object(target))).some((kid) => {
      const held = dictOf(file.resolve(kid)).get('Obj');
      return held instanceof PdfRef && item instanceof PdfRef && held.num === item.num;
    });
    return back ? [] : [`key ${key} of an annotation does not lead back`];
  });
}

/** Returns the object numbers of all elements below the root. */
function reachElements(file: PdfFile, root: PdfRef, faults: string[]): Set<number> {
  const found = new Set<number>();
  const waiting = [root];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const kid of kidsOf(file, dictOf(file.object(at)))) {
      if (!(kid instanceof PdfRef) || found.has(kid.num)) continue;
      const element = dictOf(file.object(kid));
      if (!element.has('S')) continue;
      found.add(kid.num);
      waiting.push(kid);
      const parent = element.get('P');
      if (!(parent instanceof PdfRef) || parent.num !== at.num)
        faults.push(`element ${kid.num} has another parent`);
    }
  }
  return found;
}

function kidsOf(file: PdfFile, element: PdfDict): PdfObject[] {
  const held = element.get('K');
  const list = file.resolve(held);
  if (Array.isArray(list)) return list;
  return held === undefined || held === null ? [] : [held];
}

function parentTree(file: PdfFile, top: PdfObject | undefined, faults: string[]): Map<number, PdfObject> {
  const entries = new Map<number, PdfObject>();
  const visit = (held: PdfObject | undefined, depth: number): void => {
    const node = dictOf(file.resolve(held));
    const numbers = file.resolve(node.get('Nums'));
    const limits = file.resolve(node.get('Limits'));
    const [first, last] = Array.isArray(limits) ? limits : [];
    if (Array.isArray(numbers))
      for (let at = 0; at + 1 < numbers.length; at += 2) {
        const key = numbers[at];
        if (typeof key !== 'number') continue;
        if (entries.has(key)) faults.push(`key ${key} stands twice`);
        if (typeof first === 'number' && typeof last === 'number' && (key < first || key > last))
          faults.push(`key ${key} is out of its limits`);
        entries.set(key, numbers[at + 1] ?? null);
      }
    const kids = file.resolve(node.get('Kids'));
    if (Array.isArray(kids) && depth > 0) for (const kid of kids) visit(kid, depth - 1);
  };
  visit(top, 16);
  return entries;
}

const dictOf = (value: PdfObject | undefined): PdfDict => (value instanceof PdfDict ? value : new PdfDict());
