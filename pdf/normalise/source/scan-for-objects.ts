import { Lexer } from '../../objects/lexer.ts';
import { isName, PdfDict, PdfRef, PdfStream } from '../../objects/objects.ts';
import type { PdfObject } from '../../objects/objects.ts';
import { parseIndirectObject, readObject } from '../../objects/parse-object.ts';
import type { XrefEntries } from './read-xref-chain.ts';

/** `mayPack` is true if the object's first bytes suggest an object stream. */
export type ScanHit = { num: number; offset: number; mayPack: boolean };

/** Number of bytes inspected before an object is parsed, because parsing every object could take too long. */
const GLANCE = 2048;

/**
 * Finds every `n g obj` in the bytes. Uses the last object for each number and the best trailer. If no trailer
 * names a catalog, creates one from the catalog, page tree or pages that were found.
 */
export function scanForObjects(bytes: Uint8Array): {
  entries: XrefEntries;
  hits: ScanHit[];
  trailer: PdfDict;
} {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const entries: XrefEntries = new Map();
  const hits: ScanHit[] = [];
  for (const match of text.matchAll(/(?<!\d)(\d{1,10})[\s\0]+(\d{1,5})[\s\0]+obj(?![a-z])/g)) {
    const num = Number(match[1]);
    if (num === 0) continue;
    const mayPack = text.slice(match.index, match.index + GLANCE).includes('ObjStm');
    hits.push({ num, offset: match.index, mayPack });
    entries.set(num, { kind: 'offset', offset: match.index });
  }
  return { entries, hits, trailer: findTrailer(bytes, text, hits) };
}

/**
 * Registers the contents of object streams in file order, so that a later definition of a number replaces an
 * earlier one. Call this only when encrypted streams can be read.
 */
export function findPackedContainers(
  hits: ScanHit[],
  entries: XrefEntries,
  get: (num: number) => PdfObject,
  packedIn: (num: number) => Map<number, PdfObject>,
): void {
  const containers = hits.filter(({ num, offset, mayPack }) => {
    if (!mayPack) return false;
    const entry = entries.get(num);
    if (entry?.kind !== 'offset' || entry.offset !== offset) return false;
    const value = get(num);
    return value instanceof PdfStream && isName(value.dict.get('Type'), 'ObjStm');
  });
  const definedAt = new Map<number, number>();
  for (const { num, offset } of hits) definedAt.set(num, offset);
  for (const { num: container, offset } of containers) {
    for (const num of packedIn(container).keys()) {
      if ((definedAt.get(num) ?? -1) > offset) continue;
      definedAt.set(num, offset);
      entries.set(num, { kind: 'packed', container });
    }
  }
}

function findTrailer(bytes: Uint8Array, text: string, hits: ScanHit[]): PdfDict {
  const trailers: PdfDict[] = [];
  for (const match of text.matchAll(/trailer/g)) {
    const lexer = new Lexer(bytes, match.index + 7);
    const trailer = readObject(lexer, lexer.next(), 0);
    if (trailer instanceof PdfDict) trailers.push(trailer);
  }
  let catalog: PdfRef | undefined;
  for (const { num, offset } of hits) {
    if (!/XRef|Catalog/.test(text.slice(offset, offset + GLANCE))) continue;
    const value = parseIndirectObject(bytes, offset)?.value;
    if (value instanceof PdfStream && isName(value.dict.get('Type'), 'XRef')) trailers.push(value.dict);
    if (value instanceof PdfDict && isName(value.get('Type'), 'Catalog')) catalog = new PdfRef(num);
  }
  const merged = new PdfDict();
  // The newest trailer is used, but the encryption key may be in an older one.
  for (const trailer of trailers.reverse()) {
    for (const key of ['Root', 'Encrypt', 'ID', 'Info']) {
      const value = trailer.get(key);
      if (value !== undefined && !merged.has(key)) merged.set(key, value);
    }
  }
  if (!merged.has('Root') && catalog !== undefined) merged.set('Root', catalog);
  return merged;
}
