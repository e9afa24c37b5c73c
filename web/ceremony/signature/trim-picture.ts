/** A box of pixels; right and bottom lie outside it. */
type PixelBox = { left: number; top: number; right: number; bottom: number };

/**
 * The largest picture the server takes is 2000 by 1000 pixels and 512 KiB (S-29); ours stays at the pad's
 * 600 by 200 at twice its size.
 */
export const largestPicture = { width: 1200, height: 400, bytes: 512 * 1024 };

/** Where there is ink in RGBA pixels, or null when there is none to speak of. */
export function inkBox(pixels: Uint8ClampedArray, width: number, height: number): PixelBox | null {
  const box = { left: width, top: height, right: 0, bottom: 0 };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((pixels[(y * width + x) * 4 + 3] ?? 0) < 24) continue;
      if (x < box.left) box.left = x;
      if (x >= box.right) box.right = x + 1;
      if (y < box.top) box.top = y;
      box.bottom = y + 1;
    }
  }
  return box.right > box.left ? box : null;
}

/**
 * The box with a margin, never smaller than a quarter of the pad: a signature fills its field, but a dot is
 * not blown up to fill it.
 */
export function roomAround(box: PixelBox, width: number, height: number, margin = 12): PixelBox {
  const [left, right] = grow(box.left - margin, box.right + margin, Math.round(width / 4), width);
  const [top, bottom] = grow(box.top - margin, box.bottom + margin, Math.round(height / 4), height);
  return { left, right, top, bottom };
}

function grow(from: number, to: number, least: number, most: number): [number, number] {
  const [start, end] = [Math.max(0, from), Math.min(most, to)];
  const size = Math.max(end - start, least);
  const shifted = Math.min(Math.max(0, Math.round((start + end - size) / 2)), most - size);
  return [shifted, shifted + size];
}

/**
 * Makes the paper of a photographed signature transparent, so that it does not hide the lines of the
 * document. Paper is what nearly all of the picture is: its brightness is the 90th percentile, and ink is
 * what is clearly darker. A picture that has transparency of its own is left as it is.
 */
export function liftInk(pixels: Uint8ClampedArray): void {
  const brightness: number[] = [];
  for (let at = 0; at < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < 250) return;
    brightness.push(brightnessAt(pixels, at));
  }
  const paper = [...brightness].sort((one, other) => one - other)[Math.floor(brightness.length * 0.9)] ?? 255;
  const [clear, full] = [paper * 0.86, paper * 0.6];
  brightness.forEach((value, index) => {
    const share = (clear - value) / Math.max(1, clear - full);
    pixels[index * 4 + 3] = Math.round(255 * Math.min(1, Math.max(0, share)));
  });
}

function brightnessAt(pixels: Uint8ClampedArray, at: number): number {
  return 0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0);
}
