import { latin1Text, PdfDict, PdfRef } from '../objects/objects.ts';
import type { PdfObject } from '../objects/objects.ts';
import { parseIndirectObject } from '../objects/parse-object.ts';
import { findPage, listPages } from './page-tree.ts';
import { PdfFormatError } from './pdf-format-error.ts';
import { readXref } from './read-xref.ts';
import type { XrefSection } from './read-xref.ts';

/** An open file. Each object is parsed once, on first access. */
export type PdfFile = {
  readonly bytes: Uint8Array;
  /** The newest trailer, including /Prev. */
  readonly trailer: PdfDict;
  readonly rootRef: PdfRef;
  /** One more than the highest object number in all revisions (/Size). */
  readonly size: number;
  /** Byte offset of the newest cross-reference table. */
  readonly startxref: number;
  /**
   * Returns the newest version of an object, or null if it is free or was never written (ISO 32000-2, 7.3.10).
   */
  object(target: PdfRef | number): PdfObject;
  /** Returns the value itself, or the object it refers to. */
  resolve(value: PdfObject | undefined): PdfObject;
  /** Returns the current generation of an object number; 0 for a new one. */
  generation(num: number): number;
  readonly pageCount: number;
  /**
   * Returns the page at `index`, from 0, or undefined after the last page. Reads only the nodes on the path to
   * it.
   */
  pageRef(index: number): PdfRef | undefined;
  /** Returns all pages in order. Reads every page, so use `pageRef` if only a few are needed. */
  pageRefs(): PdfRef[];
};

/**
 * Opens an unencrypted PDF with classic cross-reference tables and any number of revisions linked by /Prev.
 * `normalise/` writes this form, and `stamp/` and `sign/` extend it. Object streams and cross-reference streams
 * are refused on purpose, because such a file has not been normalized.
 *
 * @throws PdfFormatError if the cross-reference chain, the trailer or the catalog cannot be read
 */
export function openPdf(bytes: Uint8Array): PdfFile {
  const startxref = findStartxref(bytes);
  const { sections, trailer } = readXref(bytes, startxref);
  const rootRef = trailer.get('Root');
  const size = trailer.get('Size');
  if (!(rootRef instanceof PdfRef)) throw new PdfFormatError('the trailer has no /Root');
  if (typeof size !== 'number') throw new PdfFormatError('the trailer has no /Size');
  if (trailer.has('Encrypt')) throw new PdfFormatError('the file is encrypted');

  const cache = new Map<number, PdfObject>();
  const object = (target: PdfRef | number): PdfObject => {
    const num = typeof target === 'number' ? target : target.num;
    const known = cache.get(num);
    if (known !== undefined) return known;
    const value = readObjectAt(bytes, sections, num, (length) => {
      const resolved = object(length);
      return typeof resolved === 'number' ? resolved : undefined;
    });
    cache.set(num, value);
    return value;
  };
  const resolve = (value: PdfObject | undefined): PdfObject => {
    let current = value ?? null;
    for (let hops = 0; current instanceof PdfRef && hops < 16; hops++) current = object(current);
    return current instanceof PdfRef ? null : current;
  };
  const root = object(rootRef);
  if (!(root instanceof PdfDict)) throw new PdfFormatError('the catalog is missing');
  const pages = resolve(root.get('Pages'));
  if (!(pages instanceof PdfDict)) throw new PdfFormatError('the page tree is missing');
  return {
    bytes,
    trailer,
    rootRef,
    size,
    startxref,
    object,
    resolve,
    generation: (num) => findEntry(bytes, sections, num)?.generation ?? 0,
    get pageCount() {
      const count = resolve(pages.get('Count'));
      return typeof count === 'number' ? count : 0;
    },
    pageRef: (index) => findPage(root.get('Pages'), index, resolve),
    pageRefs: () => listPages(root.get('Pages'), resolve),
  };
}

/** Returns the number after the last `startxref`, which must be in the last kilobyte. */
function findStartxref(bytes: Uint8Array): number {
  const tail = latin1Text(bytes.subarray(Math.max(0, bytes.length - 1024)));
  const at = tail.lastIndexOf('startxref');
  const match = /^startxref\s+(\d{1,12})\s+%%EOF/.exec(at < 0 ? '' : tail.slice(at));
  if (match === null) throw new PdfFormatError('no startxref at the end of the file');
  return Number(match[1]);
}

type Entry = { offset: number; generation: number; used: boolean };

/** Returns the newest entry of an object number. Entries are exactly 20 bytes long (7.5.4). */
function findEntry(bytes: Uint8Array, sections: XrefSection[], num: number): Entry | undefined {
  for (const section of sections) {
    if (num < section.first || num >= section.first + section.count) continue;
    const at = section.offset + (num - section.first) * 20;
    return {
      offset: digits(bytes, at, 10),
      generation: digits(bytes, at + 11, 5),
      used: bytes[at + 17] === 0x6e,
    };
  }
  return undefined;
}

function digits(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let i = at; i < at + count; i++) value = value * 10 + ((bytes[i] ?? 0x30) - 0x30);
  return value;
}

function readObjectAt(
  bytes: Uint8Array,
  sections: XrefSection[],
  num: number,
  resolveLength: (target: PdfRef) => number | undefined,
): PdfObject {
  const entry = findEntry(bytes, sections, num);
  if (entry === undefined || !entry.used) return null;
  const parsed = parseIndirectObject(bytes, entry.offset, resolveLength);
  if (parsed === undefined || parsed.num !== num)
    throw new PdfFormatError(`object ${num} is not at byte ${entry.offset}`);
  return parsed.value;
}
