import { packPicture } from '#pdf/image/packed-picture.ts';
import type { UploadedPictures } from '../record/uploaded-pictures.ts';

/** Placeholder for the hash of pictures that recipients will upload. */
export const samplePictureSha256 = '0'.repeat(64);

/** Side length in pixels. */
const side = 16;

/** Returns a dark picture, which would hide any text below it. */
export const sampleUploads: UploadedPictures = new Map([
  [
    samplePictureSha256,
    packPicture({ width: side, height: side, rgba: new Uint8Array(side * side * 4).fill(90) }),
  ],
]);
