import { deflateSync, inflateSync } from 'node:zlib';
import { inflateRows, readChunks, unfilter, type Chunk } from '../image/png.ts';
import { PdfDict } from '../objects/objects.ts';
import { MAX_PIXELS, type PictureData, type PicturePage } from './picture-page.ts';
import { readExif } from './read-directory.ts';
import { pictureRefusals, type PictureRefusal } from './picture-refusals.ts';

/** Allowed bit depths and number of channels by color type (PNG specification, 11.2.1). */
const COLORS: Record<number, { channels: number; depths: number[] }> = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16] },
  2: { channels: 3, depths: [8, 16] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
};
/** First row and column, and step sizes, of each pass of an interlaced picture (8.2). */
const PASSES = [
  [0, 0, 8, 8],
  [0, 4, 8, 8],
  [4, 0, 8, 4],
  [0, 2, 4, 4],
  [2, 0, 4, 2],
  [0, 1, 2, 2],
  [1, 0, 2, 1],
] as const;
/** Maximum size of a color profile in bytes. */
const MAX_PROFILE = 4 * 1024 * 1024;

type Header = { width: number; height: number; depth: number; color: number; interlaced: boolean };

/** Returns the exact pixels of a PNG. Transparent pixels are shown as on white paper. */
export function readPng(bytes: Uint8Array): PicturePage | PictureRefusal {
  const chunks = readChunks(bytes)?.chunks;
  const header = chunks && readHeader(chunks[0]);
  if (!chunks || !header) return pictureRefusals.damaged;
  if (header.width * header.height > MAX_PIXELS) return pictureRefusals.tooLarge;
  const find = (type: string): Uint8Array | undefined => chunks.find((chunk) => chunk.type === type)?.data;
  if (find('acTL')) return pictureRefusals.animated;
  const palette = header.color === 3 ? find('PLTE') : undefined;
  if (header.color === 3 && !isPalette(palette)) return pictureRefusals.damaged;
  const picture = pixelsOf(chunks, header, { palette, transparent: find('tRNS') });
  if (!picture) return pictureRefusals.damaged;
  const exif = readExif(find('eXIf'));
  const density = densityIn(find('pHYs')) ?? exif.density;
  return { ...picture, profile: profileIn(find('iCCP')), orientation: exif.orientation, density };
}

const isPalette = (palette: Uint8Array | undefined): palette is Uint8Array =>
  palette !== undefined && palette.length >= 3 && palette.length <= 768 && palette.length % 3 === 0;

function readHeader(chunk: Chunk | undefined): Header | undefined {
  if (chunk?.type !== 'IHDR' || chunk.data.length !== 13) return undefined;
  const view = new DataView(chunk.data.buffer, chunk.data.byteOffset, 13);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [depth = 0, color = 0, compression, filter, interlace = 0] = chunk.data.subarray(8);
  const isKnown = COLORS[color]?.depths.includes(depth) && compression === 0 && filter === 0 && interlace < 2;
  return isKnown && width > 0 && height > 0
    ? { width, height, depth, color, interlaced: interlace === 1 }
    : undefined;
}

type Colors = { palette: Uint8Array | undefined; transparent: Uint8Array | undefined };
type Pass = { top: number; left: number; down: number; across: number; width: number; height: number };

function passesOf({ width, height, interlaced }: Header): Pass[] {
  if (!interlaced) return [{ top: 0, left: 0, down: 1, across: 1, width, height }];
  return PASSES.map(([top, left, down, across]) => ({
    ...{ top, left, down, across },
    width: Math.max(0, Math.ceil((width - left) / across)),
    height: Math.max(0, Math.ceil((height - top) / down)),
  })).filter((pass) => pass.width > 0 && pass.height > 0);
}

function pixelsOf(chunks: readonly Chunk[], header: Header, colors: Colors): PictureData | undefined {
  const bits = header.depth * COLORS[header.color]!.channels;
  const passes = passesOf(header);
  const strideOf = (pass: Pass): number => Math.ceil((pass.width * bits) / 8);
  const total = passes.reduce((sum, pass) => sum + pass.height * (1 + strideOf(pass)), 0);
  const rows = inflateRows(chunks, total);
  if (!rows) return undefined;
  const isOpaque = header.color !== 4 && header.color !== 6 && !colors.transparent;
  if (!header.interlaced && isOpaque && header.depth < 16)
    return asStored(chunks, rows, header, colors.palette);
  const canvas = startCanvas(header, colors);
  let from = 0;
  for (const pass of passes) {
    const stride = strideOf(pass);
    const end = from + pass.height * (1 + stride);
    const size = { stride, pixelBytes: Math.max(1, bits >> 3) };
    const pixels = unfilter(rows.subarray(from, end), pass.height, size);
    if (!pixels) return undefined;
    canvas.draw(pixels, stride, pass);
    from = end;
  }
  return canvas.finish();
}

