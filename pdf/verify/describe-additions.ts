import { itemsOf, readObjects, readPages, type SealedObjects } from './read-objects.ts';
import { MalformedPdf } from './read-value.ts';
import type { PdfValue } from './read-value.ts';

export type Addition = {
  readonly kind:
    /** Bytes that PDF readers do not treat as part of the document. */
    | 'loose-bytes'
    | 'signed-again'
    /** Changes to the pages or their structure. */
    | 'pages-changed'
    | 'notes-added'
    /** Changes to the catalog, such as forms, attachments, or how the file opens. */
    | 'document-changed'
    /** An embedded file, or a reference to one. */
    | 'attachments-changed'
    /** Changed references to objects, with which programs show an earlier or incomplete state. */
    | 'table-changed'
    | 'title-changed'
    /** Compressed objects, which are not examined. */
    | 'packed'
    | 'objects-added';
  /** Page numbers from 1; empty if unknown. */
  readonly pages: readonly number[];
};

/** Maximum number of characters examined at the beginning of an object. */
const maxScannedBytes = 16_384;

/**
 * Describes in readable form what follows the sealed bytes. The first `sealedLength` bytes are an intact sealed
 * file. This heuristic looks at what a reader would parse as objects. It affects only the wording, because the
 * file is refused in any case.
 */
export function describeAdditions(bytes: Uint8Array, sealedLength: number): Addition[] {
  const tail = new TextDecoder('latin1').decode(bytes.subarray(sealedLength));
  const objects = [...tail.matchAll(/(?:^|[\r\n ])(\d{1,10}) \d{1,5} obj\b/g)].map((match) => {
    const from = match.index + match[0].length;
    const text = tail.slice(from, from + maxScannedBytes);
    const end = text.search(/\bstream\r?\n|\bendobj\b/);
    return { num: Number(match[1]), text: end < 0 ? text : text.slice(0, end) };
  });
  const sealed = bytes.subarray(0, sealedLength);
  const byKind = new Map<Addition['kind'], Set<number>>();
  const add = (kind: Addition['kind'], pages: Iterable<number> = []): void => {
    const known = byKind.get(kind) ?? byKind.set(kind, new Set()).get(kind)!;
    for (const page of pages) known.add(page);
  };
  const roles = objects.length === 0 ? new Map<number, Role>() : rolesIn(sealed);
  for (const { num, text } of objects) {
    const role = roles.get(num);
    add(kindOf(text, role), typeof role === 'object' ? role : []);
  }
  for (const kind of waysIn(tail, sealed)) add(kind);
  if (byKind.size === 0) return [{ kind: 'loose-bytes', pages: [] }];
  if (byKind.size > 1) byKind.delete('objects-added');
  return [...byKind].map(([kind, pages]) => ({ kind, pages: [...pages].sort((one, other) => one - other) }));
}

/**
 * Returns the changes that tables and trailers of the tail make, beyond its objects (ISO 32000-2, 7.5.4 to
 * 7.5.8).
 */
function waysIn(tail: string, sealed: Uint8Array): Addition['kind'][] {
  const numbers = (text: string, word: RegExp) => [...text.matchAll(word)].map(([, at]) => Number(at));
  const end = new TextDecoder('latin1').decode(sealed.subarray(-2048));
  const last = numbers(end, /startxref\s+(\d+)/g).at(-1);
  const starts = numbers(tail, /startxref\s+(\d+)/g);
  const before = numbers(tail, /\/Prev\s+([-+]?\d+)/g);
  const leads = (at: number, from: readonly number[]): boolean => at >= sealed.length || from.includes(at);
  const known = last === undefined ? [] : [last];
  const isLedBack = starts.some((at) => !leads(at, [])) || before.some((at) => !leads(at, known));
  const isAstray = starts.some((at) => at >= sealed.length + tail.length || before.includes(at));
  const isCut = / f ?\r?\n/.test(tail) || /\/XRefStm\b/.test(tail);
  const roots = [...(tail + end).matchAll(/\/Root\s+(\d+ \d+)\s+R/g)].map(([, root]) => root);
  return [
    ...(isLedBack || isAstray || isCut || before.some((at) => at >= sealed.length + tail.length)
      ? (['table-changed'] as const)
      : []),
    ...(new Set(roots).size > 1 || /\/Encrypt\b/.test(tail) ? (['document-changed'] as const) : []),
  ];
}

