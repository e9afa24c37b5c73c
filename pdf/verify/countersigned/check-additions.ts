import { dictOf, itemsOf, MalformedPdf } from '../read-objects.ts';
import type { PdfValue } from '../read-value.ts';
import { isSame } from '../same-value.ts';
import type { AnyPdf } from './read-any-pdf.ts';

type Entries = ReadonlyMap<string, PdfValue>;
type Both = { readonly base: AnyPdf; readonly whole: AnyPdf };

/**
 * Returns true if `whole` differs from its prefix `base` only by the given signature fields. Each field must be
 * listed in the form and on one page, and everything new must belong to one of them. An incremental update can
 * replace any object (ISO 32000-2, 7.5.6), so a common prefix alone proves nothing.
 *
 * @throws MalformedPdf
 */
export function isOnlyMarked(base: AnyPdf, whole: AnyPdf, own: readonly PdfValue[]): boolean {
  const both = { base, whole };
  const lists = new Map<number, number>();
  const added = newObjects(both, own);
  return (
    own.length > 0 &&
    own.every((field) => isMark(both, field)) &&
    keepsCatalog(both, own, lists) &&
    keepsPages(both, own, lists) &&
    [...whole.places.keys()].every(
      (num) => isUntouched(both, num) || (base.places.has(num) ? lists.has(num) : added.has(num)),
    ) &&
    [...base.places.keys()].every((num) => whole.places.has(num)) &&
    areHeldOnce(base, lists)
  );
}

function isUntouched({ base, whole }: Both, num: number): boolean {
  const [before, now] = [base.places.get(num), whole.places.get(num)];
  if (before === undefined || now === undefined) return false;
  return 'offset' in before
    ? 'offset' in now && now.offset === before.offset
    : 'container' in now && now.container === before.container && isUntouched({ base, whole }, now.container);
}

/** Returns true for a new signature field with its only widget and without actions. */
function isMark({ base, whole }: Both, field: PdfValue): boolean {
  if (field.kind !== 'ref' || base.places.has(field.num)) return false;
  const entries = dictOf(whole.resolve(field));
  const isNamed = (key: string, wanted: string): boolean => {
    const value = entries.get(key);
    return value?.kind === 'name' && value.value === wanted;
  };
  return (
    [...entries.keys()].every((key) => markKeys.has(key)) &&
    isNamed('FT', 'Sig') &&
    isNamed('Subtype', 'Widget') &&
    entries.get('V')?.kind === 'ref' &&
    entries.get('P')?.kind === 'ref'
  );
}

const markKeys: ReadonlySet<string> = new Set([
  'Type',
  'Subtype',
  'FT',
  'T',
  'TU',
  'V',
  'F',
  'Rect',
  'P',
  'AP',
]);

/** Returns the objects that are reachable only through the fields, and the cross-reference streams. */
function newObjects({ base, whole }: Both, own: readonly PdfValue[]): ReadonlySet<number> {
  const reached = new Set<number>();
  const open = [...own];
  while (open.length > 0) {
    const value = open.pop();
    if (value?.kind === 'array') for (const item of value.items) open.push(item);
    else if (value?.kind === 'dict') open.push(...value.entries.values());
    else if (value?.kind === 'ref' && !base.places.has(value.num) && !reached.has(value.num)) {
      reached.add(value.num);
      open.push(whole.object(value.num) ?? { kind: 'word', value: 'null' });
    }
  }
  for (const num of whole.places.keys()) {
    const value = base.places.has(num) ? undefined : whole.object(num);
    const type = value?.kind === 'dict' ? value.entries.get('Type') : undefined;
    if (type?.kind === 'name' && type.value === 'XRef') reached.add(num);
  }
  return reached;
}

/** Returns true if the catalogs differ only in the fields of the form. Records which objects may be replaced. */
function keepsCatalog({ base, whole }: Both, own: readonly PdfValue[], lists: Map<number, number>): boolean {
  const [root, rootNow] = [base.trailer.get('Root'), whole.trailer.get('Root')];
  if (root?.kind !== 'ref' || !isSame(root, rootNow)) return false;
  const [catalog, now] = [dictOf(base.resolve(root)), dictOf(whole.resolve(root))];
  const [entry, entryNow] = [catalog.get('AcroForm'), now.get('AcroForm')];
  const [form, formNow] = [dictOf(base.resolve(entry)), dictOf(whole.resolve(entryNow))];
  note(lists, entry ?? root);
  if (entry?.kind !== 'ref') note(lists, root);
  note(lists, form.get('Fields'));
  return (
    differsOnlyIn(catalog, now, entry?.kind === 'ref' ? [] : ['AcroForm']) &&
    differsOnlyIn(form, formNow, ['Fields', 'SigFlags']) &&
    isHeldAlike(form.get('Fields'), formNow.get('Fields')) &&
    endsWith(base.resolve(form.get('Fields')), whole.resolve(formNow.get('Fields')), own)
  );
}

