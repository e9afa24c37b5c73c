/** A box of pixels; right and bottom are exclusive. */
type PixelBox = { left: number; top: number; right: number; bottom: number };

/**
 * The server accepts pictures up to 2000 by 1000 pixels and 512 KiB (S-29). The browser uses twice the pad's
 * size of 600 by 200.
 */
export const MAX_SIGNATURE_IMAGE = { width: 1200, height: 400, bytes: 512 * 1024 };

/**
 * Ink less than this much darker than white (of 255) is ignored, because the server drops it too
 * (pdf/image/ink.ts).
 */
const faintest = 16;

/**
 * Returns the bounds of the ink in RGBA pixels as they appear on white, or null if the picture has hardly any
 * ink.
 */
export function inkBox(pixels: Uint8ClampedArray, width: number, height: number): PixelBox | null {
  const box = { left: width, top: height, right: 0, bottom: 0 };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      if (((pixels[at + 3] ?? 0) / 255) * (255 - brightnessAt(pixels, at)) < faintest) continue;
      if (x < box.left) box.left = x;
      if (x >= box.right) box.right = x + 1;
      if (y < box.top) box.top = y;
      box.bottom = y + 1;
    }
  }
  return box.right > box.left ? box : null;
}

/** Fraction of the ink's size on each side. */
const room = 0.03;

/**
 * Returns the box with a small margin, inside the pad, because the sealed file and the page show the ink as
 * large as its field allows. Without a margin, a picture that is almost only ink would be treated as a
 * photograph of dark paper.
 */
export function roomAround(box: PixelBox, width: number, height: number): PixelBox {
  const across = Math.ceil((box.right - box.left) * room);
  const down = Math.ceil((box.bottom - box.top) * room);
  return {
    left: Math.max(0, box.left - across),
    right: Math.min(width, box.right + across),
    top: Math.max(0, box.top - down),
    bottom: Math.min(height, box.bottom + down),
  };
}

/**
 * Makes the paper of a photographed signature transparent, so that it does not cover the document. Most of
 * the picture is paper, so the paper's brightness is the 90th percentile, and clearly darker pixels are ink.
 * Pictures with transparency are not changed.
 */
export function isolateInk(pixels: Uint8ClampedArray): void {
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
