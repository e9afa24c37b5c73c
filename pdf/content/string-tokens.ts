import { hexDigit, KIND, SPACE } from './byte-kinds.ts';
import type { Reader } from './number-words.ts';

/** `end` is the offset after the closing delimiter, or -1 if there is none. */
export type StringToken = { end: number; irregular: boolean };

/**
 * Reads the hexadecimal string at `at`. PDFium and pdf.js ignore other characters, but Poppler and MuPDF read
 * them as the digit 0. A final odd digit is completed with 0 (ISO 32000-2, 7.3.4.3).
 */
export function readHexString(
  bytes: Uint8Array,
  at: number,
  reader: Reader,
  write: (byte: number) => void,
): StringToken {
  const zeroes = reader === 'poppler' || reader === 'mupdf';
  let high = -1;
  let irregular = false;
  for (let next = at + 1; next < bytes.length; next += 1) {
    const byte = bytes[next]!;
    if (byte === 0x3e) {
      if (high >= 0) write(high << 4);
      return { end: next + 1, irregular };
    }
    let digit = hexDigit(byte);
    if (digit < 0) {
      if (KIND[byte] === SPACE) continue;
      irregular = true;
      if (!zeroes) continue;
      digit = 0;
    }
    if (high < 0) high = digit;
    else {
      write((high << 4) | digit);
      high = -1;
    }
  }
  return { end: -1, irregular };
}

const ESCAPES = new Map([
  [0x6e, 10],
  [0x72, 13],
  [0x74, 9],
  [0x62, 8],
  [0x66, 12],
]);

/**
 * Reads the literal string at `at` (7.3.4.2). Line breaks inside are kept, as in all programs, because one could
 * be half of a two-byte code.
 */
export function readLiteralString(bytes: Uint8Array, at: number, write: (byte: number) => void): StringToken {
  let depth = 1;
  for (let next = at + 1; next < bytes.length;) {
    const byte = bytes[next++]!;
    if (byte === 0x5c) next = readEscape(bytes, next, write);
    else {
      if (byte === 0x28) depth += 1;
      if (byte === 0x29 && --depth === 0) return { end: next, irregular: false };
      write(byte);
    }
  }
  return { end: -1, irregular: false };
}

function readEscape(bytes: Uint8Array, at: number, write: (byte: number) => void): number {
  const byte = bytes[at];
  if (byte === undefined) return at;
  const simple = ESCAPES.get(byte);
  if (simple !== undefined) write(simple);
  else if (byte >= 0x30 && byte <= 0x37) {
    let value = 0;
    let next = at;
    for (; next < at + 3; next += 1) {
      const digit = bytes[next] ?? 0;
      if (digit < 0x30 || digit > 0x37) break;
      value = value * 8 + digit - 0x30;
    }
    write(value & 0xff);
    return next;
  } else if (byte === 13) return bytes[at + 1] === 10 ? at + 2 : at + 1;
  else if (byte !== 10) write(byte);
  return at + 1;
}
