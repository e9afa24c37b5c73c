import { readPng, writePng, type Picture } from '#pdf/image/png.ts';
import { refuse, type Refusal } from '#core/refusal.ts';

/** S-29: half a mebibyte and two million pixels are far more than a hand needs. */
const largestImage = 524_288;
const limits = { width: 2000, height: 1000 };
const prefix = 'data:image/png;base64,';

/** Fewer inked pixels than this are a slip of the finger, not a signature. */
const leastInk = 12;

/**
 * Takes a drawn signature in: a PNG as a data URL, nothing else. Answers a fresh PNG of what was drawn,
 * cut to its ink, with only pixels in it; or says why it cannot be used.
 */
export function readSignatureImage(dataUrl: string): Uint8Array | Refusal {
  const base64 = dataUrl.startsWith(prefix) ? dataUrl.slice(prefix.length) : '';
  if (base64 === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 !== 0) return unusable();
  if ((base64.length / 4) * 3 > largestImage + 2) {
    return refuse('signature-invalid', 'The signature image is too large. Clear it and draw again.');
  }
  const picture = readPng(Buffer.from(base64, 'base64'), limits);
  if (!picture) return unusable();
  const ink = inkOf(picture);
  if (ink.pixels < leastInk) {
    return refuse('signature-missing', 'Signature required: Please provide your signature');
  }
  return writePng(cut(picture, ink));
}

function unusable(): Refusal {
  return refuse('signature-invalid', 'The signature could not be read as an image. Clear it and sign again.');
}

type Ink = { pixels: number; left: number; top: number; right: number; bottom: number };

/** Where something is drawn: neither transparent nor the paper's own colour. */
function inkOf({ width, height, rgba }: Picture): Ink {
  const paper = paperOf(rgba);
  const ink = { pixels: 0, left: width, top: height, right: -1, bottom: -1 };
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!differs(rgba, (y * width + x) * 4, paper)) continue;
      ink.pixels += 1;
      ink.left = Math.min(ink.left, x);
      ink.right = Math.max(ink.right, x);
      ink.top = Math.min(ink.top, y);
      ink.bottom = Math.max(ink.bottom, y);
    }
  }
  return ink;
}

/** Transparency where there is any, so that a stroke may begin in the very corner; else what the corner shows. */
function paperOf(rgba: Uint8Array): Uint8Array {
  for (let opacity = 3; opacity < rgba.length; opacity += 4) {
    if (rgba[opacity]! < 16) return rgba.subarray(opacity - 3, opacity + 1);
  }
  return rgba.subarray(0, 4);
}

function differs(rgba: Uint8Array, at: number, paper: Uint8Array): boolean {
  if (rgba[at + 3]! < 16) return false;
  // Transparent paper will be a white page: white ink on it would be no signature that anybody sees.
  const shown = (channel: number): number => (paper[3]! < 16 ? 255 : paper[channel]!);
  const distance = [0, 1, 2].reduce(
    (sum, channel) => sum + Math.abs(rgba[at + channel]! - shown(channel)),
    0,
  );
  return distance > 24;
}

function cut({ width, rgba }: Picture, ink: Ink): Picture {
  const [across, down] = [ink.right - ink.left + 1, ink.bottom - ink.top + 1];
  const pixels = new Uint8Array(across * down * 4);
  for (let y = 0; y < down; y += 1) {
    const from = ((ink.top + y) * width + ink.left) * 4;
    pixels.set(rgba.subarray(from, from + across * 4), y * across * 4);
  }
  return { width: across, height: down, rgba: pixels };
}
