import { inflateSync } from 'node:zlib';

/** Pixels of a PNG, 8 bits a sample, rows from top to bottom. */
export type PngImage = {
  width: number;
  height: number;
  /** 1 sample a pixel for grey, 3 for RGB. */
  channels: 1 | 3;
  samples: Uint8Array;
  /** One sample a pixel; absent when every pixel is opaque. */
  alpha?: Uint8Array;
};

/** Larger pictures are not read (pixels). */
const MAX_PIXELS = 16_000_000;

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Samples a pixel by colour type (PNG, table 11.1); palettes are not among the pictures that come here. */
const SAMPLES = new Map([
  [0, 1],
  [2, 3],
  [4, 2],
  [6, 4],
]);

/**
 * Reads a PNG of 8 bits a sample, greyscale or RGB, with or without alpha, not interlaced: what a canvas and
 * any re-encoder write. Anything else, and anything damaged, is undefined.
 */
export function readPng(bytes: Uint8Array): PngImage | undefined {
  if (SIGNATURE.some((byte, index) => bytes[index] !== byte)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 33) return undefined;
  const width = view.getUint32(16);
  const height = view.getUint32(20);
  const samples = SAMPLES.get(bytes[25] ?? -1);
  const plain = bytes[24] === 8 && bytes[28] === 0;
  if (samples === undefined || !plain || width === 0 || height === 0) return undefined;
  if (width * height > MAX_PIXELS) return undefined;
  const rowBytes = width * samples;
  const raw = inflateData(bytes, view, (rowBytes + 1) * height);
  if (raw === undefined || !unfilter(raw, rowBytes, height, samples)) return undefined;
  return split(raw, width, height, samples);
}

function inflateData(bytes: Uint8Array, view: DataView, expected: number): Uint8Array | undefined {
  const parts: Uint8Array[] = [];
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    if (view.getUint32(at + 4) === 0x49444154) parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  try {
    const raw = inflateSync(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts), {
      maxOutputLength: expected + 1,
    });
    return raw.length === expected ? raw : undefined;
  } catch {
    return undefined;
  }
}

/** Undoes the row filters in place (PNG, clause 9); each row keeps its filter byte in front. */
function unfilter(raw: Uint8Array, rowBytes: number, height: number, step: number): boolean {
  const above = new Uint8Array(rowBytes);
  for (let y = 0; y < height; y++) {
    const start = y * (rowBytes + 1);
    const row = raw.subarray(start + 1, start + 1 + rowBytes);
    const up = y === 0 ? above : raw.subarray(start - rowBytes, start);
    switch (raw[start]) {
      case 0:
        break;
      case 1:
        for (let i = step; i < rowBytes; i++) row[i] = (row[i] ?? 0) + (row[i - step] ?? 0);
        break;
      case 2:
        for (let i = 0; i < rowBytes; i++) row[i] = (row[i] ?? 0) + (up[i] ?? 0);
        break;
      case 3:
        for (let i = 0; i < rowBytes; i++) {
          const left = i < step ? 0 : (row[i - step] ?? 0);
          row[i] = (row[i] ?? 0) + ((left + (up[i] ?? 0)) >> 1);
        }
        break;
      case 4:
        for (let i = 0; i < rowBytes; i++) {
          const left = i < step ? 0 : (row[i - step] ?? 0);
          const corner = i < step ? 0 : (up[i - step] ?? 0);
          row[i] = (row[i] ?? 0) + paeth(left, up[i] ?? 0, corner);
        }
        break;
      default:
        return false;
    }
  }
  return true;
}

function paeth(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** Parts colour from alpha. An invisible pixel takes the colour of the one before, which compresses best. */
function split(raw: Uint8Array, width: number, height: number, step: number): PngImage {
  const rgb = step >= 3;
  const withAlpha = step === 2 || step === 4;
  const pixels = width * height;
  const samples = new Uint8Array(rgb ? pixels * 3 : pixels);
  const alpha = new Uint8Array(withAlpha ? pixels : 0);
  let opaque = 255;
  let to = 0;
  // Before the first visible pixel, that one's colour.
  const visible = withAlpha ? firstVisible(raw, width, height, step) : 1;
  let red = raw[visible] ?? 0;
  let green = rgb ? (raw[visible + 1] ?? 0) : red;
  let blue = rgb ? (raw[visible + 2] ?? 0) : red;
  for (let y = 0, pixel = 0, from = 0; y < height; y++) {
    from++;
    for (let x = 0; x < width; x++, pixel++, from += step) {
      if (withAlpha) {
        const opacity = raw[from + step - 1] ?? 0;
        alpha[pixel] = opacity;
        opaque &= opacity;
      }
      if (!withAlpha || alpha[pixel] !== 0) {
        red = raw[from] ?? 0;
        green = rgb ? (raw[from + 1] ?? 0) : red;
        blue = rgb ? (raw[from + 2] ?? 0) : red;
      }
      samples[to++] = red;
      if (rgb) {
        samples[to++] = green;
        samples[to++] = blue;
      }
    }
  }
  const transparent = withAlpha && opaque !== 255;
  return { width, height, channels: rgb ? 3 : 1, samples, ...(transparent ? { alpha } : {}) };
}

/** Where the first pixel that is not wholly transparent begins. */
function firstVisible(raw: Uint8Array, width: number, height: number, step: number): number {
  for (let y = 0; y < height; y++) {
    const row = y * (width * step + 1) + 1;
    for (let at = row; at < row + width * step; at += step) if (raw[at + step - 1] !== 0) return at;
  }
  return 1;
}
