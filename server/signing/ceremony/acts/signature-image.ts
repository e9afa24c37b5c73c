import { inkSha256, keyInk, type Ink } from '#pdf/image/ink.ts';
import { packInk, writeInkFile } from '#pdf/image/packed-ink.ts';
import { readPng } from '#pdf/image/png.ts';
import { refuse, type Refusal } from '#core/refusal.ts';

/** S-29: half a mebibyte and two million pixels, far more than a signature needs. */
const maxImageLength = 524_288;
const limits = { width: 2000, height: 1000 };
const prefix = 'data:image/png;base64,';

/** A picture with fewer inked pixels is an accidental touch, not a signature. */
const minInk = 12;

/** A drawn signature: the bytes to store, and the hash of its ink as the sealed file embeds it. */
export type SignatureImage = { file: Uint8Array; inkSha256: string };

/**
 * Reads a drawn signature from a PNG data URL. Returns the ink in the form that is sealed, cropped to its
 * bounds and without paper or metadata (P-13), or the reason why it was rejected.
 */
export function readSignatureImage(dataUrl: string): SignatureImage | Refusal {
  const base64 = dataUrl.startsWith(prefix) ? dataUrl.slice(prefix.length) : '';
  // The length is checked first, because a long text overflows the stack of the regular expression.
  if ((base64.length / 4) * 3 > maxImageLength + 2) {
    return refuse('signature-invalid', 'The signature image is too large. Clear it and draw again.');
  }
  if (base64 === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 !== 0) return unusable();
  const picture = readPng(Buffer.from(base64, 'base64'), limits);
  if (!picture) return unusable();
  const ink = keyInk(picture);
  const place = placeOf(ink);
  if (place.pixels < minInk) {
    return refuse('signature-missing', 'Signature required: Please provide your signature');
  }
  const own = cut(ink, place);
  return { file: writeInkFile(packInk(own)), inkSha256: inkSha256(own) };
}

function unusable(): Refusal {
  return refuse('signature-invalid', 'The signature is not a readable image. Clear it and sign again.');
}

type Place = { pixels: number; left: number; top: number; right: number; bottom: number };

/** Returns the bounding box of the ink. */
function placeOf({ width, height, opacity }: Ink): Place {
  const place = { pixels: 0, left: width, top: height, right: -1, bottom: -1 };
  for (let pixel = 0; pixel < opacity.length; pixel += 1) {
    if (opacity[pixel] === 0) continue;
    const x = pixel % width;
    const y = Math.floor(pixel / width);
    place.pixels += 1;
    place.left = Math.min(place.left, x);
    place.right = Math.max(place.right, x);
    place.top = Math.min(place.top, y);
    place.bottom = Math.max(place.bottom, y);
  }
  return place;
}

function cut({ width, opacity }: Ink, place: Place): Ink {
  const [across, down] = [place.right - place.left + 1, place.bottom - place.top + 1];
  const pixels = new Uint8Array(across * down);
  for (let y = 0; y < down; y += 1) {
    const from = (place.top + y) * width + place.left;
    pixels.set(opacity.subarray(from, from + across), y * across);
  }
  return { width: across, height: down, opacity: pixels };
}
