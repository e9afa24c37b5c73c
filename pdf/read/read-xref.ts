import { latin1Text, PdfDict } from '../objects/objects.ts';
import { parseObject } from '../objects/parse-object.ts';
import { PdfFormatError } from './pdf-format-error.ts';

/** A range of object numbers whose 20-byte entries begin at `offset`. */
export type XrefSection = { first: number; count: number; offset: number };

/**
 * Reads the cross-reference chain from the table at `startxref` back through /Prev (ISO 32000-2, 7.5.4 and
 * 7.5.6). The newest sections come first, so that the first match for a number is its current version.
 *
 * @throws PdfFormatError for a cross-reference stream, a loop, or a table that does not consist of 20-byte
 * entries
 */
export function readXref(
  bytes: Uint8Array,
  startxref: number,
): { sections: XrefSection[]; trailer: PdfDict } {
  const sections: XrefSection[] = [];
  const seen = new Set<number>();
  let newest: PdfDict | undefined;
  for (let at: number | undefined = startxref; at !== undefined;) {
    if (seen.has(at)) throw new PdfFormatError('the cross-reference chain loops');
    seen.add(at);
    const table = readTable(bytes, at);
    sections.push(...table.sections);
    newest ??= table.trailer;
    const previous = table.trailer.get('Prev');
    at = typeof previous === 'number' ? previous : undefined;
  }
  if (newest === undefined) throw new PdfFormatError('no trailer');
  return { sections, trailer: newest };
}

function readTable(bytes: Uint8Array, start: number): { sections: XrefSection[]; trailer: PdfDict } {
  const word = /^\s*xref\s+/.exec(textAt(bytes, start));
  if (word === null) throw new PdfFormatError(`no cross-reference table at byte ${start}`);
  const sections: XrefSection[] = [];
  let at = start + word[0].length;
  for (;;) {
    const header = /^\s*(?:(\d{1,10}) (\d{1,10})\s*?(?:\r\n|\n|\r)|trailer)/.exec(textAt(bytes, at));
    if (header === null) throw new PdfFormatError(`no section or trailer at byte ${at}`);
    at += header[0].length;
    if (header[1] === undefined) return { sections, trailer: readTrailer(bytes, at) };
    const section = { first: Number(header[1]), count: Number(header[2]), offset: at };
    at += section.count * 20;
    if (at > bytes.length || !endsAsEntry(bytes, section, at))
      throw new PdfFormatError(`the table at byte ${start} is not made of 20-byte entries`);
    sections.push(section);
  }
}

/** Returns true if the last entry of a section ends in `n` or `f` and two end-of-line bytes. */
function endsAsEntry(bytes: Uint8Array, section: XrefSection, end: number): boolean {
  if (section.count === 0) return true;
  return /^\d{10} \d{5} [nf](?: \r| \n|\r\n)$/.test(latin1Text(bytes.subarray(end - 20, end)));
}

function readTrailer(bytes: Uint8Array, at: number): PdfDict {
  const parsed = parseObject(bytes, at);
  if (!(parsed?.value instanceof PdfDict)) throw new PdfFormatError(`no trailer dictionary at byte ${at}`);
  return parsed.value;
}

/** Returns enough text for a section header or a keyword. */
const textAt = (bytes: Uint8Array, at: number): string => latin1Text(bytes.subarray(at, at + 64));
