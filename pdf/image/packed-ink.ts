import { deflateSync, inflateSync } from 'node:zlib';
import { inkIn, type Ink } from './ink.ts';
import { readPng } from './png.ts';

/**
 * Ink in its final form. `packed` contains the deflated opacities, which are the soft mask stream of the sealed
 * file (docs/evidence.md). It is created once, when a signature is adopted, and embedded unchanged when the
 * document is sealed.
 */
export type PackedInk = { width: number; height: number; packed: Uint8Array };

/** Maximum number of pixels per side. */
const largest = 4000;

/** Prefix of every packed ink file. Width and height follow, four bytes each, big-endian. */
const mark = Buffer.from('ink1', 'latin1');
const headLength = mark.length + 8;

export function packInk({ width, height, opacity }: Ink): PackedInk {
  return { width, height, packed: deflateSync(opacity, { level: 9 }) };
}

/** @throws Error if the stream is damaged, has a different number of pixels, or is followed by other bytes */
export function unpackInk({ width, height, packed }: PackedInk): Ink {
  const { buffer, engine } = inflateSync(packed, {
    maxOutputLength: width * height,
    info: true,
  }) as unknown as { buffer: Uint8Array; engine: { bytesWritten: number } };
  if (buffer.length !== width * height || engine.bytesWritten !== packed.length) {
    throw new Error('the picture does not contain the ink that it states');
  }
  return { width, height, opacity: buffer };
}

/** Returns the bytes of a stored drawn signature. */
export function writeInkFile({ width, height, packed }: PackedInk): Uint8Array {
  const head = Buffer.alloc(headLength);
  head.set(mark);
  head.writeUInt32BE(width, mark.length);
  head.writeUInt32BE(height, mark.length + 4);
  return Uint8Array.from(Buffer.concat([head, packed]));
}

/**
 * Reads a stored drawn signature: packed ink, or a PNG if it was drawn before 2026-11-22.
 *
 * @throws Error if it is neither
 */
export function readKeptInk(bytes: Uint8Array): PackedInk {
  if (!mark.every((byte, at) => bytes[at] === byte)) return packPng(bytes);
  const head = Buffer.from(bytes.subarray(0, headLength));
  const [width, height] = [head.readUInt32BE(mark.length), head.readUInt32BE(mark.length + 4)];
  if (Math.min(width, height) < 1 || Math.max(width, height) > largest) throw new Error(unreadable);
  return { width, height, packed: bytes.subarray(headLength) };
}

function packPng(bytes: Uint8Array): PackedInk {
  const picture = readPng(bytes, { width: largest, height: largest });
  if (picture === undefined) throw new Error(unreadable);
  return packInk(inkIn(picture));
}

const unreadable = 'not a readable picture of a signature';
