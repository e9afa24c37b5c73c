import { deflateSync, inflateSync } from 'node:zlib';
import { MAX_PAGES } from '../normalise/source/refusals.ts';
import { decodeLzw, decodeRunLength } from '../normalise/source/decode-simple.ts';
import { decodeGroup4 } from '../normalise/source/fax-data.ts';
import { MAX_PIXELS, type PictureData, type PicturePage } from './picture-page.ts';
import { pictureRefusals, type PictureRefusal } from './picture-refusals.ts';
import { readDirectory, readPlacement, readTiffHeader, type Directory } from './read-directory.ts';
import { readJpeg } from './read-jpeg.ts';

const TAG = {
  ...{ subfile: 254, width: 256, height: 257, bits: 258, compression: 259, photometric: 262, fillOrder: 266 },
  ...{
    strips: 273,
    samples: 277,
    rowsPerStrip: 278,
    stripBytes: 279,
    planar: 284,
    predictor: 317,
    colors: 320,
  },
  ...{ tileWidth: 322, tileHeight: 323, tiles: 324, tileBytes: 325, extra: 338, format: 339, tables: 347 },
  profile: 34675,
};
const NONE = 1;
const LZW = 5;
const GROUP4 = 4;
const JPEG = 7;
const DEFLATE = [8, 32946];
const PACK_BITS = 32773;
/** Photometric interpretations (TIFF 6.0, tag 262). */
const [WHITE_IS_ZERO, BLACK_IS_ZERO, RGB, PALETTE, CMYK] = [0, 1, 2, 3, 5];
/** Maximum number of pixels of all pages together. */
const MOST_IN_ALL = 10 * MAX_PIXELS;

/** Returns the pages of a TIFF without thumbnails and masks. */
export function readTiff(data: Uint8Array): PicturePage[] | PictureRefusal {
  const header = readTiffHeader(data);
  if (!header) return pictureRefusals.unsupported;
  const pages: PicturePage[] = [];
  const visited = new Set<number>();
  let pixels = 0;
  for (let at = header.first; at !== 0 && pages.length <= MAX_PAGES;) {
    const directory = visited.has(at) ? undefined : readDirectory(data, at, header.little);
    if (!directory) return pictureRefusals.damaged;
    visited.add(at);
    at = directory.next;
    if (((directory.number(TAG.subfile) ?? 0) & 0b101) !== 0) continue;
    const layout = layoutOf(directory);
    if ('refused' in layout) return layout;
    pixels += layout.width * layout.height;
    if (pixels > MOST_IN_ALL) return pictureRefusals.tooLarge;
    const picture = readPicture(data, directory, layout, header.little);
    if ('refused' in picture) return picture;
    const profile = directory.bytes(TAG.profile);
    pages.push({ ...picture, ...readPlacement(directory), profile });
  }
  return pages.length > 0 ? pages : pictureRefusals.damaged;
}

type Layout = {
  width: number;
  height: number;
  bits: number;
  samples: number;
  photometric: number;
  compression: number;
  /** Size of a strip or tile in pixels, and the number of them per row. */
  block: { width: number; height: number; across: number };
};

function layoutOf(directory: Directory): Layout | PictureRefusal {
  const number = (tag: number, otherwise: number): number => directory.number(tag) ?? otherwise;
  const [width, height] = [number(TAG.width, 0), number(TAG.height, 0)];
  if (!(width >= 1) || !(height >= 1)) return pictureRefusals.damaged;
  if (width * height > MAX_PIXELS) return pictureRefusals.tooLarge;
  const samples = number(TAG.samples, 1);
  const depths = directory.numbers(TAG.bits);
  const bits = depths[0] ?? 1;
  const isUneven = depths.some((depth) => depth !== bits);
  const isSigned = directory.numbers(TAG.format).some((format) => format !== 1);
  const isPlanar = number(TAG.planar, 1) !== 1 && samples > 1;
  if (isUneven || isSigned || isPlanar || ![1, 2, 4, 8, 16].includes(bits))
    return pictureRefusals.unsupported;
  const tileWidth = directory.number(TAG.tileWidth);
  const block =
    tileWidth === undefined
      ? { width, height: Math.min(height, number(TAG.rowsPerStrip, height)), across: 1 }
      : { width: tileWidth, height: number(TAG.tileHeight, 0), across: Math.ceil(width / tileWidth) };
  if (!(block.width >= 1) || !(block.height >= 1) || block.width * block.height > MAX_PIXELS)
    return pictureRefusals.damaged;
  const [photometric, compression] = [number(TAG.photometric, -1), number(TAG.compression, NONE)];
  return { width, height, bits, samples, photometric, compression, block };
}

