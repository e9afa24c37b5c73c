import type { PageImage } from './pdfium.ts';

type Size = Omit<PageImage, 'rgba'>;

/** Minimum difference of a channel from the background that counts as a mark. */
const mark = 48;

/** Returns 1 for each pixel that differs from the background. */
export function marksOf({ rgba, width, height }: PageImage): Uint8Array {
  const ground = groundOf(rgba);
  const marks = new Uint8Array(width * height);
  for (let at = 0; at < rgba.length; at += 4) {
    if ([0, 1, 2].some((channel) => Math.abs(rgba[at + channel]! - ground[channel]!) > mark))
      marks[at / 4] = 1;
  }
  return marks;
}

/** Sizes in pixels. A ruled line is longer and thinner than any stroke of a letter. */
const rule = { long: 24, thin: 3 };

/**
 * Returns 1 for each marked pixel that may belong to a scanned word, because it has marked neighbors and is not
 * on a ruled line. One pixel is one point.
 */
export function scannedMarks(marks: Uint8Array, { width, height }: Size): Uint8Array {
  const isMarked = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && marks[y * width + x] === 1;
  const reach = (x: number, y: number, right: number, down: number): number => {
    let steps = 0;
    while (steps <= rule.long && isMarked(x + right * (steps + 1), y + down * (steps + 1))) steps += 1;
    return steps;
  };
  const scanned = new Uint8Array(marks.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!isMarked(x, y)) continue;
      const across = 1 + reach(x, y, 1, 0) + reach(x, y, -1, 0);
      const down = 1 + reach(x, y, 0, 1) + reach(x, y, 0, -1);
      const isRule = Math.max(across, down) > rule.long && Math.min(across, down) <= rule.thin;
      const isDust = Math.max(across, down) <= 2 && !touchesMore(isMarked, x, y);
      if (!isRule && !isDust) scanned[y * width + x] = 1;
    }
  }
  return scanned;
}

/** Returns true if at least three of the eight adjacent pixels are marked. */
function touchesMore(isMarked: (x: number, y: number) => boolean, x: number, y: number): boolean {
  let around = -1;
  for (const right of [-1, 0, 1])
    for (const down of [-1, 0, 1]) if (isMarked(x + right, y + down)) around += 1;
  return around >= 3;
}

/** Returns the approximate color of most pixels. */
function groundOf(rgba: Uint8Array): number[] {
  const counts = new Map<number, number>();
  for (let at = 0; at < rgba.length; at += 4) {
    const key = ((rgba[at]! >> 4) << 8) | ((rgba[at + 1]! >> 4) << 4) | (rgba[at + 2]! >> 4);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const [most = 0] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0]);
  return [most >> 8, (most >> 4) & 15, most & 15].map((part) => part * 16 + 8);
}
