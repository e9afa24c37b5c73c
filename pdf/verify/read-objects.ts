import { readRevisions } from './read-revisions.ts';
import { asciiAt, MalformedPdf, readIndirect } from './read-value.ts';
import type { PdfValue } from './read-value.ts';
import { join } from './bytes.ts';

export { MalformedPdf };

type Entries = ReadonlyMap<string, PdfValue>;

/** The objects of a file that ends like a sealed file, read by the same strict reader as its seal. */
export type SealedObjects = {
  readonly catalog: Entries;
  readonly trailer: Entries;
  /** Byte offset of the newest version of every object, by number. */
  readonly places: ReadonlyMap<number, number>;
  /** Follows a reference. Returns other values unchanged, and undefined for a missing object. */
  resolve(value: PdfValue | undefined): PdfValue | undefined;
  /** Returns the decompressed bytes of the referenced stream. */
  stream(value: PdfValue | undefined): Promise<Uint8Array>;
  /** Returns the bytes of the referenced stream as they are stored. */
  storedStream(value: PdfValue | undefined): Uint8Array;
};

/** Maximum size in bytes. Evidence and pages of this product are never larger. */
const maxStreamBytes = 64 * 1024 * 1024;

/** @throws MalformedPdf if the file has any other form */
export function readObjects(bytes: Uint8Array): SealedObjects {
  const revisions = readRevisions(bytes);
  const places = new Map<number, number>();
  for (const { num, offset } of revisions.entries) if (!places.has(num)) places.set(num, offset);
  const resolve = (value: PdfValue | undefined): PdfValue | undefined =>
    value?.kind === 'ref' ? revisions.object(value) : value;
  const catalog = dictOf(resolve(revisions.trailer.get('Root')));
  const stored = (value: PdfValue | undefined): { entries: Entries; data: Uint8Array } => {
    if (value?.kind !== 'ref') throw new MalformedPdf('a stream is missing');
    const offset = places.get(value.num) ?? bytes.length;
    const { value: dictionary, end } = readIndirect(bytes, offset, value.num, value.gen);
    const entries = dictOf(dictionary);
    const keyword = /^\s*stream\r?\n/.exec(asciiAt(bytes, end, 16));
    const length = resolve(entries.get('Length'));
    if (keyword === null || length?.kind !== 'number') throw new MalformedPdf('a stream is missing');
    const start = end + keyword[0].length;
    return { entries, data: bytes.subarray(start, start + length.value) };
  };
  return {
    catalog,
    trailer: revisions.trailer,
    places,
    resolve,
    storedStream: (value) => stored(value).data,
    async stream(value) {
      const { entries, data } = stored(value);
      const filter = resolve(entries.get('Filter'));
      if (filter === undefined) return data;
      if (filter.kind !== 'name' || filter.value !== 'FlateDecode') throw new MalformedPdf('another filter');
      return inflate(data);
    },
  };
}

export function dictOf(value: PdfValue | undefined): Entries {
  if (value?.kind !== 'dict') throw new MalformedPdf('a dictionary is missing');
  return value.entries;
}

export function itemsOf(value: PdfValue | undefined): readonly PdfValue[] {
  return value?.kind === 'array' ? value.items : [];
}

/** Returns the page dictionaries in order, each with its object number. */
export function readPages(objects: SealedObjects): { num: number; page: Entries }[] {
  const pages: { num: number; page: Entries }[] = [];
  const seen = new Set<number>();
  const walk = (value: PdfValue | undefined, depth = 0): void => {
    if (value?.kind !== 'ref' || seen.has(value.num) || depth > 64)
      throw new MalformedPdf('the pages are not a tree');
    seen.add(value.num);
    const node = dictOf(objects.resolve(value));
    if (node.has('Kids')) for (const kid of itemsOf(objects.resolve(node.get('Kids')))) walk(kid, depth + 1);
    else pages.push({ num: value.num, page: node });
  };
  walk(objects.catalog.get('Pages'));
  return pages;
}

/** Available in both Node and browsers, so no library is needed. */
async function inflate(data: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    const inflated = new Blob([Uint8Array.from(data)])
      .stream()
      .pipeThrough(new DecompressionStream('deflate'));
    const reader = inflated.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > maxStreamBytes) throw new MalformedPdf('a stream is too long');
      parts.push(value);
    }
  } catch {
    throw new MalformedPdf('a stream cannot be inflated');
  }
  return join(parts);
}
