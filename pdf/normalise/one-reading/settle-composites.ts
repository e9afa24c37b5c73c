import { deflateSync } from 'node:zlib';
import { isArray, isName, name, PdfDict, PdfRef, PdfStream } from '../../objects/objects.ts';
import type { PdfObject } from '../../objects/objects.ts';
import { writePdfFile } from '../../objects/write-file.ts';
import { decodeStream } from '../source/decode-stream.ts';
import { InflateBudget } from '../source/inflate-budget.ts';
import type { OutputFile } from '../source/output-file.ts';

/** Size in bytes of a map for all two-byte codes. */
const WHOLE_MAP = 65_536 * 2;

/**
 * Changes a composite font (ISO 32000-2, 9.7) so that all programs read it the same way, or so that a difference
 * is visible in PDFium's rendering.
 */
export function settleComposite(output: OutputFile, font: PdfDict): void {
  const descendants = output.deref(font.get('DescendantFonts') ?? null);
  const descendant = isArray(descendants) ? output.deref(descendants[0] ?? null) : null;
  if (descendant instanceof PdfDict) settleDescendant(output, descendant);
  settleCodes(output, font);
}

function settleDescendant(output: OutputFile, descendant: PdfDict): void {
  const descriptor = output.deref(descendant.get('FontDescriptor') ?? null);
  const entry = (key: string): PdfObject =>
    descriptor instanceof PdfDict ? output.deref(descriptor.get(key) ?? null) : null;
  // A composite font cannot have a Type 1 font file, and Poppler does not draw such a font.
  if (descriptor instanceof PdfDict && descriptor.has('FontFile')) descriptor.delete('FontFile');
  const map = output.deref(descendant.get('CIDToGIDMap') ?? null);
  if (!(map instanceof PdfStream)) return;
  const compact = entry('FontFile3');
  // This kind of map is only for TrueType fonts, and Poppler applies it only to them.
  if (compact instanceof PdfStream && !isName(output.deref(compact.dict.get('Subtype') ?? null), 'OpenType'))
    descendant.delete('CIDToGIDMap');
  else completeMap(output, descendant, map);
}

/** Extends the map to all codes, because programs draw different glyphs for codes beyond its end. */
function completeMap(output: OutputFile, descendant: PdfDict, map: PdfStream): void {
  const bytes = decodeStream(map, (value) => output.deref(value ?? null), new InflateBudget());
  if (bytes === undefined || bytes.length >= WHOLE_MAP) return;
  const whole = Buffer.alloc(WHOLE_MAP);
  const size = bytes.length - (bytes.length % 2);
  whole.set(bytes.subarray(0, size));
  const reference = descendant.get('CIDToGIDMap');
  if (!(reference instanceof PdfRef)) return;
  output.objects.set(reference.num, mapOf(whole));
  output.completedMaps.set(reference.num, size);
}

const mapOf = (bytes: Uint8Array): PdfStream =>
  new PdfStream(new PdfDict([['Filter', name('FlateDecode')]]), deflateSync(bytes));

/**
 * Returns the file as MuPDF reads it, with a code beyond the end of a map used as the glyph. Returns undefined
 * if all maps were complete.
 */
export function writeWithGlyphsBeyond(output: OutputFile, trailer: PdfDict): Uint8Array | undefined {
  if (output.completedMaps.size === 0) return undefined;
  const objects = new Map(output.objects);
  for (const [num, size] of output.completedMaps) {
    const map = objects.get(num);
    const whole =
      map instanceof PdfStream &&
      decodeStream(map, (value) => output.deref(value ?? null), new InflateBudget());
    if (!whole) continue;
    const bytes = Buffer.from(whole);
    for (let at = size; at < WHOLE_MAP; at += 2) bytes.writeUInt16BE(at / 2, at);
    objects.set(num, mapOf(bytes));
  }
  return writePdfFile(objects, trailer);
}

/** Replaces an embedded code map by its text, because programs use different entries of its dictionary. */
function settleCodes(output: OutputFile, font: PdfDict): void {
  const reference = font.get('Encoding') ?? null;
  const map = output.deref(reference);
  if (!(reference instanceof PdfRef) || !(map instanceof PdfStream)) return;
  const bytes = decodeStream(map, (value) => output.deref(value ?? null), new InflateBudget());
  if (bytes === undefined) return;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  // Programs read different codes with such a map, so the file is refused.
  if (overlaps(text) || map.dict.has('UseCMap') || text.includes('beginnotdef')) {
    font.delete('Encoding');
    return;
  }
  const entries = new PdfDict(map.dict).set('Filter', name('FlateDecode'));
  for (const key of ['DecodeParms', 'WMode']) entries.delete(key);
  if (/\/WMode\s+1\s+def/.test(text)) entries.set('WMode', 1);
  output.objects.set(reference.num, new PdfStream(entries, deflateSync(bytes)));
}

/** Returns true if a code could be read with one byte or with several. */
function overlaps(text: string): boolean {
  const spaces = [...text.matchAll(/begincodespacerange([\s\S]*?)endcodespacerange/g)].flatMap(([, lines]) =>
    Array.from(lines!.matchAll(/<\s*([\da-f]+)\s*>\s*<\s*([\da-f]+)\s*>/gi), ([, low, high]) => ({
      length: low!.length,
      first: Number.parseInt(low!.slice(0, 2), 16),
      last: Number.parseInt(high!.slice(0, 2), 16),
    })),
  );
  return spaces.some((one) =>
    spaces.some((other) => one.length < other.length && one.first <= other.last && other.first <= one.last),
  );
}
