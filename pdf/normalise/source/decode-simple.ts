import { TooComplex } from './inflate-budget.ts';

export function decodeAsciiHex(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  const digits = (text.split('>')[0] ?? '').replace(/[^0-9a-fA-F]/g, '');
  return Uint8Array.from(Buffer.from(digits.length % 2 === 0 ? digits : digits + '0', 'hex'));
}

export function decodeAscii85(bytes: Uint8Array, most: number): Uint8Array {
  const out = new Uint8Array(lengthOfAscii85(bytes, most));
  let length = 0;
  let value = 0;
  let count = 0;
  const flush = (size: number): void => {
    for (let digit = count; digit < 5; digit += 1) value = value * 85 + 84;
    for (let at = 0; at < size; at += 1) out[length++] = Math.floor(value / 256 ** (3 - at)) & 0xff;
    [value, count] = [0, 0];
  };
  for (const byte of bytes) {
    if (byte === 0x7e) break;
    if (byte === 0x7a && count === 0) length += 4;
    else if (byte >= 0x21 && byte <= 0x75) {
      value = value * 85 + byte - 0x21;
      count += 1;
      if (count === 5) flush(4);
    }
  }
  if (count > 1) flush(count - 1);
  return out.slice(0, length);
}

/** Returns an upper bound in bytes. Five characters encode four bytes, and so does a single `z`. */
function lengthOfAscii85(bytes: Uint8Array, most: number): number {
  let zeroes = 0;
  for (const byte of bytes) if (byte === 0x7a) zeroes += 1;
  const length = zeroes * 4 + Math.ceil((bytes.length - zeroes) / 5) * 4;
  if (length > most) throw new TooComplex('an ASCII85 stream grows to more than is allowed');
  return length;
}

/** Decodes nothing if the result would exceed `most` bytes, because a few bytes can encode gigabytes. */
export function decodeRunLength(bytes: Uint8Array, most: number): Uint8Array {
  const out = new Uint8Array(lengthOfRuns(bytes, most));
  let length = 0;
  for (let at = 0; at < bytes.length;) {
    const count = bytes[at++]!;
    if (count === 128) break;
    if (count < 128) {
      const run = bytes.subarray(at, at + count + 1);
      out.set(run, length);
      length += run.length;
      at += count + 1;
    } else {
      out.fill(bytes[at++] ?? 0, length, length + 257 - count);
      length += 257 - count;
    }
  }
  return out;
}

function lengthOfRuns(bytes: Uint8Array, most: number): number {
  let length = 0;
  for (let at = 0; at < bytes.length;) {
    const count = bytes[at++]!;
    if (count === 128) break;
    length += count < 128 ? Math.min(count + 1, bytes.length - at) : 257 - count;
    at += count < 128 ? count + 1 : 1;
    if (length > most) throw new TooComplex('a run-length stream grows to more than is allowed');
  }
  return length;
}

/** Decodes LZW as in §7.4.4.2. With `earlyChange` 1, codes become longer one entry early. */
export function decodeLzw(bytes: Uint8Array, earlyChange: number, most: number): Uint8Array {
  let out = new Uint8Array(Math.min(most + MAX_LZW_ENTRY, bytes.length * 4 + MAX_LZW_ENTRY));
  let length = 0;
  // Each table entry is a range of the output, stored as its start and length.
  const starts = new Uint32Array(4096);
  const lengths = new Uint16Array(4096);
  let [next, width, buffer, pending] = [258, 9, 0, 0];
  let previous: { start: number; length: number } | undefined;
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xffffff;
    pending += 8;
    if (pending < width) continue;
    pending -= width;
    const code = (buffer >> pending) & ((1 << width) - 1);
    if (code === 257) break;
    if (code === 256) {
      [next, width, previous] = [258, 9, undefined];
      continue;
    }
    if (code >= next && previous === undefined) break;
    if (length + MAX_LZW_ENTRY > out.length) out = grown(out);
    const start = length;
    if (code < 256) out[length++] = code;
    else {
      // A code that is not yet in the table is the previous entry followed by its own first byte.
      const from = code < next ? starts[code]! : previous!.start;
      const size = code < next ? lengths[code]! : previous!.length + 1;
      for (let at = 0; at < size; at += 1) out[length++] = out[from + at]!;
    }
    if (length > most) throw new TooComplex('an LZW stream grows to more than is allowed');
    if (previous !== undefined && next < 4096) {
      starts[next] = previous.start;
      lengths[next] = previous.length + 1;
      next += 1;
    }
    previous = { start, length: length - start };
    const reached = next + earlyChange;
    width = reached >= 2048 ? 12 : reached >= 1024 ? 11 : reached >= 512 ? 10 : 9;
  }
  return out.slice(0, length);
}

/** Maximum length of a table entry. Each entry is one byte longer than an earlier one. */
const MAX_LZW_ENTRY = 4096;

function grown(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(bytes.length * 2);
  larger.set(bytes);
  return larger;
}
