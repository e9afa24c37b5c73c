import {
  dictOf,
  itemsOf,
  MalformedPdf,
  readObjects,
  readPages,
  type SealedObjects,
} from '#pdf/verify/read-objects.ts';
import type { PdfValue } from '#pdf/verify/read-value.ts';
import { isSame } from '#pdf/verify/same-value.ts';
import { hasPages, type Evidence } from '../evidence.ts';
import type { Finding } from '../report.ts';

type Entries = ReadonlyMap<string, PdfValue>;
type Both = {
  readonly base: SealedObjects;
  readonly sealed: SealedObjects;
  /** Pages of the base file. */
  readonly pages: ReturnType<typeof readPages>;
};

/**
 * Checks that the file shows the same pages that everyone was shown. After the base file, content can be added
 * to pages, and pages can be appended. No page may be removed, redrawn or moved, and the file must not open
 * differently. A common prefix does not prove this, because an incremental update can replace any earlier object
 * (ISO 32000-2, 7.5.6; docs/evidence.md, Base file).
 */
export function checkShown(
  pdf: Uint8Array,
  sealed: SealedObjects,
  evidence: Pick<Evidence, 'document' | 'ending' | 'isApart'>,
): Finding[] {
  if (!hasPages(evidence)) return [];
  const { document } = evidence;
  const base = baseOf(pdf.subarray(0, document.baseBytes));
  // A base file that cannot be read separately also has a wrong hash, which another check reports.
  if (base === undefined) return [];
  const both = { base, sealed, pages: readPages(base) };
  const pages = changedPages(both);
  const isOther = pages.length > 0 || !opensAlike(both);
  return isOther ? [{ code: 'shown-differs', ...(pages.length > 0 && { pages }) }] : [];
}

function baseOf(bytes: Uint8Array): SealedObjects | undefined {
  try {
    return readObjects(bytes);
  } catch (error) {
    if (error instanceof MalformedPdf) return undefined;
    throw error;
  }
}

/** Returns the numbers of changed pages, from 1. A missing page counts as changed. */
function changedPages(both: Both): number[] {
  const now = readPages(both.sealed);
  const redrawnObjects = redrawn(both);
  return both.pages.flatMap(({ num, page }, index) => {
    const other = now[index];
    if (other?.num !== num || redrawnObjects.has(num)) return [index + 1];
    const isSame = isUntouched(both, num) || isWrittenOn(both, page, other.page);
    return isSame ? [] : [index + 1];
  });
}

const isUntouched = ({ base, sealed }: Pick<Both, 'base' | 'sealed'>, num: number): boolean =>
  base.places.get(num) === sealed.places.get(num);

/** Returns true if only additions differ: appended content, resources with new names, links and the seal. */
function isWrittenOn(both: Both, before: Entries, after: Entries): boolean {
  const { base, sealed } = both;
  const others = new Set([...before.keys(), ...after.keys()]);
  for (const key of ['Contents', 'Resources', 'Annots', 'Tabs', 'StructParents']) others.delete(key);
  const [drawn, drawnNow] = [contentsOf(base, before), contentsOf(sealed, after)];
  const [notes, notesNow] = [annotsOf(base, before), annotsOf(sealed, after)];
  return (
    [...others].every((key) => isSame(before.get(key), after.get(key))) &&
    drawn.every((part, at) => isSame(part, drawnNow[at])) &&
    notes.every((note, at) => isSame(note, notesNow[at])) &&
    notesNow.slice(notes.length).every((note) => isOwnNote(dictOf(sealed.resolve(note)))) &&
    keepsResources(both, before.get('Resources'), after.get('Resources'))
  );
}

/** Returns true for a link or the seal, which are invisible. */
function isOwnNote(note: Entries): boolean {
  const subtype = note.get('Subtype');
  const isKnown = subtype?.kind === 'name' && ['Link', 'Widget'].includes(subtype.value);
  return isKnown && !note.has('AP') && !note.has('A') && !note.has('AA') && !note.has('MK');
}

