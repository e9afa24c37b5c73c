import { CLAUSE, hostilePage, rawStream } from '../raw-pdf.ts';

/** Pictures of 64 by 64 pixels whose left half is dark. */
const SIDE = 64;
const GREY = ('\0'.repeat(SIDE / 2) + '\xff'.repeat(SIDE / 2)).repeat(SIDE);
const BITS = ('\0'.repeat(SIDE / 16) + '\xff'.repeat(SIDE / 16)).repeat(SIDE);
const COLOURS = ('\0'.repeat((SIDE / 2) * 3) + '\xff'.repeat((SIDE / 2) * 3)).repeat(SIDE);

const pictureOf = (entries: string, bytes: string): Uint8Array =>
  hostilePage({
    content: `0 g ${CLAUSE}q 200 0 0 200 60 400 cm /P Do Q\n`,
    resources: '/XObject<</P 20 0 R>>',
    objects: {
      20: rawStream(`/Type/XObject/Subtype/Image/Width ${SIDE}/Height ${SIDE}${entries}`, bytes),
    },
  });

const grey = (entries: string): Uint8Array =>
  pictureOf(`/BitsPerComponent 8/ColorSpace/DeviceGray${entries}`, GREY);
const bits = (entries: string): Uint8Array =>
  pictureOf(`/BitsPerComponent 1/ColorSpace/DeviceGray${entries}`, BITS);
const coloured = (entries: string): Uint8Array =>
  pictureOf(`/BitsPerComponent 8/ColorSpace/DeviceRGB${entries}`, COLOURS);
const stencil = (entries: string): Uint8Array =>
  pictureOf(`/ImageMask true/BitsPerComponent 1${entries}`, BITS);

const pictures: Record<string, () => Uint8Array> = {
  plain: () => grey(''),
  'decoded the other way': () => grey('/Decode[1 0]'),
  'decoded with one number': () => grey('/Decode[1]'),
  'decoded with too many numbers': () => grey('/Decode[1 0 1 0 1 0]'),
  'decoded with names': () => grey('/Decode[/a/b]'),
  'decoded with a dictionary': () => grey('/Decode<<>>'),
  'bits decoded the other way': () => bits('/Decode[1 0]'),
  'colours decoded the other way': () => coloured('/Decode[1 0 1 0 1 0]'),
  'colours decoded with two numbers': () => coloured('/Decode[1 0]'),
  'of a space that is missing': () => pictureOf('/BitsPerComponent 8', GREY),
  'of a pattern': () => pictureOf('/BitsPerComponent 8/ColorSpace/Pattern', GREY),
  'with short and long keys': () => grey('/W 32/H 32/BPC 1'),
  'with a short filter': () => grey('/F/AHx'),
  'a stencil': () => stencil(''),
  'a stencil decoded the other way': () => stencil('/Decode[1 0]'),
  'a stencil decoded with one number': () => stencil('/Decode[1]'),
};

export const hostilePictures: Record<string, () => Uint8Array> = Object.fromEntries(
  Object.entries(pictures).map(([kind, make]) => [`picture, ${kind}`, make]),
);
