import { join } from '#pdf/verify/bytes.ts';
import { dictOf } from '#pdf/verify/read-objects.ts';
import type { SealedObjects } from '#pdf/verify/read-objects.ts';
import type { PdfValue } from '#pdf/verify/read-value.ts';
import { sha256 } from '../hash.ts';
import { wrapPng } from './wrap-png.ts';

type Ref = PdfValue & { readonly kind: 'ref' };

/** Takes the place of a hash for an image that PDF programs may draw differently from the hashed pixels. */
const OTHER_DICTIONARY = 'other dictionary';

/** Returns the hashes of ink and pictures and the names of fonts that were added after the base file. */
export async function readDrawn(
  objects: SealedObjects,
  baseBytes: number,
): Promise<{ inks: Set<string>; pictures: Set<string>; fonts: Set<string> }> {
  const inks = new Set<string>();
  const images: Ref[] = [];
  const masks = new Set<number>();
  const fonts = new Set<string>();
  for (const [num, offset] of objects.places) {
    if (offset < baseBytes) continue;
    const ref = { kind: 'ref', num, gen: 0 } as const;
    const value = objects.resolve(ref);
    if (value?.kind !== 'dict') continue;
    const font = value.entries.get('BaseFont');
    if (font?.kind === 'name') fonts.add(font.value.replace(/^[A-Z]{6}\+/, '').replace('-Regular', ''));
    const subtype = value.entries.get('Subtype');
    const mask = value.entries.get('SMask');
    if (subtype?.kind !== 'name' || subtype.value !== 'Image') continue;
    if (mask === undefined) images.push(ref);
    else inks.add(await inkOf(objects, ref, mask));
    if (mask?.kind === 'ref') masks.add(mask.num);
  }
  const pictures = new Set<string>();
  for (const ref of images) if (!masks.has(ref.num)) pictures.add(await pictureOf(objects, ref));
  return { inks, pictures, fonts };
}

/**
 * Returns the hash of a picture as the PNG that was uploaded (docs/evidence.md, Pictures). Any other entry in
 * its dictionary, such as `/Decode`, would make PDF programs draw the same bytes in other colors.
 */
async function pictureOf(objects: SealedObjects, image: Ref): Promise<string> {
  const rows = objects.storedStream(image);
  const { width, height } = sizeOf(objects, image);
  const parms = `<</BitsPerComponent 8/Colors 3/Columns ${width}/Predictor 15>>`;
  const expected = imageForm(width, height, rows.length, {
    ...{ BitsPerComponent: '8', ColorSpace: '/DeviceRGB', DecodeParms: parms },
  });
  return isWritten(objects, image, expected) ? sha256(wrapPng(width, height, rows)) : OTHER_DICTIONARY;
}

/** Color of drawn signatures and initials (docs/evidence.md, Ink). */
const PEN = '<0f1433>';

/**
 * Returns the hash of ink, which covers its size and the opacity of each pixel. The image below the mask must
 * have the pen's color everywhere.
 */
async function inkOf(objects: SealedObjects, image: Ref, mask: PdfValue): Promise<string> {
  if (mask.kind !== 'ref') return OTHER_DICTIONARY;
  const { width, height } = sizeOf(objects, mask);
  const [colors, opacities] = [objects.storedStream(image).length, objects.storedStream(mask).length];
  const colored = imageForm(width, height, colors, {
    ...{ BitsPerComponent: '1', ColorSpace: `[/Indexed /DeviceRGB 0 ${PEN}]`, SMask: spelled(mask) },
  });
  const gray = { BitsPerComponent: '8', ColorSpace: '/DeviceGray' };
  const isPlain =
    isWritten(objects, image, colored) &&
    isWritten(objects, mask, imageForm(width, height, opacities, gray)) &&
    (await objects.stream(image)).every((indexes) => indexes === 0);
  if (!isPlain) return OTHER_DICTIONARY;
  const size = new DataView(new ArrayBuffer(8));
  size.setUint32(0, width);
  size.setUint32(4, height);
  return sha256(join([new Uint8Array(size.buffer), await objects.stream(mask)]));
}

function sizeOf(objects: SealedObjects, image: Ref): { width: number; height: number } {
  const entries = dictOf(objects.resolve(image));
  const side = (key: string): number => {
    const value = entries.get(key);
    return value?.kind === 'number' ? value.value : 0;
  };
  return { width: side('Width'), height: side('Height') };
}

const isWritten = (objects: SealedObjects, image: Ref, expected: string): boolean => {
  const entries = objects.resolve(image);
  return entries !== undefined && spelled(entries) === expected;
};

/**
 * Returns the dictionary of an image that this product embeds, in the form of `spelled`. `length` is the size of
 * its stream in bytes.
 */
function imageForm(
  width: number,
  height: number,
  length: number,
  color: Readonly<Record<string, string>>,
): string {
  const size = { Height: String(height), Length: String(length), Width: String(width) };
  const all = { ...color, ...size, Filter: '/FlateDecode', Subtype: '/Image', Type: '/XObject' };
  return `<<${Object.entries(all)
    .map(([key, value]) => `/${key} ${value}`)
    .toSorted()
    .join('')}>>`;
}

/** Serializes a value, so that the order of keys and the white space in the file do not matter. */
function spelled(value: PdfValue): string {
  switch (value.kind) {
    case 'name':
      return `/${value.value}`;
    case 'number':
    case 'word':
      return String(value.value);
    case 'ref':
      return `${value.num} ${value.gen} R`;
    case 'string':
      return `<${Array.from(value.bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}>`;
    case 'array':
      return `[${value.items.map(spelled).join(' ')}]`;
    case 'dict':
      return `<<${[...value.entries]
        .map(([key, entry]) => `/${key} ${spelled(entry)}`)
        .toSorted()
        .join('')}>>`;
  }
}
