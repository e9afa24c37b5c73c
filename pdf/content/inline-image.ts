import { deflateSync } from 'node:zlib';
import { PdfDict, PdfName } from '../objects/objects.ts';
import type { PdfArray, PdfObject } from '../objects/objects.ts';
import { nameText, serialise } from '../objects/serialise.ts';
import { KIND, SPACE } from './byte-kinds.ts';
import type { Reader } from './number-words.ts';
import type { OutputBuffer } from './output-buffer.ts';

/** Long keys of inline images, with the short ones of ISO 32000-2, table 91. The short ones are written. */
const KEYS: ReadonlyMap<string, string> = new Map<string, string>([
  ...[['BitsPerComponent', 'BPC'] as const, ['ColorSpace', 'CS'] as const, ['Decode', 'D'] as const],
  ...[['DecodeParms', 'DP'] as const, ['Filter', 'F'] as const, ['Height', 'H'] as const],
  ...[['ImageMask', 'IM'] as const, ['Interpolate', 'I'] as const, ['Width', 'W'] as const],
]);
const SHORT_KEYS = new Set(KEYS.values());

const shortKey = (key: string): string => KEYS.get(key) ?? key;

/** The entries of an inline image by their short keys. Duplicate keys are resolved as by `reader`. */
export class ImageEntries {
  readonly dict = new PdfDict();
  readonly #reader: Reader;
  readonly #given = new Map<string, 'short' | 'long'>();

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** Returns false if the key was already set in either form, so that programs read the image differently. */
  set(key: string, value: PdfObject): boolean {
    const short = shortKey(key);
    const form = short === key ? 'short' : 'long';
    const before = this.#given.get(short);
    if (before !== undefined && !this.#counts(form, before)) return false;
    this.#given.set(short, form);
    this.dict.set(short, value);
    return before === undefined;
  }

  /**
   * The short form takes precedence (ISO 32000-2, 8.9.7), except in MuPDF and Poppler, which use the long one.
   * Of two equal keys, Poppler uses the first one.
   */
  #counts(form: string, before: string): boolean {
    if (form === before) return this.#reader !== 'poppler';
    return form === (this.#reader === 'pdfium' || this.#reader === 'pdfjs' ? 'short' : 'long');
  }
}

/**
 * The data of an inline image as they are written, with the filters for image programs and the encoded bytes.
 */
export type ImageData = { filter: string | undefined; parms: PdfObject; bytes: Uint8Array };

/** Minimum size in bytes from which compression saves space. */
const WORTH_PACKING = 128;

/**
 * Writes an inline image so that every program finds its end. The data are written as hexadecimal digits, which
 * cannot contain an EI (ISO 32000-2, 8.9.7).
 */
export function writeInlineImage(out: OutputBuffer, entries: PdfDict, data: ImageData): void {
  const packed = data.filter === undefined && data.bytes.length >= WORTH_PACKING;
  const filter = data.filter ?? (packed ? 'Fl' : undefined);
  const bytes = packed ? deflateSync(data.bytes) : data.bytes;
  const filters: PdfArray = [new PdfName('AHx'), ...(filter === undefined ? [] : [new PdfName(filter)])];
  out.text('BI');
  for (const [key, value] of entries) {
    if (!SHORT_KEYS.has(key) || key === 'F' || key === 'DP') continue;
    out.text(` ${nameText(key)} `);
    out.append(serialise(value));
  }
  out.text(' /F ');
  out.append(serialise(filters));
  if (data.filter !== undefined && data.parms !== null) {
    out.text(' /DP ');
    out.append(serialise([null, data.parms]));
  }
  out.text('\nID ');
  for (const byte of bytes) out.hex(byte);
  out.text('>\nEI\n');
}

/** Returns the offset of the first EI, or -1. Programs such as pdf.js use only this search to find the end. */
export function searchEnd(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0x45 || bytes[at + 1] !== 0x49) continue;
    const before = at === from || KIND[bytes[at - 1]!] === SPACE;
    const behind = at + 2 >= bytes.length || KIND[bytes[at + 2]!] === SPACE;
    if (before && behind && looksLikeText(bytes, at + 2)) return at;
  }
  return -1;
}

/** Image data can contain "EI" by chance, but only the real one is followed by operators. */
function looksLikeText(bytes: Uint8Array, from: number): boolean {
  for (let at = from; at < Math.min(from + 12, bytes.length); at += 1) {
    const byte = bytes[at]!;
    if ((byte < 0x20 && KIND[byte] !== SPACE) || byte > 0x7e) return false;
  }
  return true;
}
