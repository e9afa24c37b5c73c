import { writePicturePages, type PicturePage } from './picture-page.ts';
import type { PictureRefusal } from './picture-refusals.ts';
import { readJpeg } from './read-jpeg.ts';
import { readPng } from './read-png.ts';
import { readTiff } from './read-tiff.ts';

export type PictureKind = 'png' | 'jpeg' | 'tiff';
export type Picture = { picture: Uint8Array; kind: PictureKind };

type Read = PicturePage | PicturePage[] | PictureRefusal;
const readers: Record<PictureKind, (bytes: Uint8Array) => Read> = {
  png: readPng,
  jpeg: readJpeg,
  tiff: readTiff,
};

/**
 * Returns a PDF with the pixels of a picture, to be normalized. It contains nothing else from the file: no
 * location, time, device, thumbnail or comment.
 */
export async function pictureToPdf({ picture, kind }: Picture): Promise<Uint8Array | PictureRefusal> {
  const read = readers[kind](picture);
  return 'refused' in read ? read : writePicturePages('length' in read ? read : [read]);
}
