import { refuse, type Refusal } from '#core/refusal.ts';
import { readPng, writePng } from '#pdf/image/png.ts';
import { largestPhoto } from '#core/preference/photo.ts';
import { stripJpeg } from './strip-jpeg.ts';
import type { Photo } from './photo-store.ts';

/** Pixels on a side. A browser sends 512; more than this is no photo for a circle of a thumb's width. */
const largestSide = 2048;

/**
 * Takes a photo in by its bytes, whatever it is called: a PNG is drawn anew from its pixels, a JPEG keeps only
 * what is needed to show it. Where it was taken, by what and by whom is gone (S-29).
 */
export function readPhoto(bytes: Uint8Array): { bytes: Uint8Array; mediaType: Photo['mediaType'] } | Refusal {
  if (bytes.length > largestPhoto) return refuse('photo-invalid', 'The photo is larger than 2 MB.');
  const picture = readPng(bytes, { width: largestSide, height: largestSide });
  if (picture) return { bytes: writePng(picture), mediaType: 'image/png' };
  const jpeg = stripJpeg(bytes, largestSide);
  if (jpeg) return { bytes: jpeg, mediaType: 'image/jpeg' };
  return refuse('photo-invalid', 'This is not a JPG or PNG that can be shown. Choose another picture.');
}
