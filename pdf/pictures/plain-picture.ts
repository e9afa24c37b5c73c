import { packPicture, writePictureFile } from '../image/packed-picture.ts';
import type { Picture as Pixels } from '../image/png.ts';
import { openRenderer } from '../render/pdfium.ts';
import { writePicturePages } from './picture-page.ts';
import { pictureRefusals, type PictureRefusal } from './picture-refusals.ts';
import { readJpeg } from './read-jpeg.ts';
import { readPng } from './read-png.ts';

/** A picture that a recipient uploads for a field, and the maximum size in pixels to which it is reduced. */
export type UploadedPicture = {
  picture: Uint8Array;
  kind: 'png' | 'jpeg';
  max: { longest: number; pixels: number };
};

/** The picture as it is shown and sealed, as a PNG of plain pixels. Width and height are in pixels. */
export type PlainPicture = { width: number; height: number; png: Uint8Array };

/** Maximum ratio of the longer side to the shorter side. */
const slimmest = 100;
/** Time limit in milliseconds for finding out whether the picture can be decoded. */
const timeToDecode = 5000;
/** Minimum difference in darkness (of 255) that is visible, and the minimum number of pixels with it. */
const visible = { difference: 24, pixels: 12 };

/**
 * Decodes a picture once, so that all programs show the same pixels from then on. The result is rotated
 * according to the EXIF data, uses the colors of the profile, shows transparency as on white paper, and has no
 * metadata.
 *
 * Transparency needs no mask, because the picture is drawn like ink, and white ink does not change a page.
 */
export async function readPlainPicture({
  picture,
  kind,
  max,
}: UploadedPicture): Promise<PlainPicture | PictureRefusal> {
  const read = kind === 'png' ? readPng(picture) : readJpeg(picture);
  if ('refused' in read) return read;
  const { width, height } = read;
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  if (long > short * slimmest) return pictureRefusals.slim;
  // No program writes this density without measuring, so the page gets the proportions of the picture.
  const density = 144 * Math.max(1, long / 10_000);
  const pixels = await drawPage(writePicturePages([{ ...read, density: { x: density, y: density } }]), max);
  if (!pixels) return pictureRefusals.damaged;
  if (isBlank(pixels)) return pictureRefusals.blank;
  const png = writePictureFile(packPicture(pixels));
  return { width: pixels.width, height: pixels.height, png };
}

async function drawPage(pdf: Uint8Array, max: UploadedPicture['max']): Promise<Pixels | undefined> {
  const file = await openRenderer(pdf);
  if ('failed' in file) return undefined;
  try {
    const { width, height } = file.pageSize(0);
    if (file.hasUnreadablePicture(0, performance.now() + timeToDecode)) return undefined;
    // Two pixels per point correspond to the pixels of the picture itself.
    const scale = Math.min(
      2,
      max.longest / Math.max(width, height),
      Math.sqrt(max.pixels / (width * height)),
    );
    const pixels = file.renderPage(0, scale);
    return pixels.width === 0 ? undefined : pixels;
  } finally {
    file.close();
  }
}

/** Returns true if the picture has only one color or almost one. */
function isBlank({ rgba }: Pixels): boolean {
  const darkness = new Uint8Array(rgba.length / 4);
  const counts = new Uint32Array(256);
  for (let pixel = 0; pixel < darkness.length; pixel += 1) {
    const at = pixel * 4;
    const shade = Math.round(0.299 * rgba[at]! + 0.587 * rgba[at + 1]! + 0.114 * rgba[at + 2]!);
    darkness[pixel] = shade;
    counts[shade]! += 1;
  }
  const ground = counts.indexOf(Math.max(...counts));
  let seen = 0;
  for (const shade of darkness) if (Math.abs(shade - ground) >= visible.difference) seen += 1;
  return seen < visible.pixels;
}
