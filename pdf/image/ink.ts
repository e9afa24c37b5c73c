import { createHash } from 'node:crypto';
import type { Picture } from './png.ts';

/**
 * The trace of a pen on paper: how much of each pixel it covers, from 0 (paper) to 255, rows from the top. It has
 * no colour of its own, and nothing in it can be lighter than what lies under it (P-13).
 */
export type Ink = { width: number; height: number; opacity: Uint8Array };

/** The blue-black of pen ink, in which every drawn signature is printed: red, green and blue of 255. */
export const PEN = [15, 20, 51] as const;

/** Fainter than this is paper. */
const faintest = 24;
/** Opacity (of 255) below which a pixel counts as not there at all. */
const nothing = 16;
/** The share of see-through pixels from which a picture has no paper of its own, as from a drawing pad. */
const withoutPaper = 0.1;
/** Darker paper than this (luminance of 255) is none that anybody could have written on with a pen. */
const darkestPaper = 80;

/**
 * Keeps the ink of a picture that somebody drew, photographed or made up, and drops the rest. A picture is judged as
 * it looks on white: white ink is nothing. One with paper of its own, a photograph with its shadows included, loses it:
 * ink is what is clearly darker than the paper around it.
 */
export function keyInk(picture: Picture): Ink {
  const { width, height, rgba } = picture;
  const shown = luminances(rgba);
  const opacity = seeThrough(rgba) >= withoutPaper ? drawnOnNothing(shown) : writtenOnPaper(shown, picture);
  return { width, height, opacity };
}

/** The ink of a picture that `inkPicture` made, pixel for pixel; of any other, what `keyInk` makes of it. */
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

/** The ink as a picture that any program shows. */
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
 * The hash by which a drawn signature can be found again in a sealed file: SHA-256 over width and height (four bytes
 * each, the highest first) and the opacities, which are the samples of the image's soft mask (docs/evidence.md).
 */
export function inkSha256({ width, height, opacity }: Ink): string {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return createHash('sha256').update(size).update(opacity).digest('hex');
}

/** How bright each pixel is on a white page, of 255. */
function luminances(rgba: Uint8Array): Float32Array {
  const shown = new Float32Array(rgba.length / 4);
  for (let pixel = 0; pixel < shown.length; pixel += 1) {
    const at = pixel * 4;
    const own = 0.299 * rgba[at]! + 0.587 * rgba[at + 1]! + 0.114 * rgba[at + 2]!;
    shown[pixel] = 255 - (rgba[at + 3]! / 255) * (255 - own);
  }
  return shown;
}

/** The share of pixels that cannot be seen. */
function seeThrough(rgba: Uint8Array): number {
  let clear = 0;
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at]! < nothing) clear += 1;
  return clear / (rgba.length / 4);
}

function drawnOnNothing(shown: Float32Array): Uint8Array {
  const dark = shown.map((value) => 255 - value);
  // The full stroke of this pen; a highlighter is not made a marker.
  const full = Math.max(96, percentile(dark.filter((value) => value > faintest).toSorted(), 0.95));
  return Uint8Array.from(dark, (value) =>
    value < nothing ? 0 : Math.min(255, Math.round((value / full) * 255)),
  );
}

/** Shares of the paper's brightness: what is brighter is paper; ink is fully there at what it mostly reaches. */
const paperShare = 0.86;

function writtenOnPaper(shown: Float32Array, { width, height }: Picture): Uint8Array {
  const paperAt = paperOf(shown, width, height);
  const shares = shown.map((value, pixel) => {
    const paper = paperAt(pixel % width, Math.floor(pixel / width));
    return paper < darkestPaper ? 1 : value / paper;
  });
  const inked = shares.filter((share) => share < paperShare).toSorted();
  const full = Math.min(0.7, Math.max(0.25, percentile(inked, 0.05)));
  return Uint8Array.from(shares, (share) => {
    const covered = (paperShare - share) / (paperShare - full);
    return covered < nothing / 255 ? 0 : Math.min(255, Math.round(covered * 255));
  });
}

/**
 * How bright the paper is at a pixel, taken from the pixels around it: a photograph is darker in one corner than in the
 * other. Squares that ink fills follow their neighbours.
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
    const [u, v] = [x / side - 0.5, y / side - 0.5];
    const [column, row] = [Math.floor(u), Math.floor(v)];
    const [right, lower] = [u - column, v - row];
    const above = at(column, row) * (1 - right) + at(column + 1, row) * right;
    const below = at(column, row + 1) * (1 - right) + at(column + 1, row + 1) * right;
    return above * (1 - lower) + below * lower;
  };
}

type Square = { x: number; y: number; side: number };

function brightOf(shown: Float32Array, width: number, height: number, { x, y, side }: Square): number {
  const values: number[] = [];
  for (let row = y; row < Math.min(height, y + side); row += 1) {
    for (let column = x; column < Math.min(width, x + side); column += 1) {
      values.push(shown[row * width + column]!);
    }
  }
  return percentile(Float32Array.from(values).toSorted(), 0.9);
}

/** Of values in their order; 0 when there are none. */
function percentile(sorted: Float32Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
