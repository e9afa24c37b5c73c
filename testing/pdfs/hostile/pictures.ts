import { deflateSync } from 'node:zlib';
import { CLAUSE, hostilePage, rawStream, type RawObjects } from '../raw-pdf.ts';

/** Pictures of 64 by 64 pixels, whose left half is dark. */
const SIDE = 64;
const GREY = ('\0'.repeat(SIDE / 2) + '\xff'.repeat(SIDE / 2)).repeat(SIDE);
const BITS = ('\0'.repeat(SIDE / 16) + '\xff'.repeat(SIDE / 16)).repeat(SIDE);
const COLORS = ('\0'.repeat((SIDE / 2) * 3) + '\xff'.repeat((SIDE / 2) * 3)).repeat(SIDE);

const packed = (bytes: string): string => deflateSync(Buffer.from(bytes, 'latin1')).toString('latin1');

const pictureOf = (entries: string, bytes: string, objects: RawObjects = {}): Uint8Array =>
  hostilePage({
    content: `0 g ${CLAUSE}q 200 0 0 200 60 400 cm /P Do Q\n`,
    resources: '/XObject<</P 20 0 R>>',
    objects: {
      20: rawStream(`/Type/XObject/Subtype/Image/Width ${SIDE}/Height ${SIDE}${entries}`, bytes),
      ...objects,
    },
  });

const grey = (entries: string): Uint8Array =>
  pictureOf(`/BitsPerComponent 8/ColorSpace/DeviceGray${entries}`, GREY);
const bits = (entries: string): Uint8Array =>
  pictureOf(`/BitsPerComponent 1/ColorSpace/DeviceGray${entries}`, BITS);
const colored = (entries: string): Uint8Array =>
  pictureOf(`/BitsPerComponent 8/ColorSpace/DeviceRGB${entries}`, COLORS);
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
  'colors decoded the other way': () => colored('/Decode[1 0 1 0 1 0]'),
  'colors decoded with two numbers': () => colored('/Decode[1 0]'),
  'of a space that is missing': () => pictureOf('/BitsPerComponent 8', GREY),
  'of a pattern': () => pictureOf('/BitsPerComponent 8/ColorSpace/Pattern', GREY),
  'with short and long keys': () => grey('/W 32/H 32/BPC 1'),
  'with a short filter': () => grey('/F/AHx'),
  'a stencil': () => stencil(''),
  'a stencil decoded the other way': () => stencil('/Decode[1 0]'),
  'a stencil decoded with one number': () => stencil('/Decode[1]'),
};

const softMask = (entries: string, bytes = GREY): string =>
  rawStream(
    `/Type/XObject/Subtype/Image/Width ${SIDE}/Height ${SIDE}/ColorSpace/DeviceGray/BitsPerComponent 8${entries}`,
    bytes,
  );
const hardMask = (entries: string, bytes = BITS): string =>
  rawStream(
    `/Type/XObject/Subtype/Image/Width ${SIDE}/Height ${SIDE}/ImageMask true/BitsPerComponent 1${entries}`,
    bytes,
  );
/** Returns a dark picture with a mask in object 21. */
const dark = (entries: string, mask = ''): Uint8Array =>
  pictureOf(
    `/BitsPerComponent 8/ColorSpace/DeviceGray${entries}`,
    '\0'.repeat(SIDE * SIDE),
    mask ? { 21: mask } : {},
  );
const INDEXED = ('\0'.repeat(SIDE / 2) + '\x01'.repeat(SIDE / 2)).repeat(SIDE);

