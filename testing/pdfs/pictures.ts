import { deflateSync } from 'node:zlib';
import { dict, name, PdfStream } from '#pdf/objects/objects.ts';
import type { PdfDict } from '#pdf/objects/objects.ts';

/** A picture of 32 by 32 pixels in one of PDF's encodings, as small as possible and correct. */
export type Picture = { entries: PdfDict; bytes: Uint8Array };

const side = 32;

const grey = (bits: number, entries: Record<string, PdfDict | ReturnType<typeof name>>): PdfDict =>
  dict({
    Type: name('XObject'),
    Subtype: name('Image'),
    Width: side,
    Height: side,
    BitsPerComponent: bits,
    ColorSpace: name('DeviceGray'),
    ...entries,
  });

const rows = Uint8Array.from({ length: side * side }, (_, at) => (at * 37) % 251);
const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const bitsOf = (bits: string): Uint8Array =>
  Uint8Array.from(bits.match(/.{1,8}/g) ?? [], (byte) => parseInt(byte.padEnd(8, '0'), 2));
const joined = (...parts: Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(parts));

/** Eight white, sixteen black and eight white pixels, then identical lines, and the end of the page. */
const fax = bitsOf(`001100110000010111${'1'}${'111'.repeat(side - 1)}${'000000000001'.repeat(2)}`);

/** A JPEG in one color: 16 blocks of two bits each. */
const jpeg = joined(
  bytesOf(`ffd8 ffdb0043 00 ${'01'.repeat(64)} ffc0000b 08 0020 0020 01 011100`),
  bytesOf(`ffc40014 00 01${'00'.repeat(15)} 00 ffc40014 10 01${'00'.repeat(15)} 00 ffda0008 01 0100 003f00`),
  bytesOf('00000000 ffd9'),
);

/** A JPEG 2000 codestream in one color: one tile without decomposition levels, whose only packet is empty. */
const codestream = bytesOf(
  `ff4f ff510029 0000 00000020 00000020 00000000 00000000 00000020 00000020 00000000 00000000 0001 07 01 01
   ff52000c 00 00 0001 00 00 04 04 00 01 ff5c0004 40 40
   ff90000a 0000 0000000f 00 01 ff93 00 ffd9`.replaceAll(/\s/g, ''),
);

const number32 = (value: number): string => value.toString(16).padStart(8, '0');
/** A page with one region, encoded like a fax. */
const jbig2 = joined(
  bytesOf(`00000000 30 00 01 00000013 ${number32(side)} ${number32(side)} 00000000 00000000 00 0000`),
  bytesOf(`00000001 26 00 01 ${number32(18 + fax.length)} ${number32(side)} ${number32(side)}`),
  bytesOf('00000000 00000000 00 01'),
  fax,
);

/** Uses nine-bit codes, and starts a new table before longer ones would be needed. */
function lzw(data: Uint8Array): Uint8Array {
  const codes = [...data].flatMap((value, at) => (at % 200 === 0 ? [256, value] : [value]));
  return bitsOf([...codes, 257].map((code) => code.toString(2).padStart(9, '0')).join(''));
}

const runs = joined(
  ...Array.from({ length: side }, (_, row) =>
    joined(Uint8Array.of(side - 1), rows.subarray(row * side, (row + 1) * side)),
  ),
  Uint8Array.of(128),
);

export const pictures = {
  FlateDecode: {
    entries: grey(8, { Filter: name('FlateDecode') }),
    bytes: Uint8Array.from(deflateSync(rows)),
  },
  LZWDecode: { entries: grey(8, { Filter: name('LZWDecode') }), bytes: lzw(rows) },
  RunLengthDecode: { entries: grey(8, { Filter: name('RunLengthDecode') }), bytes: runs },
  ASCIIHexDecode: {
    entries: grey(8, { Filter: name('ASCIIHexDecode') }),
    bytes: Uint8Array.from(Buffer.from(`${Buffer.from(rows).toString('hex')}>`)),
  },
  CCITTFaxDecode: {
    entries: grey(1, {
      Filter: name('CCITTFaxDecode'),
      DecodeParms: dict({ K: -1, Columns: side, Rows: side }),
    }),
    bytes: fax,
  },
  JBIG2Decode: { entries: grey(1, { Filter: name('JBIG2Decode') }), bytes: jbig2 },
  DCTDecode: { entries: grey(8, { Filter: name('DCTDecode') }), bytes: jpeg },
  JPXDecode: { entries: grey(8, { Filter: name('JPXDecode') }), bytes: codestream },
} satisfies Record<string, Picture>;

export type PictureFilter = keyof typeof pictures;

export const pictureStream = (filter: PictureFilter, bytes: Uint8Array = pictures[filter].bytes): PdfStream =>
  new PdfStream(pictures[filter].entries, bytes);
