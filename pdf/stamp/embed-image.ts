import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { name, stream } from '../objects/objects.ts';
import type { PdfObject, PdfRef, PdfStream } from '../objects/objects.ts';
import { readPng } from './read-png.ts';
import type { PngImage } from './read-png.ts';

export type EmbeddedImage = { target: PdfRef; width: number; height: number };

/** The pictures of one file; equal bytes are embedded once. */
export type ImageSet = { embed(png: Uint8Array): EmbeddedImage };

export function startImageSet(add: (value: PdfObject) => PdfRef): ImageSet {
  const known = new Map<string, EmbeddedImage>();
  return {
    /** @throws Error when the bytes are not a PNG that `readPng` reads: callers re-encode what people send */
    embed(png) {
      const key = createHash('sha256').update(png).digest('base64');
      let image = known.get(key);
      if (image === undefined) {
        const decoded = readPng(png);
        if (decoded === undefined) throw new Error('not a readable PNG');
        image = { target: add(imageObject(decoded, add)), width: decoded.width, height: decoded.height };
        known.set(key, image);
      }
      return image;
    },
  };
}

/** An image XObject with its opacity as a soft mask (ISO 32000-2, 8.9.5 and 11.6.5.2). */
function imageObject(image: PngImage, add: (value: PdfObject) => PdfRef): PdfStream {
  const mask = image.alpha && add(samplesObject(image, 'DeviceGray', image.alpha));
  return samplesObject(image, image.channels === 1 ? 'DeviceGray' : 'DeviceRGB', image.samples, mask);
}

function samplesObject(
  { width, height }: PngImage,
  colourSpace: string,
  samples: Uint8Array,
  mask?: PdfRef,
): PdfStream {
  const entries = {
    Type: name('XObject'),
    Subtype: name('Image'),
    Width: width,
    Height: height,
    ColorSpace: name(colourSpace),
    BitsPerComponent: 8,
    SMask: mask,
    Filter: name('FlateDecode'),
  };
  return stream(entries, deflateSync(samples));
}
