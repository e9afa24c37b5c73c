import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { PEN } from '../image/ink.ts';
import type { PackedInk } from '../image/packed-ink.ts';
import { name, PdfString, stream } from '../objects/objects.ts';
import type { PdfObject, PdfRef, PdfStream } from '../objects/objects.ts';

export type EmbeddedImage = { target: PdfRef; width: number; height: number };

/** The pictures of one file, which are always ink (P-13); the same ink is embedded once. */
export type ImageSet = { embed(ink: PackedInk): EmbeddedImage };

export function startImageSet(add: (value: PdfObject) => PdfRef): ImageSet {
  const known = new Map<string, EmbeddedImage>();
  return {
    embed(ink) {
      const { width, height, packed } = ink;
      const key = `${width} ${height} ${createHash('sha256').update(packed).digest('base64')}`;
      let image = known.get(key);
      if (image === undefined) {
        image = { target: add(imageObject(ink, add)), width, height };
        known.set(key, image);
      }
      return image;
    },
  };
}

/**
 * Creates an image XObject of the pen's color, one bit per pixel, with the ink as its soft mask (ISO 32000-2,
 * 8.9.5 and 11.6.5.2).
 */
function imageObject({ width, height, packed }: PackedInk, add: (value: PdfObject) => PdfRef): PdfStream {
  const size = { Width: width, Height: height };
  const mask = add(samplesObject({ ...size, ColorSpace: name('DeviceGray'), BitsPerComponent: 8 }, packed));
  const palette = [name('Indexed'), name('DeviceRGB'), 0, new PdfString(Uint8Array.from(PEN), true)];
  const bits = new Uint8Array(Math.ceil(width / 8) * height);
  const color = { ...size, ColorSpace: palette, BitsPerComponent: 1, SMask: mask };
  return samplesObject(color, deflateSync(bits));
}

function samplesObject(entries: Record<string, PdfObject | undefined>, deflated: Uint8Array): PdfStream {
  return stream(
    { Type: name('XObject'), Subtype: name('Image'), ...entries, Filter: name('FlateDecode') },
    deflated,
  );
}
