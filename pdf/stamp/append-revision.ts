import { createHash } from 'node:crypto';
import { ByteWriter } from '../objects/byte-writer.ts';
import { PdfDict, PdfName, PdfRef, PdfStream, PdfString } from '../objects/objects.ts';
import type { PdfObject } from '../objects/objects.ts';
import { writeIndirectObject, writeObject } from '../objects/serialise.ts';
import { openPdf } from '../read/open-pdf.ts';
import type { PdfFile } from '../read/open-pdf.ts';

export type RevisionOptions = {
  /** The base if it is already open, so that its cross-reference tables are not read again. */
  file?: PdfFile;
  /** Trailer entries to add or replace, such as /Info. */
  trailer?: PdfDict;
  /**
   * True to write a cross-reference stream, which is required if the file already ends in one (ISO 32000-2,
   * 7.5.8).
   */
  asStream?: boolean;
};

/**
 * Appends an incremental update (ISO 32000-2, 7.5.6) with the changed and new objects, a classic cross-reference
 * section and a trailer with /Prev. The result begins with exactly the bytes of `base`, so that earlier
 * signatures keep their byte ranges. The second /ID string is derived from the content, so that equal input
 * gives equal bytes.
 *
 * @param changed object numbers and their new values; new numbers begin at `file.size`
 * @throws PdfFormatError if the base cannot be opened
 */
export function appendRevision(
  base: Uint8Array,
  changed: ReadonlyMap<number, PdfObject>,
  options: RevisionOptions = {},
): Uint8Array {
  return joinFile([base, writeRevision(base, changed, options).revision]);
}

/** Returns the bytes that `appendRevision` adds to the base, and the offset of each object in the whole file. */
export function writeRevision(
  base: Uint8Array,
  changed: ReadonlyMap<number, PdfObject>,
  options: RevisionOptions = {},
): WrittenRevision {
  return writeRevisionAfter(base, changed, { ...options, file: options.file ?? openPdf(base) });
}

export type WrittenRevision = {
  revision: Uint8Array;
  offsets: Map<number, number>;
  /** Offset of the cross-reference table in the whole file. */
  startxref: number;
  /** Contains /Size and /ID for the next revision. */
  trailer: PdfDict;
};

/** Like `writeRevision`, for a base of which only the length and the last byte are known. */
export function writeRevisionAfter(
  base: Pick<Uint8Array, 'length' | 'at'>,
  changed: ReadonlyMap<number, PdfObject>,
  options: RevisionOptions & { file: PdfFile },
): WrittenRevision {
  const { file } = options;
  const tail = new ByteWriter();
  if (base.at(-1) !== 0x0a) tail.text('\n');
  const offsets = new Map<number, number>();
  const numbers = [...changed.keys()].sort((a, b) => a - b);
  for (const num of numbers) {
    const value = changed.get(num) ?? null;
    offsets.set(num, base.length + writeIndirectObject(tail, num, file.generation(num), value));
  }
  const startxref = base.length + tail.length;
  if (options.asStream) return endWithStream(tail, { startxref, numbers, offsets, file });
  tail.text(xrefSections(numbers, offsets, file)).text('trailer\n');
  const body = tail.take();
  const end = new ByteWriter();
  const trailer = nextTrailer(file, numbers, body, options.trailer);
  writeObject(end, trailer);
  end.text(`\nstartxref\n${startxref}\n%%EOF\n`);
  return { revision: joinFile([body, end.take()]), offsets, startxref, trailer };
}

/** Ends a revision with a cross-reference stream (7.5.8). It is uncompressed, so that it is easy to verify. */
function endWithStream(
  tail: ByteWriter,
  {
    startxref,
    numbers,
    offsets,
    file,
  }: { startxref: number; numbers: number[]; offsets: Map<number, number>; file: PdfFile },
): WrittenRevision {
  const own = Math.max(file.size, (numbers.at(-1) ?? 0) + 1);
  const rows = [...numbers, own].map((num) => {
    const row = Buffer.alloc(xrefRow);
    row.writeUInt8(1);
    row.writeUIntBE(num === own ? startxref : (offsets.get(num) ?? 0), 1, 5);
    row.writeUInt16BE(file.generation(num), 6);
    return row;
  });
  const trailer = nextTrailer(file, [...numbers, own], tail.take(), undefined);
  const entries = new PdfDict(trailer);
  entries.set('Type', new PdfName('XRef')).set('W', [1, 5, 2]);
  entries.set(
    'Index',
    [...numbers, own].flatMap((num) => [num, 1]),
  );
  const end = new ByteWriter();
  writeIndirectObject(end, own, 0, new PdfStream(entries, Buffer.concat(rows)));
  end.text(`startxref\n${startxref}\n%%EOF\n`);
  return { revision: joinFile([tail.take(), end.take()]), offsets, startxref, trailer };
}

/** Size of a row in bytes: type, offset and generation. */
const xrefRow = 8;

/** A revision in progress. It collects changed objects and allocates object numbers. */
export type Revision = {
  readonly file: PdfFile;
  readonly changed: Map<number, PdfObject>;
  /** Returns an unused object number. */
  allocate(): PdfRef;
  /** Adds an object and returns its reference. */
  add(value: PdfObject): PdfRef;
  set(target: PdfRef, value: PdfObject): void;
  /** Returns the object as changed in this revision. */
  object(target: PdfRef): PdfObject;
};

export function startRevision(file: PdfFile): Revision {
  const changed = new Map<number, PdfObject>();
  let next = file.size;
  const allocate = (): PdfRef => new PdfRef(next++);
  return {
    file,
    changed,
    allocate,
    add(value) {
      const target = allocate();
      changed.set(target.num, value);
      return target;
    },
    set(target, value) {
      changed.set(target.num, value);
    },
    object: (target) => changed.get(target.num) ?? file.object(target),
  };
}

/** Writes one subsection for each range of consecutive numbers. */
function xrefSections(numbers: number[], offsets: Map<number, number>, file: PdfFile): string {
  const lines = ['xref\n'];
  for (let i = 0; i < numbers.length;) {
    const first = numbers[i] ?? 0;
    let count = 1;
    while (numbers[i + count] === first + count) count++;
    lines.push(`${first} ${count}\n`);
    for (let num = first; num < first + count; num++) {
      const offset = String(offsets.get(num) ?? 0).padStart(10, '0');
      lines.push(`${offset} ${String(file.generation(num)).padStart(5, '0')} n \n`);
    }
    i += count;
  }
  return lines.join('');
}

function nextTrailer(
  file: PdfFile,
  numbers: number[],
  body: Uint8Array,
  entries: PdfDict | undefined,
): PdfDict {
  const trailer = new PdfDict([...file.trailer, ...(entries ?? [])]);
  trailer.set('Size', Math.max(file.size, (numbers.at(-1) ?? 0) + 1));
  trailer.set('Prev', file.startxref);
  const id = file.resolve(file.trailer.get('ID'));
  const [first, second] = Array.isArray(id) ? id : [];
  const hash = createHash('sha256').update(second instanceof PdfString ? second.bytes : '');
  const changedId = new PdfString(hash.update(body).digest().subarray(0, 16), true);
  trailer.set('ID', [first instanceof PdfString ? first : changedId, changedId]);
  return trailer;
}

/** Concatenates the parts, followed by `spare` zero bytes. */
export function joinFile(parts: readonly Uint8Array[], spare = 0): Uint8Array {
  // Every byte is written below, so a large buffer need not be cleared first.
  const whole = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + part.length, spare));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  whole.fill(0, at);
  return new Uint8Array(whole.buffer, whole.byteOffset, whole.length);
}
