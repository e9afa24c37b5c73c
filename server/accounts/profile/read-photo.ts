import { refuse, type Refusal } from '#core/refusal.ts';
import { readPng, writePng } from '#pdf/image/png.ts';
import { MAX_PHOTO } from '#core/preference/photo.ts';
import { stripJpeg } from './strip-jpeg.ts';
import type { Photo } from './photo-store.ts';

/** Pixels per side. A browser sends 512; more is not needed for a small avatar. */
const largestSide = 2048;

/**
 * Reads a photo by its bytes, whatever its declared type. A PNG is re-encoded from its pixels; a JPEG keeps
 * only the segments needed to display it. This removes location, camera and author (S-29).
 */
export function readPhoto(bytes: Uint8Array): { bytes: Uint8Array; mediaType: Photo['mediaType'] } | Refusal {
  if (bytes.length > MAX_PHOTO) return refuse('photo-invalid', 'The photo is larger than 2 MB.');
  const picture = readPng(bytes, { width: largestSide, height: largestSide });
  if (picture) return { bytes: writePng(picture), mediaType: 'image/png' };
  const jpeg = stripJpeg(bytes, largestSide);
  if (jpeg) return { bytes: jpeg, mediaType: 'image/jpeg' };
  return refuse('photo-invalid', 'This is not a readable JPG or PNG. Choose another picture.');
}
