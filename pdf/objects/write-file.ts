import { createHash } from 'node:crypto';
import { ByteWriter } from './byte-writer.ts';
import { PdfDict, PdfString } from './objects.ts';
import type { PdfObject } from './objects.ts';
import { writeIndirectObject, writeObject } from './serialise.ts';

/**
 * Writes a complete single-revision PDF 1.7 file (§7.5): header with binary comment, objects ordered by number,
 * a classic cross-reference table, and the trailer. All generations are 0. `trailer` contains /Root and
 * optionally /Info. This function adds /Size and /ID, and derives /ID from the content, so that equal input
 * gives equal bytes.
 */
export function writePdfFile(objects: Map<number, PdfObject>, trailer: PdfDict): Uint8Array {
  const out = new ByteWriter();
  out.text('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n');
  const offsets = new Map<number, number>();
  const body = new ByteWriter();
  const bodyStart = out.length;
  for (const num of [...objects.keys()].sort((a, b) => a - b)) {
    const object = objects.get(num);
    if (object !== undefined) offsets.set(num, bodyStart + writeIndirectObject(body, num, 0, object));
  }
  const bodyBytes = body.take();
  out.bytes(bodyBytes);
  const size = ([...offsets.keys()].at(-1) ?? 0) + 1;
  const startXref = out.length;
  out.text(xrefTable(offsets, size)).text('trailer\n');
  writeTrailer(out, trailer, size, bodyBytes);
  out.text(`\nstartxref\n${startXref}\n%%EOF\n`);
  return out.take();
}

function xrefTable(offsets: Map<number, number>, size: number): string {
  const free: number[] = [0];
  for (let num = 1; num < size; num++) if (!offsets.has(num)) free.push(num);
  const nextFree = new Map(free.map((num, index) => [num, free[index + 1] ?? 0]));
  const lines = [`xref\n0 ${size}\n`];
  for (let num = 0; num < size; num++) {
    const offset = offsets.get(num);
    if (offset !== undefined) lines.push(`${String(offset).padStart(10, '0')} 00000 n \n`);
    else
      lines.push(`${String(nextFree.get(num) ?? 0).padStart(10, '0')} ${num === 0 ? '65535' : '00000'} f \n`);
  }
  return lines.join('');
}

function writeTrailer(out: ByteWriter, trailer: PdfDict, size: number, body: Uint8Array): void {
  const id = new PdfString(createHash('sha256').update(body).digest().subarray(0, 16), true);
  writeObject(out, new PdfDict([...trailer, ['Size', size], ['ID', [id, id]]]));
}
