/** A box of pixels; right and bottom lie outside it. */
type PixelBox = { left: number; top: number; right: number; bottom: number };

/**
 * The largest picture the server takes is 2000 by 1000 pixels and 512 KiB (S-29); ours stays at the pad's
 * 600 by 200 at twice its size.
 */
export const largestPicture = { width: 1200, height: 400, bytes: 512 * 1024 };

/** Darker than white by less than this, of 255, is nothing: the server keeps no ink of it either (pdf/image/ink.ts). */
const faintest = 16;

/** Where there is ink in RGBA pixels, as they look on white, or null when there is none to speak of. */
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

/** Of the ink's own size, at each side. */
const room = 0.03;

/**
 * The box with a little room around it, inside the pad: the sealed file shows the ink as large as its field allows, and
 * so does the page. Without any room, a picture that is nearly all ink would be read as a photograph of dark paper.
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