const masks: Record<string, () => Uint8Array> = {
  soft: () => dark('/SMask 21 0 R', softMask('')),
  'soft, decoded the other way': () => dark('/SMask 21 0 R', softMask('/Decode[1 0]')),
  'soft, decoded with one number': () => dark('/SMask 21 0 R', softMask('/Decode[1]')),
  'soft, in colors': () => dark('/SMask 21 0 R', softMask('/ColorSpace/DeviceRGB', COLORS)),
  'soft, by index': () =>
    dark('/SMask 21 0 R', softMask('/ColorSpace[/Indexed/DeviceGray 1<ff00>]', INDEXED)),
  'soft, of one pixel': () => dark('/SMask 21 0 R', softMask('/Width 1/Height 1', '\0')),
  'soft, that is short': () => dark('/SMask 21 0 R', softMask('', GREY.slice(0, 1000))),
  'soft, with itself': () => dark('/SMask 21 0 R', softMask('/SMask 21 0 R')),
  'soft, that is a stencil': () => dark('/SMask 21 0 R', hardMask('')),
  'soft, that is missing': () => dark('/SMask 99 0 R'),
  'soft, of a name': () => dark('/SMask/None'),
  'soft, with a matte': () => dark('/SMask 21 0 R', softMask('/Matte[1]')),
  'soft, in the data': () => dark('/SMaskInData 1'),
  'soft, beside a color that is left out': () => dark('/SMask 21 0 R/Mask[0 0]', softMask('')),
  hard: () => dark('/Mask 21 0 R', hardMask('')),
  'hard, decoded the other way': () => dark('/Mask 21 0 R', hardMask('/Decode[1 0]')),
  'hard, that is no stencil': () => dark('/Mask 21 0 R', softMask('')),
  'hard, that is short': () => dark('/Mask 21 0 R', hardMask('', BITS.slice(0, 200))),
  'hard, of a name': () => dark('/Mask/None'),
  'of a color': () => grey('/Mask[0 10]'),
  'of a color, turned': () => grey('/Mask[10 0]'),
  'of a color, one number': () => grey('/Mask[0]'),
  'of a color, too many numbers': () => grey('/Mask[0 0 255 255]'),
  'of a color, beyond': () => grey('/Mask[-5 999]'),
  'of a color, decoded': () => grey('/Mask[0 0]/Decode[1 0]'),
  'of a color, names': () => grey('/Mask[/a/b]'),
  'of a color of three': () => colored('/Mask[0 0 0 0 0 0]'),
};

const BEYOND = ('\x05'.repeat(SIDE / 2) + '\x01'.repeat(SIDE / 2)).repeat(SIDE);
const beyond: Record<string, () => Uint8Array> = {
  'indexed, beyond the table': () =>
    pictureOf('/BitsPerComponent 8/ColorSpace[/Indexed/DeviceGray 1<40ff>]', BEYOND),
  'indexed, beyond a table of colors': () =>
    pictureOf('/BitsPerComponent 8/ColorSpace[/Indexed/DeviceRGB 1<404040ffffff>]', BEYOND),
  'indexed, beyond the table, 4 bits': () =>
    pictureOf(
      '/BitsPerComponent 4/ColorSpace[/Indexed/DeviceGray 1<40ff>]',
      '\x55'.repeat(16).padEnd(32, '\x11').repeat(SIDE),
    ),
};

