import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { name, PdfString, stream } from '../objects/objects.ts';
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
  const { width, height, channels, samples, alpha } = image;
  const size = { Width: width, Height: height };
  const mask =
    alpha && add(samplesObject({ ...size, ColorSpace: name('DeviceGray'), BitsPerComponent: 8 }, alpha));
  const colour = singleColour(image);
  if (colour !== undefined) {
    // Most signatures are one ink and its opacity: one bit a pixel says the same in far fewer bytes.
    const palette = [name('Indexed'), name(deviceSpace(channels)), 0, new PdfString(colour, true)];
    const bits = new Uint8Array(Math.ceil(width / 8) * height);
    return samplesObject({ ...size, ColorSpace: palette, BitsPerComponent: 1, SMask: mask }, bits);
  }
  const space = name(deviceSpace(channels));
  return samplesObject({ ...size, ColorSpace: space, BitsPerComponent: 8, SMask: mask }, samples);
}

const deviceSpace = (channels: 1 | 3): string => (channels === 1 ? 'DeviceGray' : 'DeviceRGB');

/** The colour of the picture, when it has but one. */
function singleColour({ samples, channels }: PngImage): Uint8Array | undefined {
  for (let at = channels; at < samples.length; at++)
    if (samples[at] !== samples[at - channels]) return undefined;
  return samples.subarray(0, channels);
}

function samplesObject(entries: Record<string, PdfObject | undefined>, samples: Uint8Array): PdfStream {
  return stream(
    { Type: name('XObject'), Subtype: name('Image'), ...entries, Filter: name('FlateDecode') },
    deflateSync(samples),
  );
}
