import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { readPng } from '../image/png.ts';
import type { Picture } from '../image/png.ts';
import { name, PdfString, stream } from '../objects/objects.ts';
import type { PdfObject, PdfRef, PdfStream } from '../objects/objects.ts';

export type EmbeddedImage = { target: PdfRef; width: number; height: number };

/** Larger pictures are not read (pixels a side). */
const largest = { width: 4000, height: 4000 };

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
        const decoded = readPng(png, largest);
        if (decoded === undefined) throw new Error('not a readable PNG');
        image = { target: add(imageObject(decoded, add)), width: decoded.width, height: decoded.height };
        known.set(key, image);
      }
      return image;
    },
  };
}

/** An image XObject with its opacity as a soft mask (ISO 32000-2, 8.9.5 and 11.6.5.2). */
function imageObject(picture: Picture, add: (value: PdfObject) => PdfRef): PdfStream {
  const size = { Width: picture.width, Height: picture.height };
  const { samples, alpha } = partOpacity(picture);
  const mask =
    alpha && add(samplesObject({ ...size, ColorSpace: name('DeviceGray'), BitsPerComponent: 8 }, alpha));
  const colour = singleColour(samples);
  if (colour !== undefined) {
    // Most signatures are one ink and its opacity: one bit a pixel says the same in far fewer bytes.
    const palette = [name('Indexed'), name('DeviceRGB'), 0, new PdfString(colour, true)];
    const bits = new Uint8Array(Math.ceil(picture.width / 8) * picture.height);
    return samplesObject({ ...size, ColorSpace: palette, BitsPerComponent: 1, SMask: mask }, bits);
  }
  return samplesObject({ ...size, ColorSpace: name('DeviceRGB'), BitsPerComponent: 8, SMask: mask }, samples);
}

/**
 * Parts red, green and blue from opacity; no opacity when all is opaque. An invisible pixel takes the colour
 * of the visible one before it (before the first, that one's), which compresses best.
 */
function partOpacity({ rgba }: Picture): { samples: Uint8Array; alpha: Uint8Array | undefined } {
  const pixels = rgba.length / 4;
  const samples = new Uint8Array(pixels * 3);
  const alpha = new Uint8Array(pixels);
  let ink = 0;
  while (ink < pixels - 1 && rgba[ink * 4 + 3] === 0) ink++;
  let opaque = 255;
  for (let pixel = 0; pixel < pixels; pixel++) {
    const opacity = rgba[pixel * 4 + 3] ?? 255;
    if (opacity > 0) ink = pixel;
    samples.set(rgba.subarray(ink * 4, ink * 4 + 3), pixel * 3);
    alpha[pixel] = opacity;
    opaque &= opacity;
  }
  return { samples, alpha: opaque === 255 ? undefined : alpha };
}

/** The colour of the picture, when it has but one. */
function singleColour(samples: Uint8Array): Uint8Array | undefined {
  for (let at = 3; at < samples.length; at++) if (samples[at] !== samples[at - 3]) return undefined;
  return samples.subarray(0, 3);
}

function samplesObject(entries: Record<string, PdfObject | undefined>, samples: Uint8Array): PdfStream {
  return stream(
    { Type: name('XObject'), Subtype: name('Image'), ...entries, Filter: name('FlateDecode') },
    deflateSync(samples),
  );
}