/**
 * Returns true if every page is the same object in the same place, and differs only by marks at the end of its
 * annotations.
 */
function keepsPages({ base, whole }: Both, own: readonly PdfValue[], lists: Map<number, number>): boolean {
  const pages = pagesOf(base);
  const pageOf = (field: PdfValue) => dictOf(whole.resolve(field)).get('P');
  const onPages = pages.map((page) => own.filter((field) => isSame(pageOf(field), page)));
  const placed = onPages.reduce((sum, fields) => sum + fields.length, 0);
  return (
    placed === own.length &&
    pages.every((page, index) => {
      const fields = onPages[index]!;
      const [before, now] = [dictOf(base.resolve(page)), dictOf(whole.resolve(page))];
      const [entry, entryNow] = [before.get('Annots'), now.get('Annots')];
      if (fields.length > 0) note(lists, entry?.kind === 'ref' && base.resolve(entry) ? entry : page);
      return (
        differsOnlyIn(before, now, ['Annots']) &&
        (entry === undefined || isHeldAlike(entry, entryNow)) &&
        endsWith(base.resolve(entry), whole.resolve(entryNow), fields)
      );
    })
  );
}

/** Returns references to all pages. Their tree is checked with the other unchanged objects. */
function pagesOf(file: AnyPdf): PdfValue[] {
  const pages: PdfValue[] = [];
  const seen = new Set<number>();
  const walk = (value: PdfValue | undefined, depth: number): void => {
    if (value?.kind !== 'ref' || seen.has(value.num) || depth > 64)
      throw new MalformedPdf('the pages are not a tree');
    seen.add(value.num);
    const node = dictOf(file.resolve(value));
    if (!node.has('Kids')) pages.push(value);
    for (const kid of itemsOf(file.resolve(node.get('Kids')))) walk(kid, depth + 1);
  };
  walk(dictOf(file.resolve(file.trailer.get('Root'))).get('Pages'), 0);
  return pages;
}

/**
 * Returns true if each replaced list is used in only one place. If two pages shared a list of annotations, both
 * would show the mark, and a list with another use would change that too.
 */
function areHeldOnce(base: AnyPdf, lists: ReadonlyMap<number, number>): boolean {
  const arrays = new Set([...lists.keys()].filter((num) => base.object(num)?.kind === 'array'));
  const counts = new Map<number, number>();
  const open: PdfValue[] = [{ kind: 'dict', entries: base.trailer }];
  for (const num of base.places.keys()) open.push(base.object(num) ?? { kind: 'word', value: 'null' });
  while (open.length > 0) {
    const value = open.pop();
    if (value?.kind === 'array') for (const item of value.items) open.push(item);
    else if (value?.kind === 'dict') for (const entry of value.entries.values()) open.push(entry);
    else if (value?.kind === 'ref' && arrays.has(value.num))
      counts.set(value.num, (counts.get(value.num) ?? 0) + 1);
  }
  return [...arrays].every((num) => (counts.get(num) ?? 0) === 1);
}

function note(lists: Map<number, number>, value: PdfValue | undefined): void {
  if (value?.kind === 'ref') lists.set(value.num, value.gen);
}

/** A list that was a separate object must remain that object. */
const isHeldAlike = (before: PdfValue | undefined, now: PdfValue | undefined): boolean =>
  before?.kind === 'ref' ? isSame(before, now) : now?.kind === 'array';

function differsOnlyIn(before: Entries, now: Entries, keys: readonly string[]): boolean {
  const all = [...new Set([...before.keys(), ...now.keys()])].filter((key) => !keys.includes(key));
  return all.every((key) => isSame(before.get(key), now.get(key)));
}

function endsWith(
  before: PdfValue | undefined,
  now: PdfValue | undefined,
  added: readonly PdfValue[],
): boolean {
  const wanted = [...itemsOf(before), ...added];
  const items = itemsOf(now);
  return items.length === wanted.length && items.every((item, at) => isSame(item, wanted[at]));
}
