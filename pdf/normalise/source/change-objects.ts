import { ByteWriter } from '../../objects/byte-writer.ts';
import { dict, name, PdfDict, PdfName, PdfRef, PdfStream, type PdfObject } from '../../objects/objects.ts';
import { writeIndirectObject, writeObject } from '../../objects/serialise.ts';
import { writePdfFile } from '../../objects/write-file.ts';
import type { SourceFile } from './source-file.ts';

/** Returns an object number above all that are in use. */
export function freeNumber(file: SourceFile): number {
  const size = file.resolve(file.trailer.get('Size'));
  let free = typeof size === 'number' && size > 0 ? size : 1;
  while (file.get(new PdfRef(free)) !== null) free += 1;
  return free;
}

/**
 * Returns the file with these objects changed or added. Uses an incremental update (ISO 32000-2, 7.5.6) with a
 * table or a stream, whichever the last cross-reference section is. An encrypted file, or one without such a
 * section, is completely rewritten without encryption.
 */
export function changeObjects(file: SourceFile, changed: ReadonlyMap<number, PdfObject>): Uint8Array {
  const xref = file.rebuilt || file.encrypted ? undefined : lastXref(file.bytes);
  return xref ? appendObjects(file, changed, xref) : writeAgain(file, changed);
}

/** Types of containers, whose objects are written individually. */
const containers: ReadonlySet<string> = new Set(['XRef', 'ObjStm']);

function writeAgain(file: SourceFile, changed: ReadonlyMap<number, PdfObject>): Uint8Array {
  const objects = new Map<number, PdfObject>();
  for (const num of file.objectNumbers) {
    const value = file.get(new PdfRef(num));
    const type = value instanceof PdfStream ? file.resolve(value.dict.get('Type')) : null;
    if (value !== null && !(type instanceof PdfName && containers.has(type.value))) objects.set(num, value);
  }
  for (const [num, value] of changed) objects.set(num, value);
  return writePdfFile(objects, dict({ Root: file.trailer.get('Root'), Info: file.trailer.get('Info') }));
}

type Xref = { offset: number; isTable: boolean };

function appendObjects(file: SourceFile, changed: ReadonlyMap<number, PdfObject>, xref: Xref): Uint8Array {
  const tail = new ByteWriter().text('\n');
  const offsets = new Map<number, number>();
  for (const [num, value] of changed)
    offsets.set(num, file.bytes.length + writeIndirectObject(tail, num, 0, value));
  const at = file.bytes.length + tail.length;
  const trailer = new PdfDict(
    ['Root', 'Info', 'ID'].flatMap((key) => {
      const value = file.trailer.get(key);
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
  trailer.set('Prev', xref.offset).set('Size', Math.max(freeNumber(file), ...changed.keys()) + 2);
  if (xref.isTable) writeTable(tail, offsets, trailer);
  else
    writeStream(tail, offsets, { trailer, num: Math.max(freeNumber(file) - 1, ...changed.keys()) + 1, at });
  tail.text(`\nstartxref\n${at}\n%%EOF\n`);
  return Uint8Array.from(Buffer.concat([file.bytes, tail.take()]));
}

function writeTable(tail: ByteWriter, offsets: ReadonlyMap<number, number>, trailer: PdfDict): void {
  tail.text('xref\n');
  for (const [num, offset] of offsets) tail.text(`${num} 1\n${String(offset).padStart(10, '0')} 00000 n \n`);
  writeObject(tail.text('trailer\n'), trailer);
}

/** Four bytes are enough for any offset in an upload. */
function writeStream(
  tail: ByteWriter,
  offsets: ReadonlyMap<number, number>,
  { trailer, num, at }: { trailer: PdfDict; num: number; at: number },
): void {
  const rows = [...offsets, [num, at] as const].toSorted(([a], [b]) => a - b);
  const bytes = Buffer.alloc(rows.length * 6);
  for (const [index, [, offset]] of rows.entries()) {
    bytes.writeUInt8(1, index * 6);
    bytes.writeUInt32BE(offset, index * 6 + 1);
  }
  trailer.set('Type', name('XRef')).set('W', [1, 4, 1]);
  trailer.set(
    'Index',
    rows.flatMap(([row]) => [row, 1]),
  );
  writeIndirectObject(tail, num, 0, new PdfStream(trailer, bytes));
}

/** Returns the last cross-reference section (§7.5.5). */
function lastXref(bytes: Uint8Array): Xref | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = file.toString('latin1', Math.max(0, file.length - 2048));
  const offset = Number([...end.matchAll(/startxref\s+(\d+)/g)].at(-1)?.[1]);
  const start = Number.isSafeInteger(offset) ? file.toString('latin1', offset, offset + 24) : '';
  if (/^\s*xref\s/.test(start)) return { offset, isTable: true };
  return /^\s*\d+\s+\d+\s+obj/.test(start) ? { offset, isTable: false } : undefined;
}
