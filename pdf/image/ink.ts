import { createHash } from 'node:crypto';
import type { Picture } from './png.ts';

/**
 * Pen ink on paper: the opacity of each pixel from 0 (paper) to 255, with rows from the top. Ink has no color,
 * and it never makes anything below it lighter (P-13).
 */
export type Ink = { width: number; height: number; opacity: Uint8Array };

/** Blue-black color of every drawn signature: red, green and blue from 0 to 255. */
export const PEN = [15, 20, 51] as const;

/** Darkness (of 255) below which a pixel counts as paper. */
const faintest = 24;
/** Opacity (of 255) below which a pixel counts as transparent. */
const nothing = 16;
/** Share of transparent pixels above which a picture has no paper background, as from a drawing pad. */
const withoutPaper = 0.1;
/** Luminance (of 255) of the darkest background that can be paper with pen ink. */
const darkestPaper = 80;

/**
 * Extracts the ink from a drawn, photographed or generated picture. The picture is evaluated on a white
 * background, so white ink does not count. For a photograph, the background including shadows is removed, and
 * everything clearly darker than the surrounding paper is ink.
 */
export function keyInk(picture: Picture): Ink {
  const { width, height, rgba } = picture;
  const shown = luminances(rgba);
  const opacity = seeThrough(rgba) >= withoutPaper ? drawnOnNothing(shown) : writtenOnPaper(shown, picture);
  return { width, height, opacity };
}

/**
 * Returns the exact ink of a picture created by `inkPicture`. For any other picture, returns the result of
 * `keyInk`.
 */
export function inkIn(picture: Picture): Ink {
  const { width, height, rgba } = picture;
  const opacity = new Uint8Array(width * height);
  for (let pixel = 0; pixel < opacity.length; pixel += 1) {
    const at = pixel * 4;
    const value = rgba[at + 3]!;
    const inPen = rgba[at] === PEN[0] && rgba[at + 1] === PEN[1] && rgba[at + 2] === PEN[2];
    if (value > 0 && !inPen) return keyInk(picture);
    opacity[pixel] = value;
  }
  return { width, height, opacity };
}

/** Converts ink to a picture that any program can display. */
export function inkPicture({ width, height, opacity }: Ink): Picture {
  const rgba = new Uint8Array(width * height * 4);
  for (let pixel = 0; pixel < opacity.length; pixel += 1) {
    const at = pixel * 4;
    if (opacity[pixel] === 0) continue;
    [rgba[at], rgba[at + 1], rgba[at + 2]] = PEN;
    rgba[at + 3] = opacity[pixel]!;
  }
  return { width, height, rgba };
}

/**
 * Returns the hash that identifies a drawn signature in a sealed file. It is the SHA-256 of width and height
 * (four bytes each, big-endian) and the opacities, which are the samples of the image's soft mask
 * (docs/evidence.md).
 */
export function inkSha256({ width, height, opacity }: Ink): string {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return createHash('sha256').update(size).update(opacity).digest('hex');
}

/** Returns the luminance of each pixel on a white background, from 0 to 255. */
function luminances(rgba: Uint8Array): Float32Array {
  const shown = new Float32Array(rgba.length / 4);
  for (let pixel = 0; pixel < shown.length; pixel += 1) {
    const at = pixel * 4;
    const own = 0.299 * rgba[at]! + 0.587 * rgba[at + 1]! + 0.114 * rgba[at + 2]!;
    shown[pixel] = 255 - (rgba[at + 3]! / 255) * (255 - own);
  }
  return shown;
}

/** Returns the share of transparent pixels. */
function seeThrough(rgba: Uint8Array): number {
  let clear = 0;
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at]! < nothing) clear += 1;
  return clear / (rgba.length / 4);
}

function drawnOnNothing(shown: Float32Array): Uint8Array {
  const dark = shown.map((value) => 255 - value);
  // Darkness of this pen's full stroke. It is at least 96, so that a light highlighter does not become a black
  // marker.
  const full = Math.max(96, percentile(dark.filter((value) => value > faintest).toSorted(), 0.95));
  return bytesOf(dark, (value) => (value < nothing ? 0 : Math.min(255, Math.round((value / full) * 255))));
}

/**
 * Share of the paper's brightness above which a pixel is paper. Ink is fully opaque at its most common
 * brightness.
 */
const paperShare = 0.86;

function writtenOnPaper(shown: Float32Array, { width, height }: Picture): Uint8Array {
  const paperAt = paperOf(shown, width, height);
  const shares = shown.map((value, pixel) => {
    const paper = paperAt(pixel % width, Math.floor(pixel / width));
    return paper < darkestPaper ? 1 : value / paper;
  });
  const inked = shares.filter((share) => share < paperShare).toSorted();
  const full = Math.min(0.7, Math.max(0.25, percentile(inked, 0.05)));
  return bytesOf(shares, (share) => {
    const covered = (paperShare - share) / (paperShare - full);
    return covered < nothing / 255 ? 0 : Math.min(255, Math.round(covered * 255));
  });
}

/** Like `Uint8Array.from`, which uses an iterator and takes ten times as long. */
function bytesOf(values: Float32Array, byteOf: (value: number) => number): Uint8Array {
  const bytes = new Uint8Array(values.length);
  for (let at = 0; at < values.length; at += 1) bytes[at] = byteOf(values[at]!);
  return bytes;
}

/**
 * Returns the brightness of the paper at a pixel. It is estimated from the surroundings, because photographs are
 * unevenly lit. Squares full of ink use the values of their neighbors.
 */
function paperOf(shown: Float32Array, width: number, height: number): (x: number, y: number) => number {
  const side = Math.max(24, Math.ceil(Math.max(width, height) / 10));
  const [across, down] = [Math.ceil(width / side), Math.ceil(height / side)];
  const own = Array.from({ length: across * down }, (_, square) =>
    brightOf(shown, width, height, {
      x: (square % across) * side,
      y: Math.floor(square / across) * side,
      side,
    }),
  );
  const squares = own.map((bright, square) => {
    const [column, row] = [square % across, Math.floor(square / across)];
    const around = own.filter(
      (_, other) =>
        Math.abs((other % across) - column) <= 1 && Math.abs(Math.floor(other / across) - row) <= 1,
    );
    return Math.max(bright, percentile(Float32Array.from(around).toSorted(), 0.5));
  });
  const at = (column: number, row: number): number =>
    squares[Math.min(down - 1, Math.max(0, row)) * across + Math.min(across - 1, Math.max(0, column))]!;
  return (x, y) => {
    const u = x / side - 0.5;
    const v = y / side - 0.5;
    const column = Math.floor(u);
    const row = Math.floor(v);
    const right = u - column;
    const lower = v - row;
    const above = at(column, row) * (1 - right) + at(column + 1, row) * right;
    const below = at(column, row + 1) * (1 - right) + at(column + 1, row + 1) * right;
    return above * (1 - lower) + below * lower;
  };
}

type Square = { x: number; y: number; side: number };

function brightOf(shown: Float32Array, width: number, height: number, { x, y, side }: Square): number {
  const values = new Float32Array(side * side);
  let count = 0;
  for (let row = y; row < Math.min(height, y + side); row += 1) {
    for (let column = x; column < Math.min(width, x + side); column += 1) {
      values[count++] = shown[row * width + column]!;
    }
  }
  return percentile(values.subarray(0, count).toSorted(), 0.9);
}

/** Returns a percentile of sorted values, or 0 for an empty array. */
function percentile(sorted: Float32Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
