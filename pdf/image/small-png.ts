import { deflateSync } from 'node:zlib';
import { pngOf, type Picture } from './png.ts';

/**
 * Writes an opaque picture as a PNG for display only. Pages in black, white and gray use sixteen shades, all
 * others 4096 colors. A page of text takes a fifth of the exact picture's size.
 */
export function writeSmallPng(picture: Picture): Uint8Array {
  return isGrey(picture) ? writeGrey(picture) : writeColors(picture);
}

/** Writes color type 0 with four bits per pixel (PNG specification §11.2.2). */
function writeGrey({ width, height, rgba }: Picture): Uint8Array {
  const length = Math.ceil(width / 2);
  const rows = Buffer.alloc(height * (1 + length));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const shade = toFourBits(rgba[(y * width + x) * 4]!);
      rows[y * (1 + length) + 1 + (x >> 1)]! |= x % 2 === 0 ? shade << 4 : shade;
    }
  }
  return pngOf({ width, height, depth: 4, color: 0 }, deflateSync(rows, { level: 9 }));
}

/** Writes color type 2 with sixteen values per channel, which compress well. */
function writeColors({ width, height, rgba }: Picture): Uint8Array {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [from, to] = [(y * width + x) * 4, y * (1 + width * 3) + 1 + x * 3];
      for (let channel = 0; channel < 3; channel += 1)
        rows[to + channel] = toFourBits(rgba[from + channel]!) * 17;
    }
  }
  return pngOf({ width, height, depth: 8, color: 2 }, deflateSync(rows, { level: 9 }));
}

const toFourBits = (value: number): number => Math.round(value / 17);

/** Allows small, invisible differences between channels, which antialiasing causes. */
function isGrey({ rgba }: Picture): boolean {
  for (let at = 0; at < rgba.length; at += 4) {
    const [red, green, blue] = [rgba[at]!, rgba[at + 1]!, rgba[at + 2]!];
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > 8) return false;
  }
  return true;
}