/** PDF programs can read the rows of a PNG directly (ISO 32000-2, 7.4.4.4). */
function asStored(
  chunks: readonly Chunk[],
  rows: Uint8Array,
  { width, height, depth, color }: Header,
  palette: Uint8Array | undefined,
): PictureData | undefined {
  const components = color === 2 ? 3 : 1;
  const stride = Math.ceil((width * depth * components) / 8);
  for (let at = 0; at < rows.length; at += stride + 1) if (rows[at]! > 4) return undefined;
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const parms = new PdfDict([
    ['Predictor', 15],
    ['Colors', components],
    ['BitsPerComponent', depth],
    ['Columns', width],
  ]);
  return {
    ...{ width, height, components, bits: depth as PictureData['bits'], filter: 'FlateDecode', parms },
    // The compressed rows must not be followed by hidden data.
    data: isWholeStream(packed) ? packed : deflateSync(rows),
    ...(palette && { palette }),
  };
}

function isWholeStream(packed: Uint8Array): boolean {
  const { engine } = inflateSync(packed, { info: true }) as unknown as { engine: { bytesWritten: number } };
  return engine.bytesWritten === packed.length;
}

/** Creates a white canvas, in gray or in color, for pixels of any kind. */
function startCanvas({ width, height, depth, color }: Header, { palette, transparent }: Colors) {
  const { channels } = COLORS[color]!;
  const components = color === 0 || color === 4 ? 1 : 3;
  const paper = new Uint8Array(width * height * components);
  const key = transparent && color !== 3 ? keyOf(transparent, channels) : undefined;
  const highest = 2 ** depth - 1;
  const value: number[] = [];
  const read = (pixels: Uint8Array, row: number, sample: number): number => {
    if (depth === 8) return pixels[row + sample]!;
    if (depth === 16) return (pixels[row + sample * 2]! << 8) | pixels[row + sample * 2 + 1]!;
    const bit = sample * depth;
    return (pixels[row + (bit >> 3)]! >> (8 - depth - (bit & 7))) & highest;
  };
  return {
    draw(pixels: Uint8Array, stride: number, pass: Pass): void {
      for (let y = 0; y < pass.height; y += 1)
        for (let x = 0; x < pass.width; x += 1) {
          for (let at = 0; at < channels; at += 1) value[at] = read(pixels, y * stride, x * channels + at);
          const to = ((pass.top + y * pass.down) * width + pass.left + x * pass.across) * components;
          const index = value[0]!;
          let opacity = 1;
          if (color === 3) opacity = (transparent?.[index] ?? 255) / 255;
          else if (color === 4 || color === 6) opacity = value[channels - 1]! / highest;
          else if (key?.every((one, at) => one === value[at])) opacity = 0;
          for (let at = 0; at < components; at += 1) {
            const shade = palette ? (palette[index * 3 + at] ?? 0) : (value[at]! / highest) * 255;
            paper[to + at] = Math.round(255 - (255 - shade) * opacity);
          }
        }
    },
    finish: (): PictureData => ({
      ...{ width, height, components, bits: 8, filter: 'FlateDecode', data: deflateSync(paper) },
    }),
  };
}

/** Returns the transparent color, which has two bytes per channel. */
function keyOf(transparent: Uint8Array, channels: number): number[] {
  return Array.from(
    { length: channels },
    (_, at) => ((transparent[at * 2] ?? 0) << 8) | (transparent[at * 2 + 1] ?? 0),
  );
}

/** Returns the density from pixels per meter. Unit 0 only specifies the aspect ratio. */
function densityIn(data: Uint8Array | undefined): PicturePage['density'] {
  if (!data || data.length < 9 || data[8] !== 1) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, 8);
  // Rounds, because 300 dpi is stored as 11811 pixels per meter.
  const perInch = (at: number): number => Math.round(view.getUint32(at) * 2.54) / 100;
  return { x: perInch(0), y: perInch(4) };
}

function profileIn(data: Uint8Array | undefined): Uint8Array | undefined {
  if (!data) return undefined;
  try {
    return inflateSync(data.subarray(data.indexOf(0) + 2), { maxOutputLength: MAX_PROFILE });
  } catch {
    return undefined; // Programs ignore a damaged profile.
  }
}