const inline: Record<string, string> = {
  plain: `/W 64/H 64/BPC 8/CS/G/F/Fl ID ${packed(GREY)} EI`,
  'decoded the other way': `/W 64/H 64/BPC 8/CS/G/D[1 0]/F/Fl ID ${packed(GREY)} EI`,
  'a stencil': `/W 64/H 64/IM true/F/Fl ID ${packed(BITS)} EI`,
  'a stencil decoded with one number': `/W 64/H 64/IM true/D[1]/F/Fl ID ${packed(BITS)} EI`,
  'an unknown space': `/W 64/H 64/BPC 8/CS/Nope/F/Fl ID ${packed(GREY)} EI`,
  'no bits': `/W 64/H 64/CS/G/F/Fl ID ${packed(GREY)} EI`,
  indexed: `/W 64/H 64/BPC 8/CS[/I/G 1<00ff>]/F/Fl ID ${packed(INDEXED)} EI`,
  'a color that is left out': `/W 64/H 64/BPC 8/CS/G/Mask[0 0]/F/Fl ID ${packed(GREY)} EI`,
  'an unknown filter': `/W 64/H 64/BPC 8/CS/G/F/Foo ID ${GREY} EI`,
  'too little': `/W 64/H 64/BPC 8/CS/G/F/Fl ID ${packed(GREY.slice(0, 2000))} EI`,
  'too much': `/W 64/H 64/BPC 8/CS/G/F/Fl ID ${packed(GREY + GREY)} EI`,
  'decoded with one number': `/W 64/H 64/BPC 8/CS/G/D[1]/F/Fl ID ${packed(GREY)} EI`,
  'decoded with names': `/W 64/H 64/BPC 8/CS/G/D[/a/b]/F/Fl ID ${packed(GREY)} EI`,
  'decoded with too many numbers': `/W 64/H 64/BPC 8/CS/G/D[1 0 0 1]/F/Fl ID ${packed(GREY)} EI`,
  'decoded with a number': `/W 64/H 64/BPC 8/CS/G/D 1/F/Fl ID ${packed(GREY)} EI`,
  'a stencil decoded the other way': `/W 64/H 64/IM true/D[1 0]/F/Fl ID ${packed(BITS)} EI`,
  'a stencil in a space': `/W 64/H 64/IM true/BPC 1/CS/RGB/F/Fl ID ${packed(BITS)} EI`,
  'a stencil of bytes': `/W 64/H 64/IM true/BPC 8/F/Fl ID ${packed(GREY)} EI`,
  'a stencil by a word': `/W 64/H 64/IM/true/BPC 1/F/Fl ID ${packed(BITS)} EI`,
  'no space': `/W 64/H 64/BPC 8/F/Fl ID ${packed(GREY)} EI`,
  'no space, bits': `/W 64/H 64/BPC 1/F/Fl ID ${packed(BITS)} EI`,
  'no space, colors': `/W 64/H 64/BPC 8/F/Fl ID ${packed(COLORS)} EI`,
  'a pattern': `/W 64/H 64/BPC 8/CS/Pattern/F/Fl ID ${packed(GREY)} EI`,
  'a space that is a number': `/W 64/H 64/BPC 8/CS 1/F/Fl ID ${packed(GREY)} EI`,
  'a space in a list': `/W 64/H 64/BPC 8/CS[/G]/F/Fl ID ${packed(GREY)} EI`,
  'a calibrated space': `/W 64/H 64/BPC 8/CS[/CalGray<</WhitePoint[0.95 1 1.09]>>]/F/Fl ID ${packed(GREY)} EI`,
  'indexed, a short table': `/W 64/H 64/BPC 8/CS[/I/RGB 1<202020>]/F/Fl ID ${packed(INDEXED)} EI`,
  'indexed, an empty table': `/W 64/H 64/BPC 8/CS[/I/G 1<>]/F/Fl ID ${packed(INDEXED)} EI`,
  'indexed, a long table': `/W 64/H 64/BPC 8/CS[/I/G 1<00ff80808080>]/F/Fl ID ${packed(INDEXED)} EI`,
  'indexed, no table': `/W 64/H 64/BPC 8/CS[/I/G 1]/F/Fl ID ${packed(INDEXED)} EI`,
  'indexed, a table by name': `/W 64/H 64/BPC 8/CS[/I/G 1/T]/F/Fl ID ${packed(INDEXED)} EI`,
  'indexed, beyond the table': `/W 64/H 64/BPC 8/CS[/I/G 0<ff>]/F/Fl ID ${packed(INDEXED)} EI`,
  'indexed, beyond 255': `/W 64/H 64/BPC 8/CS[/I/G 300<00ff>]/F/Fl ID ${packed(INDEXED)} EI`,
  'indexed, below zero': `/W 64/H 64/BPC 8/CS[/I/G -1<00ff>]/F/Fl ID ${packed(INDEXED)} EI`,
  'indexed of itself': `/W 64/H 64/BPC 8/CS[/I[/I/G 1<00ff>]1<00ff>]/F/Fl ID ${packed(INDEXED)} EI`,
  'indexed of an unknown space': `/W 64/H 64/BPC 8/CS[/I/Nope 1<00ff>]/F/Fl ID ${packed(INDEXED)} EI`,
  'indexed, decoded the other way': `/W 64/H 64/BPC 8/CS[/I/G 1<00ff>]/D[1 0]/F/Fl ID ${packed(INDEXED)} EI`,
  'three bits': `/W 64/H 64/BPC 3/CS/G/F/Fl ID ${packed(GREY)} EI`,
  'sixteen bits': `/W 32/H 64/BPC 16/CS/G/F/Fl ID ${packed(GREY)} EI`,
  'no width': `/H 64/BPC 8/CS/G/F/Fl ID ${packed(GREY)} EI`,
  'a width of a fraction': `/W 64.5/H 64/BPC 8/CS/G/F/Fl ID ${packed(GREY)} EI`,
  'a width below zero': `/W -64/H 64/BPC 8/CS/G/F/Fl ID ${packed(GREY)} EI`,
  'two filters': `/W 64/H 64/BPC 8/CS/G/F[/AHx/Fl] ID ${Buffer.from(packed(GREY), 'latin1').toString('hex')}> EI`,
  'parameters of a name': `/W 64/H 64/BPC 8/CS/G/F/Fl/DP/None ID ${packed(GREY)} EI`,
};

export const hostilePictures: Record<string, () => Uint8Array> = Object.fromEntries([
  ...Object.entries(pictures).map(([kind, make]) => [`picture, ${kind}`, make]),
  ...Object.entries(beyond).map(([kind, make]) => [`picture, ${kind}`, make]),
  ...Object.entries(masks).map(([kind, make]) => [`mask, ${kind}`, make]),
  ...Object.entries(inline).map(([kind, entries]) => [
    `inline, ${kind}`,
    () => hostilePage({ content: `0 g ${CLAUSE}q 200 0 0 200 60 400 cm BI ${entries} Q\n` }),
  ]),
]);
