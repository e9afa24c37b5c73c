import { asciiAt, MalformedPdf, readIndirect, readValue } from './read-value.ts';
import type { PdfValue } from './read-value.ts';

export type Entry = { readonly num: number; readonly gen: number; readonly offset: number };

/** All revisions of a file according to its cross-reference tables. */
export type Revisions = {
  /** The newest trailer. */
  readonly trailer: ReadonlyMap<string, PdfValue>;
  /** Every object of every revision that is listed in a table, including overwritten ones. */
  readonly entries: readonly Entry[];
  /** Returns the entry of the newest version of an object. Throws `MalformedPdf` if it is missing. */
  entry(value: PdfValue | undefined): Entry;
  /** Returns the newest version of an object. Throws `MalformedPdf` if it is missing. */
  object(value: PdfValue | undefined): PdfValue;
};

/**
 * Reads the chain of classic cross-reference tables that ends with the last bytes of the file. Throws
 * `MalformedPdf` for any other form, because seals are written only in this one.
 */
export function readRevisions(bytes: Uint8Array): Revisions {
  const ending = /startxref\n(\d{1,10})\n%%EOF\n$/.exec(asciiAt(bytes, Math.max(0, bytes.length - 40), 40));
  if (ending === null) throw new MalformedPdf('the file has an unexpected end');
  const entries: Entry[] = [];
  const newest = new Map<number, Entry>();
  const seen = new Set<number>();
  let trailer: ReadonlyMap<string, PdfValue> | undefined;
  for (let at: number | undefined = Number(ending[1]); at !== undefined;) {
    if (seen.has(at)) throw new MalformedPdf('the revisions loop');
    seen.add(at);
    const table = readTable(bytes, at);
    for (const entry of table.entries) {
      entries.push(entry);
      if (!newest.has(entry.num)) newest.set(entry.num, entry);
    }
    trailer ??= table.trailer;
    const previous = table.trailer.get('Prev');
    at = previous?.kind === 'number' ? previous.value : undefined;
  }
  const entry = (value: PdfValue | undefined): Entry => {
    const located = value?.kind === 'ref' ? newest.get(value.num) : undefined;
    if (value?.kind !== 'ref' || located?.gen !== value.gen) throw new MalformedPdf('an object is missing');
    return located;
  };
  return {
    trailer: trailer ?? new Map<string, PdfValue>(),
    entries,
    entry,
    object(value) {
      const { offset, num, gen } = entry(value);
      return readIndirect(bytes, offset, num, gen).value;
    },
  };
}

type Table = { entries: Entry[]; trailer: ReadonlyMap<string, PdfValue> };

function readTable(bytes: Uint8Array, start: number): Table {
  if (asciiAt(bytes, start, 5) !== 'xref\n') throw new MalformedPdf(`no table at byte ${start}`);
  const entries: Entry[] = [];
  let at = start + 5;
  for (;;) {
    const section = /^(\d{1,10}) (\d{1,10})\n/.exec(asciiAt(bytes, at, 24));
    if (section === null) break;
    at += section[0].length;
    const count = Number(section[2]);
    for (let index = 0; index < count; index += 1, at += 20) {
      const entry = readEntry(asciiAt(bytes, at, 20), Number(section[1]) + index);
      if (entry !== undefined) entries.push(entry);
    }
  }
  if (asciiAt(bytes, at, 8) !== 'trailer\n') throw new MalformedPdf(`no trailer at byte ${at}`);
  const { value } = readValue(bytes, at + 8);
  if (value.kind !== 'dict') throw new MalformedPdf('the trailer is not a dictionary');
  return { entries, trailer: value.entries };
}

/** Parses an entry of 20 bytes. Returns undefined if it is free. */
function readEntry(text: string, num: number): Entry | undefined {
  const parts = /^(\d{10}) (\d{5}) ([nf]) \n$/.exec(text);
  if (parts === null) throw new MalformedPdf('cross-reference entry');
  return parts[3] === 'f' ? undefined : { num, gen: Number(parts[2]), offset: Number(parts[1]) };
}