function keepsResources(
  { base, sealed }: Both,
  before: PdfValue | undefined,
  after: PdfValue | undefined,
): boolean {
  const [had, has] = [entriesOf(base.resolve(before)), entriesOf(sealed.resolve(after))];
  return [...had].every(([kind, value]) => {
    const [names, namesNow] = [entriesOf(base.resolve(value)), entriesOf(sealed.resolve(has.get(kind)))];
    return names.size === 0
      ? has.has(kind)
      : [...names].every(([name, one]) => isSame(one, namesNow.get(name)));
  });
}

/** Returns the numbers of pages with a drawn part that was replaced after the base file. */
function redrawn({ base, sealed, pages }: Both): Set<number> {
  const changed = [...base.places.keys()].filter((num) => !isUntouched({ base, sealed }, num));
  const frame = new Set(pages.map(({ num }) => num));
  const suspects = new Set(changed.filter((num) => !frame.has(num)));
  const affected = new Set<number>();
  if (suspects.size === 0) return affected;
  const clean = new Set<number>();
  for (const { num, page } of pages) {
    const parts = ['Contents', 'Resources', 'Annots'].map((key) => page.get(key));
    if (reachesOne(parts, suspects, base, clean)) affected.add(num);
  }
  return affected;
}

/**
 * Returns true if a part leads to one of these objects through anything it is drawn with, at any depth. Parts
 * that lead to none are recorded in `clean`, so that pages with a common font do not all search it.
 */
function reachesOne(
  parts: readonly (PdfValue | undefined)[],
  wanted: ReadonlySet<number>,
  base: SealedObjects,
  clean: Set<number>,
): boolean {
  const seen = new Set<number>();
  const open = [...parts];
  while (open.length > 0) {
    const value = open.pop();
    if (value?.kind === 'array') for (const item of value.items) open.push(item);
    else if (value?.kind === 'dict') {
      for (const [key, entry] of value.entries) if (!upwards.has(key)) open.push(entry);
    } else if (value?.kind === 'ref' && !seen.has(value.num) && !clean.has(value.num)) {
      if (wanted.has(value.num)) return true;
      seen.add(value.num);
      open.push(resolved(base, value));
    }
  }
  for (const num of seen) clean.add(num);
  return false;
}

/** Keys that refer to the parent, to another page, or to content for reading aloud. */
const upwards: ReadonlySet<string> = new Set([
  'Parent',
  'P',
  'Dest',
  'A',
  'StructParent',
  'Popup',
  'IRT',
  'OC',
]);

/** A reference to a missing object counts as null. */
function resolved({ resolve }: SealedObjects, value: PdfValue): PdfValue | undefined {
  try {
    return resolve(value);
  } catch (error) {
    if (error instanceof MalformedPdf) return undefined;
    throw error;
  }
}

/** Keys that the service itself writes, and keys below /Names except for the file list. */
const own = ['AF', 'AcroForm', 'DSS', 'Lang', 'MarkInfo', 'Metadata', 'Names', 'Perms', 'StructTreeRoot'];
const written: ReadonlySet<string> = new Set([...own, 'ViewerPreferences', 'Extensions', 'Version', 'Type']);

/** Returns true if no scripts, actions or layers were added and the pages are the same as before. */
function opensAlike({ base, sealed }: Both): boolean {
  const [before, after] = [base.catalog, sealed.catalog];
  const others = [...new Set([...before.keys(), ...after.keys()])].filter((key) => !written.has(key));
  const names = entriesOf(base.resolve(before.get('Names')));
  const namesNow = entriesOf(sealed.resolve(after.get('Names')));
  const trees = [...new Set([...names.keys(), ...namesNow.keys()])].filter((key) => key !== 'EmbeddedFiles');
  return (
    others.every((key) => isSame(before.get(key), after.get(key))) &&
    trees.every((key) => isSame(names.get(key), namesNow.get(key)))
  );
}

function contentsOf({ resolve }: SealedObjects, page: Entries): readonly PdfValue[] {
  const contents = page.get('Contents');
  const list = resolve(contents);
  if (list?.kind === 'array') return list.items;
  return contents === undefined ? [] : [contents];
}

function annotsOf({ resolve }: SealedObjects, page: Entries): readonly PdfValue[] {
  return itemsOf(resolve(page.get('Annots')));
}

function entriesOf(value: PdfValue | undefined): Entries {
  return value?.kind === 'dict' ? value.entries : new Map<string, PdfValue>();
}