type Block = { data: Uint8Array; width: number; height: number };

function readPicture(
  data: Uint8Array,
  directory: Directory,
  layout: Layout,
  little: boolean,
): PictureData | PictureRefusal {
  const { width, height, bits, samples, compression, block } = layout;
  const isTiled = directory.number(TAG.tileWidth) !== undefined;
  const offsets = directory.numbers(isTiled ? TAG.tiles : TAG.strips);
  const lengths = directory.numbers(isTiled ? TAG.tileBytes : TAG.stripBytes);
  const count = block.across * Math.ceil(height / block.height);
  if (offsets.length < count || lengths.length < count) return pictureRefusals.damaged;
  const piece = (at: number): Uint8Array => data.subarray(offsets[at], offsets[at]! + lengths[at]!);
  if (Array.from({ length: count }, (_, at) => piece(at).length < lengths[at]!).includes(true))
    return pictureRefusals.damaged;
  if (compression === JPEG) return count === 1 ? readPart(piece(0), directory) : pictureRefusals.unsupported;
  const kind = kindOf(layout);
  const isKnown = [NONE, LZW, GROUP4, PACK_BITS, ...DEFLATE].includes(compression);
  if (!kind || !isKnown || (compression === GROUP4 && bits * samples > 1)) return pictureRefusals.unsupported;
  const stride = Math.ceil((block.width * bits * samples) / 8);
  const isBilevel = kind === 'gray' && bits * samples === 1 && !isTiled;
  const canvas = isBilevel ? startBilevel(layout) : startCanvas(layout, kind, directory);
  for (let at = 0; at < count; at += 1) {
    const [left, top] = [(at % block.across) * block.width, Math.floor(at / block.across) * block.height];
    const rows = isTiled ? block.height : Math.min(block.height, height - top);
    const reversed = directory.number(TAG.fillOrder) === 2 ? reverseBits(piece(at)) : piece(at);
    const unpacked = unpack(
      reversed,
      compression,
      { data: reversed, width: block.width, height: rows },
      stride,
    );
    if (unpacked === 'unsupported') return pictureRefusals.unsupported;
    if (!unpacked || unpacked.length < stride * rows) return pictureRefusals.damaged;
    const plain =
      directory.number(TAG.predictor) === 2 && [LZW, ...DEFLATE].includes(compression)
        ? undoDifferences(unpacked, rows, stride, { bits, samples, little })
        : unpacked;
    if (!plain) return pictureRefusals.unsupported;
    canvas.draw(plain, stride, {
      ...{ left, top, little },
      width: Math.min(block.width, width - left),
      height: Math.min(rows, height - top),
    });
  }
  return { width, height, ...canvas.finish(), filter: 'FlateDecode' };
}

/** Decompresses a strip or tile. Returns undefined for damaged data. */
function unpack(
  data: Uint8Array,
  compression: number,
  { width, height }: Block,
  stride: number,
): Uint8Array | 'unsupported' | undefined {
  const most = stride * height;
  try {
    if (compression === NONE) return data;
    if (compression === GROUP4) return decodeGroup4(data, width, height);
    if (compression === PACK_BITS) return decodeRunLength(data, most);
    // An older kind of LZW writes its codes starting from the opposite bit.
    if (compression === LZW)
      return data[0] === 0 && data[1] === 1 ? 'unsupported' : decodeLzw(data, 1, most + stride);
    return inflateSync(data, { maxOutputLength: most + stride });
  } catch {
    return undefined;
  }
}

type Kind = 'gray' | 'rgb' | 'palette' | 'cmyk';

function kindOf({ photometric, bits, samples }: Layout): Kind | undefined {
  switch (photometric) {
    case WHITE_IS_ZERO:
    case BLACK_IS_ZERO:
      return samples <= 2 ? 'gray' : undefined;
    case RGB:
      return bits >= 8 && (samples === 3 || samples === 4) ? 'rgb' : undefined;
    case PALETTE:
      return bits <= 8 && samples === 1 ? 'palette' : undefined;
    case CMYK:
      return bits === 8 && samples === 4 ? 'cmyk' : undefined;
  }
  return undefined;
}

type Area = { left: number; top: number; width: number; height: number; little: boolean };

