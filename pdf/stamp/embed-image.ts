import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { inkIn, inkSha256, PEN, type Ink } from '../image/ink.ts';
import { readPng } from '../image/png.ts';
import { name, PdfString, stream } from '../objects/objects.ts';
import type { PdfObject, PdfRef, PdfStream } from '../objects/objects.ts';

export type EmbeddedImage = { target: PdfRef; width: number; height: number };

/** Larger pictures are not read (pixels a side). */
const largest = { width: 4000, height: 4000 };

/** The hash of a picture's ink as a file will hold it. @throws Error when it is no PNG that `readPng` reads */
export function inkSha256OfPng(png: Uint8Array): string {
  return inkSha256(readInk(png));
}

function readInk(png: Uint8Array): Ink {
  const decoded = readPng(png, largest);
  if (decoded === undefined) throw new Error('not a readable PNG');
  return inkIn(decoded);
}

/** The pictures of one file, of which only the ink is embedded (P-13); equal bytes are embedded once. */
export type ImageSet = { embed(png: Uint8Array): EmbeddedImage };

export function startImageSet(add: (value: PdfObject) => PdfRef): ImageSet {
  const known = new Map<string, EmbeddedImage>();
  return {
    /** @throws Error when the bytes are not a PNG that `readPng` reads: callers re-encode what people send */
    embed(png) {
      const key = createHash('sha256').update(png).digest('base64');
      let image = known.get(key);
      if (image === undefined) {
        const ink = readInk(png);
        image = { target: add(imageObject(ink, add)), width: ink.width, height: ink.height };
        known.set(key, image);
      }
      return image;
    },
  };
}

/**
 * An image XObject of nothing but the pen's colour, one bit a pixel, with the ink as its soft mask (ISO 32000-2, 8.9.5
 * and 11.6.5.2).
 */
function imageObject({ width, height, opacity }: Ink, add: (value: PdfObject) => PdfRef): PdfStream {
  const size = { Width: width, Height: height };
  const mask = add(samplesObject({ ...size, ColorSpace: name('DeviceGray'), BitsPerComponent: 8 }, opacity));
  const palette = [name('Indexed'), name('DeviceRGB'), 0, new PdfString(Uint8Array.from(PEN), true)];
  const bits = new Uint8Array(Math.ceil(width / 8) * height);
  return samplesObject({ ...size, ColorSpace: palette, BitsPerComponent: 1, SMask: mask }, bits);
}

function samplesObject(entries: Record<string, PdfObject | undefined>, samples: Uint8Array): PdfStream {
  return stream(
    { Type: name('XObject'), Subtype: name('Image'), ...entries, Filter: name('FlateDecode') },
    deflateSync(samples),
  );
}
