import { isDict, isName, PdfDict, PdfName, PdfRef } from '../objects/objects.ts';
import type { PdfObject } from '../objects/objects.ts';
import { checkDepth } from '../normalise/source/inflate-budget.ts';
import type { SourceFile } from '../normalise/source/source-file.ts';

/** Keys of an element's entries that describe all of its content, including parts on a removed page. */
const DESCRIPTIONS = ['ActualText', 'Alt', 'E', 'T', 'A'];

/**
 * `first` is the first page with content of the element (index in the new order), or undefined if it has no
 * content.
 */
type Visited = { value: PdfObject; first: number | undefined };

type Arrangement = {
  /** New index of each page by its object number. */
  places: ReadonlyMap<number, number>;
  /** True if pages are removed. */
  isReduced: boolean;
};

/**
 * Removes structure elements of removed pages from the tagged structure (ISO 32000-2, 14.7), and sorts elements
 * by page, so that the text is read in the new page order.
 */
export function arrangeStructure(
  file: SourceFile,
  objects: Map<number, PdfObject>,
  catalog: PdfDict,
  { places, isReduced }: Arrangement,
): void {
  const root = file.dictAt(catalog, 'StructTreeRoot');
  if (!root) return;
  const seen = new Set<PdfDict>();
  const visit = (source: PdfObject, page: PdfObject | undefined, depth: number): Visited | 'removed' => {
    checkDepth(depth);
    const dict = file.resolve(source);
    if (isDict(dict) && seen.has(dict)) return 'removed';
    const at = (isDict(dict) && dict.get('Pg')) || page;
    const first = at instanceof PdfRef ? places.get(at.num) : undefined;
    if (!isDict(dict) || ['MCR', 'OBJR'].some((type) => isName(dict.get('Type'), type)))
      return at !== undefined && first === undefined ? 'removed' : { value: source, first };
    seen.add(dict);
    const kids = kidsOf(file, dict);
    const left = kids.map((kid) => visit(kid, at, depth + 1)).filter((kid) => kid !== 'removed');
    const content = firstOf(left) ?? (kids.length === 0 ? first : undefined);
    const isPartial = left.length < kids.length;
    // An element without content on the remaining pages may describe something on a removed page.
    const isGone = isReduced && content === undefined && (isPartial || at !== undefined);
    if (source instanceof PdfRef && isGone) objects.set(source.num, null);
    if (isGone) return 'removed';
    const copy = new PdfDict(dict);
    if (dict.has('Pg') && first === undefined) copy.delete('Pg');
    if (isReduced && (isPartial || content === undefined)) for (const key of DESCRIPTIONS) copy.delete(key);
    if (kids.length > 0) copy.set('K', inOrder(left));
    if (source instanceof PdfRef) objects.set(source.num, copy);
    return { value: source instanceof PdfRef ? source : copy, first: content };
  };
  const copy = new PdfDict(root);
  const left = kidsOf(file, root).map((kid) => visit(kid, undefined, 0));
  copy.set('K', inOrder(left.filter((kid) => kid !== 'removed')));
  if (isReduced) {
    // IDTree also refers to removed elements.
    copy.delete('IDTree');
    dropUnseen(objects, seen, file);
    dropParents(objects, copy);
  }
  const target = catalog.get('StructTreeRoot');
  if (target instanceof PdfRef) objects.set(target.num, copy);
  else catalog.set('StructTreeRoot', copy);
}

function kidsOf(file: SourceFile, holder: PdfDict): PdfObject[] {
  const given = holder.get('K');
  const list = file.resolve(given);
  if (Array.isArray(list)) return list;
  return given === undefined || list === null ? [] : [given];
}

const firstOf = (kids: readonly Visited[]): number | undefined => {
  const firsts = kids.flatMap(({ first }) => (first === undefined ? [] : [first]));
  return firsts.length > 0 ? Math.min(...firsts) : undefined;
};

/** Removes elements that are not in the tree but that others refer to. */
function dropUnseen(objects: Map<number, PdfObject>, seen: ReadonlySet<PdfDict>, file: SourceFile): void {
  for (const num of objects.keys()) {
    const source = file.get(new PdfRef(num));
    const isElement =
      isDict(source) && source.get('S') instanceof PdfName && source.get('P') instanceof PdfRef;
    if (isElement && !seen.has(source)) objects.set(num, null);
  }
}

/** Removes entries of the parent tree for marks on removed pages. */
function dropParents(objects: Map<number, PdfObject>, root: PdfDict): void {
  const resolve = (value: PdfObject | undefined): PdfObject =>
    value instanceof PdfRef ? (objects.get(value.num) ?? null) : (value ?? null);
  const isEmpty = (value: PdfObject | undefined): boolean => {
    const resolved = resolve(value);
    return resolved === null || (Array.isArray(resolved) && resolved.every((one) => resolve(one) === null));
  };
  const reduced = (object: PdfObject | undefined): PdfDict | undefined => {
    const pairs = isDict(object) ? resolve(object.get('Nums')) : null;
    if (!isDict(object) || !Array.isArray(pairs)) return undefined;
    const left = pairs.filter((_, at) => !isEmpty(pairs[at % 2 === 0 ? at + 1 : at]));
    return new PdfDict(object).set('Nums', left);
  };
  for (const [num, object] of objects) objects.set(num, reduced(object) ?? object);
  const direct = reduced(root.get('ParentTree'));
  if (direct) root.set('ParentTree', direct);
}

/** Sorts elements by page. Elements without content follow the element before them. */
function inOrder(kids: readonly Visited[]): PdfObject[] {
  let before = -1;
  return kids
    .map(({ value, first }) => ({ value, at: (before = first ?? before) }))
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value);
}