/** Handles complete rows of black and white, which keep one bit per pixel. */
function startBilevel({ width, height, photometric }: Layout) {
  const stride = Math.ceil(width / 8);
  const paper = Buffer.alloc(stride * height);
  return {
    finish: () => ({ components: 1 as const, bits: 1 as const, data: deflateSync(paper) }),
    draw(data: Uint8Array, _stride: number, { top, height: rows }: Area): void {
      for (let at = 0; at < rows * stride; at += 1)
        paper[top * stride + at] = photometric === WHITE_IS_ZERO ? ~data[at]! : data[at]!;
    },
  };
}

/** Creates a white canvas with eight bits per component. */
function startCanvas(layout: Layout, kind: Kind, directory: Directory) {
  const { width, height, bits, samples, photometric } = layout;
  const components = ({ gray: 1, rgb: 3, palette: 3, cmyk: 4 } as const)[kind];
  const colors = kind === 'palette' ? directory.numbers(TAG.colors) : [];
  const highest = 2 ** bits - 1;
  const opaque = kind === 'gray' ? 1 : 3;
  const extra = samples > opaque && kind !== 'cmyk' ? directory.number(TAG.extra) : undefined;
  const paper = new Uint8Array(width * height * components);
  const read = (data: Uint8Array, row: number, sample: number, little: boolean): number => {
    if (bits === 8) return data[row + sample]!;
    if (bits === 16) {
      const at = row + sample * 2;
      return little ? data[at]! | (data[at + 1]! << 8) : (data[at]! << 8) | data[at + 1]!;
    }
    const bit = sample * bits;
    return (data[row + (bit >> 3)]! >> (8 - bits - (bit & 7))) & highest;
  };
  return {
    finish: () => ({ components, bits: 8 as const, data: deflateSync(paper) }),
    draw(data: Uint8Array, stride: number, area: Area): void {
      for (let y = 0; y < area.height; y += 1)
        for (let x = 0; x < area.width; x += 1) {
          const row = y * stride;
          const to = ((area.top + y) * width + area.left + x) * components;
          // 1 means that colors are multiplied by the opacity, 2 that they are not, and 0 something else.
          const opacity =
            extra === 1 || extra === 2 ? read(data, row, x * samples + opaque, area.little) / highest : 1;
          for (let at = 0; at < components; at += 1) {
            const value = read(data, row, kind === 'palette' ? x : x * samples + at, area.little);
            let shade = (value / highest) * 255;
            if (kind === 'palette') shade = (colors[at * (highest + 1) + value] ?? 0) / 257;
            if (photometric === WHITE_IS_ZERO) shade = 255 - shade;
            paper[to + at] = Math.round(
              extra === 1 ? Math.min(255, shade + 255 * (1 - opacity)) : 255 - (255 - shade) * opacity,
            );
          }
        }
    },
  };
}

/** Undoes the prediction from the pixel to the left (section 14). */
function undoDifferences(
  data: Uint8Array,
  rows: number,
  stride: number,
  { bits, samples, little }: { bits: number; samples: number; little: boolean },
): Uint8Array | undefined {
  if (bits < 8) return undefined;
  const plain = Uint8Array.from(data);
  const view = new DataView(plain.buffer);
  const size = bits / 8;
  for (let y = 0; y < rows; y += 1)
    for (let at = y * stride + samples * size; at < (y + 1) * stride; at += size) {
      const before = at - samples * size;
      if (size === 1) plain[at] = plain[at]! + plain[before]!;
      else view.setUint16(at, view.getUint16(at, little) + view.getUint16(before, little), little);
    }
  return plain;
}

function reverseBits(data: Uint8Array): Uint8Array {
  return data.map((byte) => {
    let reversed = 0;
    for (let bit = 0; bit < 8; bit += 1) reversed |= ((byte >> bit) & 1) << (7 - bit);
    return reversed;
  });
}

/** Reads a JPEG whose tables and colors are specified in the directory. */
function readPart(data: Uint8Array, directory: Directory): PictureData | PictureRefusal {
  const tables = directory.bytes(TAG.tables);
  const isRgb = directory.number(TAG.photometric) === RGB;
  const adobe = Uint8Array.of(0xff, 0xee, 0, 14, ...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, 0);
  const whole = Buffer.concat([
    data.subarray(0, 2),
    ...(isRgb ? [adobe] : []),
    ...(tables ? [tables.subarray(2, -2)] : []),
    data.subarray(2),
  ]);
  return readJpeg(whole);
}
