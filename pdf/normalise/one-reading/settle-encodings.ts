import { isArray, name, PdfDict, PdfName, PdfStream } from '../../objects/objects.ts';
import type { PdfArray, PdfObject } from '../../objects/objects.ts';
import { decodeStream } from '../source/decode-stream.ts';
import { InflateBudget } from '../source/inflate-budget.ts';
import type { OutputFile } from '../source/output-file.ts';
import { usualName } from './glyph-names.ts';
import { readCharset } from './read-charset.ts';
import { settleSymbolic } from './settle-symbolic.ts';

/** Encodings that a simple font can name (ISO 32000-2, table 112). */
const NAMED = ['WinAnsiEncoding', 'MacRomanEncoding', 'MacExpertEncoding'];
const SYMBOLIC = 4;
const NONSYMBOLIC = 32;

/** Names of letters and digits, whose codes are the same in all Latin encodings. */
const DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const ranges = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
const LATIN: ReadonlyMap<number, string> = new Map([
  ...DIGITS.map((glyph, digit) => [48 + digit, glyph] as const),
  ...ranges.map((letter) => [letter.charCodeAt(0), letter] as const),
]);

/**
 * Makes the codes of a simple embedded font unambiguous. Programs disagree about encodings with unknown names,
 * fonts without an encoding, and fonts with two encoding tables.
 */
export function settleEncoding(output: OutputFile, font: PdfDict): void {
  const descriptor = output.deref(font.get('FontDescriptor') ?? null);
  if (!(descriptor instanceof PdfDict)) return;
  const encoding = output.deref(font.get('Encoding') ?? null);
  if (encoding instanceof PdfName && !NAMED.includes(encoding.value)) font.delete('Encoding');
  const file = output.deref(descriptor.get('FontFile') ?? null);
  if (file instanceof PdfStream && !namesBase(output, font) && hasTwoTables(output, file))
    descriptor.delete('FontFile');
  const compact = output.deref(descriptor.get('FontFile3') ?? null);
  if (compact instanceof PdfStream && hasUnnamedGlyph(output, compact)) descriptor.delete('FontFile3');
  if (['FontFile', 'FontFile3'].some((key) => descriptor.has(key))) nameLatin(output, font, descriptor);
  settleSymbolic(output, font, descriptor);
  if (descriptor.has('FontFile2')) nameDigits(output, font);
}

/**
 * Replaces code point names by the usual names of the same characters, because Poppler finds the former in fewer
 * maps.
 */
function nameDigits(output: OutputFile, font: PdfDict): void {
  const encoding = output.deref(font.get('Encoding') ?? null);
  const differences = encoding instanceof PdfDict ? output.deref(encoding.get('Differences') ?? null) : null;
  if (!(encoding instanceof PdfDict) || !isArray(differences)) return;
  const given = differences.map((item) => output.deref(item));
  if (given.every((item) => !(item instanceof PdfName) || usualName(item.value) === item.value)) return;
  const usual = given.map((item) => (item instanceof PdfName ? name(usualName(item.value)) : item));
  font.set('Encoding', new PdfDict(encoding).set('Differences', usual));
}

/**
 * Adds names for letters and digits, so that all programs draw what the signing page shows. If a nonsymbolic
 * font has no encoding, PDFium and pdf.js use the standard one, and other programs the font's own table.
 */
function nameLatin(output: OutputFile, font: PdfDict, descriptor: PdfDict): void {
  const flags = Number(output.deref(descriptor.get('Flags') ?? null));
  if ((flags & NONSYMBOLIC) === 0 || (flags & SYMBOLIC) !== 0) return;
  const given = output.deref(font.get('Encoding') ?? null);
  if (given instanceof PdfName) return;
  const encoding = given instanceof PdfDict ? new PdfDict(given) : new PdfDict();
  if (encoding.has('BaseEncoding')) return;
  const differences = output.deref(encoding.get('Differences') ?? null);
  const named: PdfArray = [...LATIN].flatMap(([code, glyph]): PdfObject[] => [code, name(glyph)]);
  encoding.set('Differences', [...named, 0, ...(isArray(differences) ? differences : [])]);
  font.set('Encoding', encoding);
}

/** Poppler does not draw a CFF font with an unnamed glyph. */
function hasUnnamedGlyph(output: OutputFile, file: PdfStream): boolean {
  const bytes = decodeStream(file, (value) => output.deref(value ?? null), new InflateBudget());
  const names = bytes && readCharset(bytes);
  return names !== undefined && names.sids.some((sid) => sid === 0 || sid >= names.count);
}

/** Encodings that all programs know. With one of them, no program uses the encoding table in the font. */
const BASES = ['WinAnsiEncoding', 'MacRomanEncoding'];

function namesBase(output: OutputFile, font: PdfDict): boolean {
  const encoding = output.deref(font.get('Encoding') ?? null);
  const base = encoding instanceof PdfDict ? output.deref(encoding.get('BaseEncoding') ?? null) : encoding;
  return base instanceof PdfName && BASES.includes(base.value);
}

/** Poppler uses the first encoding table in a Type 1 font, and other programs use the last one. */
function hasTwoTables(output: OutputFile, file: PdfStream): boolean {
  const bytes = decodeStream(file, (value) => output.deref(value ?? null), new InflateBudget());
  if (bytes === undefined) return false;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = text.indexOf('eexec');
  return text.toString('latin1', 0, end < 0 ? 0 : end).split('/Encoding').length > 2;
}