/** Page numbers (from 1) on which an object is shown, or its other role. */
type Role = Set<number> | 'catalog' | 'info' | 'attachment' | 'page-tree';

function kindOf(text: string, role: Role | undefined): Addition['kind'] {
  if (/\/ByteRange\b|\/Type\s*\/(Sig|DocTimeStamp)\b/.test(text)) return 'signed-again';
  if (/\/Type\s*\/(ObjStm|XRef)\b/.test(text)) return 'packed';
  if (/\/Subtype\s*\/Widget\b/.test(text)) return 'document-changed';
  if (/\/Type\s*\/Annot\b|\/Subtype\s*\/(Text|FreeText|Highlight|Ink|Stamp|Link|Square|Line)\b/.test(text)) {
    return 'notes-added';
  }
  if (typeof role === 'object' || role === 'page-tree') return 'pages-changed';
  if (role === 'attachment' || /\/Type\s*\/(Filespec|EmbeddedFile)\b/.test(text))
    return 'attachments-changed';
  if (role === 'info' || /\/Type\s*\/Metadata\b|\/(Title|Author|ModDate)\s*[(<]/.test(text)) {
    return 'title-changed';
  }
  return role === 'catalog' ? 'document-changed' : 'objects-added';
}

/** Maximum number of objects visited to determine a role, because a file with many pages reuses its fonts. */
const maxVisits = 200_000;

/** Returns the role of each object in the sealed file. Everything that a page uses belongs to that page. */
function rolesIn(sealed: Uint8Array): Map<number, Role> {
  const roles = new Map<number, Role>();
  try {
    const objects = readObjects(sealed);
    let visits = 0;
    const reach = (value: PdfValue | undefined, note: (num: number) => boolean, depth = 0): void => {
      if (value === undefined || depth > 32 || (visits += 1) > maxVisits) return;
      if (value.kind === 'ref') {
        if (note(value.num)) reach(found(objects, value), note, depth + 1);
      } else if (value.kind === 'array') for (const item of value.items) reach(item, note, depth + 1);
      else if (value.kind === 'dict')
        for (const [key, entry] of value.entries) if (!upwards.has(key)) reach(entry, note, depth + 1);
    };
    const note = (role: Exclude<Role, Set<number>>) => (num: number) =>
      !roles.has(num) && roles.set(num, role) !== undefined;
    const { catalog, trailer } = objects;
    treeOf(objects).forEach((num) => note('page-tree')(num));
    readPages(objects).forEach(({ num, page }, index) => {
      const own = (at: number): boolean => {
        const role = roles.get(at) ?? new Set<number>();
        if (typeof role !== 'object' || role.has(index + 1)) return false;
        roles.set(at, role.add(index + 1));
        return true;
      };
      own(num);
      for (const [key, value] of page) if (!upwards.has(key)) reach(value, own);
    });
    const root = trailer.get('Root');
    if (root?.kind === 'ref') note('catalog')(root.num);
    reach(trailer.get('Info'), note('info'));
    reach(catalog.get('Metadata'), note('info'));
    reach(catalog.get('AF'), note('attachment'));
    reach(catalog.get('Names'), note('attachment'));
  } catch (error) {
    if (!(error instanceof MalformedPdf)) throw error;
  }
  return roles;
}

/** Keys that refer from a part to its container or its signature. */
const upwards: ReadonlySet<string> = new Set([
  'Parent',
  'P',
  'V',
  'StructParent',
  'Dest',
  'A',
  'Popup',
  'IRT',
]);

/** Missing objects do not matter here. */
function found(objects: SealedObjects, value: PdfValue): PdfValue | undefined {
  try {
    return objects.resolve(value);
  } catch {
    return undefined;
  }
}

/** Returns the nodes of the page tree above the pages. */
function treeOf({ catalog, resolve }: SealedObjects): number[] {
  const nodes: number[] = [];
  const walk = (value: PdfValue | undefined, depth = 0): void => {
    const node = resolve(value);
    if (value?.kind !== 'ref' || node?.kind !== 'dict' || !node.entries.has('Kids') || depth > 64) return;
    nodes.push(value.num);
    for (const kid of itemsOf(resolve(node.entries.get('Kids')))) walk(kid, depth + 1);
  };
  walk(catalog.get('Pages'));
  return nodes;
}
