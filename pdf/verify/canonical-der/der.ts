import { join } from '../bytes.ts';

/**
 * Writer for the DER of signatures and certificates (ITU-T X.690 §10, §11). Every function returns one complete
 * element with tag, definite length and content.
 */

/** Returns an element with a single-byte `tag`, whose content is the concatenated parts. */
export function element(tag: number, ...parts: Uint8Array[]): Uint8Array {
  const content = join(parts);
  return join([Uint8Array.of(tag), encodeLength(content.length), content]);
}

export function sequence(...parts: Uint8Array[]): Uint8Array {
  return element(0x30, ...parts);
}

/** Returns a SET OF with its elements in ascending byte order, as required by X.690 §11.6. */
export function setOf(...parts: Uint8Array[]): Uint8Array {
  return element(0x31, ...parts.toSorted(compareBytes));
}

/**
 * Returns a constructed element with the context tag `[number]` around complete elements (EXPLICIT, or IMPLICIT
 * for a structure).
 */
export function contextTag(number: number, ...parts: Uint8Array[]): Uint8Array {
  return element(0xa0 | number, ...parts);
}

/** Returns a non-negative INTEGER in minimal form, with a sign byte if necessary. Bytes are big-endian. */
export function integer(value: number | Uint8Array): Uint8Array {
  let bytes = typeof value === 'number' ? bigEndian(value) : value;
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start += 1;
  bytes = bytes.subarray(start);
  const needsSign = ((bytes[0] ?? 0) & 0x80) !== 0 || bytes.length === 0;
  return needsSign ? element(0x02, Uint8Array.of(0), bytes) : element(0x02, bytes);
}

export function octetString(bytes: Uint8Array): Uint8Array {
  return element(0x04, bytes);
}

/** Returns a BIT STRING of whole bytes, or of named bits whose last byte has `unusedBits` (X.690 §11.2). */
export function bitString(bytes: Uint8Array, unusedBits = 0): Uint8Array {
  return element(0x03, Uint8Array.of(unusedBits), bytes);
}

export function boolean(value: boolean): Uint8Array {
  return element(0x01, Uint8Array.of(value ? 0xff : 0));
}

export function nullValue(): Uint8Array {
  return element(0x05);
}

export function utf8String(text: string): Uint8Array {
  return element(0x0c, new TextEncoder().encode(text));
}

/** `dotted` is an identifier such as '1.2.840.113549.1.7.2'. */
export function objectIdentifier(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return element(0x06, Uint8Array.from([first * 40 + second, ...rest].flatMap(base128)));
}

/**
 * Returns a certificate time for `at` (ms UTC): UTCTime up to 2049, and GeneralizedTime after that (RFC 5280
 * §4.1.2.5).
 */
export function certificateTime(at: number): Uint8Array {
  const digits = new Date(at).toISOString().replace(/[-:T]|\.\d+/g, '');
  const short = new Date(at).getUTCFullYear() < 2050;
  return element(short ? 0x17 : 0x18, new TextEncoder().encode(short ? digits.slice(2) : digits));
}

function encodeLength(length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(length);
  const bytes = bigEndian(length);
  return Uint8Array.of(0x80 | bytes.length, ...bytes);
}

function bigEndian(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Uint8Array.from(bytes.length === 0 ? [0] : bytes);
}

function base128(part: number): number[] {
  const digits = [part % 128];
  for (let rest = Math.floor(part / 128); rest > 0; rest = Math.floor(rest / 128)) {
    digits.unshift(0x80 | (rest % 128));
  }
  return digits;
}

function compareBytes(left: Uint8Array, right: Uint8Array): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
