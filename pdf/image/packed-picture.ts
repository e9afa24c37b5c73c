import { deflateSync, inflateSync } from 'node:zlib';
import { pngOf, predict, readChunks, type Picture } from './png.ts';

/**
 * A picture in its final form. `rows` contains the filtered and deflated rows of an 8-bit RGB PNG. They are also
 * the image stream of the sealed file (docs/evidence.md).
 */
export type PackedPicture = { width: number; height: number; rows: Uint8Array };

/** Maximum number of pixels per side. */
const largest = 4000;
const channels = 3;
/** PNG row filters (ISO/IEC 15948 §9.2): none, sub, up, Paeth. */
const filters = [0, 1, 2, 4];

/** Packs the colors of a picture and ignores opacities. */
export function packPicture({ width, height, rgba }: Picture): PackedPicture {
  const stride = width * channels;
  const pixels = new Uint8Array(stride * height);
  for (let pixel = 0; pixel < width * height; pixel += 1)
    pixels.set(rgba.subarray(pixel * 4, pixel * 4 + channels), pixel * channels);
  const filtered = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y += 1) filtered.set(filterRow(pixels, y, stride), y * (stride + 1));
  return { width, height, rows: deflateSync(filtered) };
}

/** Returns the row with the filter that gives the smallest differences, preceded by the filter's number. */
function filterRow(pixels: Uint8Array, y: number, stride: number): Uint8Array {
  const at = (x: number, row: number): number => (x < 0 || row < 0 ? 0 : pixels[row * stride + x]!);
  let best = new Uint8Array(0);
  let least = Number.POSITIVE_INFINITY;
  for (const filter of filters) {
    const row = new Uint8Array(stride + 1);
    row[0] = filter;
    let sum = 0;
    for (let x = 0; x < stride; x += 1) {
      const [left, up, corner] = [at(x - channels, y), at(x, y - 1), at(x - channels, y - 1)];
      const value = (at(x, y) - predict(filter, left, up, corner)) & 255;
      row[x + 1] = value;
      sum += value < 128 ? value : 256 - value;
    }
    if (sum < least) [best, least] = [row, sum];
  }
  return best;
}

/** Returns the picture as a PNG with only the required chunks. These bytes are stored, shown and hashed. */
export function writePictureFile({ width, height, rows }: PackedPicture): Uint8Array {
  return Uint8Array.from(pngOf({ width, height, depth: 8, color: 2 }, rows));
}

/**
 * Reads a stored picture.
 *
 * @throws Error if it was not written by `writePictureFile`
 */
export function readKeptPicture(bytes: Uint8Array): PackedPicture {
  const { chunks, end } = readChunks(bytes) ?? { chunks: [], end: 0 };
  const [header, rows] = chunks;
  const isPlain = chunks.map(({ type }) => type).join(' ') === 'IHDR IDAT IEND' && end === bytes.length;
  if (!isPlain || header?.data.length !== 13 || !rows) throw new Error(unreadable);
  const view = new DataView(header.data.buffer, header.data.byteOffset, 13);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  if (Math.min(width, height) < 1 || Math.max(width, height) > largest) throw new Error(unreadable);
  if (header.data.subarray(8).join(' ') !== '8 2 0 0 0') throw new Error(unreadable);
  const stride = width * channels + 1;
  const { buffer, engine } = inflateSync(rows.data, {
    maxOutputLength: stride * height,
    info: true,
  }) as unknown as { buffer: Uint8Array; engine: { bytesWritten: number } };
  if (buffer.length !== stride * height || engine.bytesWritten !== rows.data.length)
    throw new Error(unreadable);
  for (let at = 0; at < buffer.length; at += stride) if (buffer[at]! > 4) throw new Error(unreadable);
  return { width, height, rows: rows.data };
}

const unreadable = 'not a readable picture of a field';
