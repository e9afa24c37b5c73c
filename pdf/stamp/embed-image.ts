import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { PEN } from '../image/ink.ts';
import type { PackedInk } from '../image/packed-ink.ts';
import type { PackedPicture } from '../image/packed-picture.ts';
import { dict, name, PdfString, stream } from '../objects/objects.ts';
import type { PdfObject, PdfRef, PdfStream } from '../objects/objects.ts';

export type EmbeddedImage = { target: PdfRef; width: number; height: number };

/** Images of one file: ink, and pictures that are drawn like ink (P-13). Each image is embedded once. */
export type ImageSet = { embed(image: PackedInk | PackedPicture): EmbeddedImage };

export function startImageSet(add: (value: PdfObject) => PdfRef): ImageSet {
  const known = new Map<string, EmbeddedImage>();
  return {
    embed(image) {
      const { width, height } = image;
      const isPicture = 'rows' in image;
      const hash = createHash('sha256').update(isPicture ? image.rows : image.packed);
      const key = `${isPicture ? 'picture' : 'ink'} ${width} ${height} ${hash.digest('base64')}`;
      let embedded = known.get(key);
      if (embedded === undefined) {
        const object = isPicture ? pictureObject(image) : imageObject(image, add);
        embedded = { target: add(object), width, height };
        known.set(key, embedded);
      }
      return embedded;
    },
  };
}

/** PDF programs can read the rows of a PNG directly (ISO 32000-2, 7.4.4.4). */
function pictureObject({ width, height, rows }: PackedPicture): PdfStream {
  const DecodeParms = dict({ Predictor: 15, Colors: 3, BitsPerComponent: 8, Columns: width });
  const color = { ColorSpace: name('DeviceRGB'), BitsPerComponent: 8, DecodeParms };
  return samplesObject({ Width: width, Height: height, ...color }, rows);
}

/**
 * Creates an image XObject in the pen's color with one bit per pixel, and with the ink as its soft mask (ISO
 * 32000-2, 8.9.5 and 11.6.5.2).
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
