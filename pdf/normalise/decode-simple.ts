import { isWhitespace } from '../objects/lexer.ts';
import { TooComplex } from './inflate-budget.ts';

export function decodeAsciiHex(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  const digits = (text.split('>')[0] ?? '').replace(/[^0-9a-fA-F]/g, '');
  return Uint8Array.from(Buffer.from(digits.length % 2 === 0 ? digits : digits + '0', 'hex'));
}

export function decodeAscii85(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  const group: number[] = [];
  const flush = (count: number): void => {
    let value = 0;
    for (let i = 0; i < 5; i++) value = value * 85 + (group[i] ?? 84);
    for (let i = 0; i < count; i++) out.push(Math.floor(value / 256 ** (3 - i)) & 0xff);
    group.length = 0;
  };
  for (const byte of bytes) {
    if (isWhitespace(byte)) continue;
    if (byte === 0x7e) break;
    if (byte === 0x7a && group.length === 0) out.push(0, 0, 0, 0);
    else if (byte >= 0x21 && byte <= 0x75) {
      group.push(byte - 0x21);
      if (group.length === 5) flush(4);
    }
  }
  if (group.length > 1) flush(group.length - 1);
  return Uint8Array.from(out);
}

/** `most` is the number of bytes at which the work ends. */
export function decodeRunLength(bytes: Uint8Array, most: number): Uint8Array {
  const out: number[] = [];
  for (let i = 0; i < bytes.length;) {
    const length = bytes[i++] ?? 128;
    if (length === 128) break;
    if (length < 128) for (let n = 0; n <= length && i < bytes.length; n++) out.push(bytes[i++] ?? 0);
    else {
      const byte = bytes[i++] ?? 0;
      for (let n = 0; n < 257 - length; n++) out.push(byte);
    }
    if (out.length > most) throw new TooComplex('a run-length stream grows to more than is allowed');
  }
  return Uint8Array.from(out);
}

/** LZW as in §7.4.4.2; `earlyChange` 1 means that codes grow one entry early. */
export function decodeLzw(bytes: Uint8Array, earlyChange: number, most: number): Uint8Array {
  const out: number[] = [];
  let table: number[][] = [];
  let width = 9;
  let previous: number[] | undefined;
  let buffer = 0;
  let held = 0;
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xffffff;
    held += 8;
    if (held < width) continue;
    held -= width;
    const code = (buffer >> held) & ((1 << width) - 1);
    if (code === 257) break;
    if (code === 256) {
      table = [];
      width = 9;
      previous = undefined;
      continue;
    }
    const known = code < 256 ? [code] : table[code - 258];
    const entry = known ?? (previous === undefined ? undefined : [...previous, previous[0] ?? 0]);
    if (entry === undefined) break;
    for (const value of entry) out.push(value);
    if (out.length > most) throw new TooComplex('an LZW stream grows to more than is allowed');
    if (previous !== undefined && table.length < 3838) table.push([...previous, entry[0] ?? 0]);
    previous = entry;
    const next = 258 + table.length + earlyChange;
    width = next >= 2048 ? 12 : next >= 1024 ? 11 : next >= 512 ? 10 : 9;
  }
  return Uint8Array.from(out);
}
