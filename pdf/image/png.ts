import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** Pixels of four bytes each (red, green, blue, opacity), with rows from the top. */
export type Picture = { width: number; height: number; rgba: Uint8Array };

export type PictureLimits = { width: number; height: number };

const start = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const channelsOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * Reads a still, non-interlaced PNG with 8 bits per channel, as written by a browser's canvas. Returns undefined
 * for everything else: other formats, animations, wrong checksums, trailing bytes, and pictures above the
 * limits. The size is read from the header before anything is decompressed (S-29).
 */
export function readPng(bytes: Uint8Array, limits: PictureLimits): Picture | undefined {
  const { chunks, end } = readChunks(bytes) ?? { chunks: [], end: 0 };
  const header = chunks[0];
  if (end !== bytes.length || header?.type !== 'IHDR' || header.data.length !== 13) return undefined;
  if (chunks.some(({ type }) => type === 'acTL')) return undefined; // an animated PNG, whose frames may differ
  const view = new DataView(header.data.buffer, header.data.byteOffset, 13);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [depth, color, compression, filter, interlace] = header.data.subarray(8);
  const channels = channelsOf[color!];
  if (depth !== 8 || channels === undefined || compression !== 0 || filter !== 0 || interlace !== 0)
    return undefined;
  if (width < 1 || height < 1 || width > limits.width || height > limits.height) return undefined;
  const rows = inflateRows(chunks, height * (1 + width * channels));
  const pixels = rows && unfilter(rows, height, { stride: width * channels, pixelBytes: channels });
  return pixels && toRgba(pixels, { width, height, color: color!, chunks });
}

/** Writes a picture as a PNG with only the required chunks. */
export function writePng({ width, height, rgba }: Picture): Uint8Array {
  const rows = Buffer.alloc(height * (1 + width * 4));
  for (let y = 0; y < height; y += 1) {
    rows.set(rgba.subarray(y * width * 4, (y + 1) * width * 4), y * (1 + width * 4) + 1);
  }
  return pngOf({ width, height, depth: 8, color: 6 }, deflateSync(rows, { level: 9 }));
}

/**
 * Wraps compressed rows in a PNG. `depth` is the number of bits per channel, and `color` is the PNG color type.
 */
export function pngOf(
  { width, height, depth, color }: { width: number; height: number; depth: number; color: number },
  compressed: Uint8Array,
): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, color, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from(start),
    chunk('IHDR', header),
    chunk('IDAT', compressed),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export type Chunk = { type: string; data: Uint8Array };

/** Returns all chunks and the offset after them, or undefined if a length or checksum is wrong. */
export function readChunks(bytes: Uint8Array): { chunks: Chunk[]; end: number } | undefined {
  if (!start.every((byte, at) => bytes[at] === byte)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Chunk[] = [];
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    const end = at + 12 + length;
    if (end > bytes.length) return undefined;
    const body = bytes.subarray(at + 4, at + 8 + length);
    if (crc32(body) !== view.getUint32(end - 4)) return undefined;
    const type = Buffer.from(body.subarray(0, 4)).toString('latin1');
    chunks.push({ type, data: body.subarray(4) });
    if (type === 'IEND') return { chunks, end };
    at = end;
  }
  return undefined;
}

/** Returns the filtered rows, or undefined unless the data have exactly the expected number of bytes. */
export function inflateRows(chunks: readonly Chunk[], expected: number): Uint8Array | undefined {
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  try {
    const rows = inflateSync(packed, { maxOutputLength: expected });
    return rows.length === expected ? rows : undefined;
  } catch {
    return undefined; // Damaged, or larger than the header says, as in a decompression bomb.
  }
}

/**
 * Reverses the PNG row filters (ISO/IEC 15948 §9.2). `stride` is the number of bytes per row, and `pixelBytes`
 * is the number of bytes per pixel, at least one.
 */
export function unfilter(
  rows: Uint8Array,
  height: number,
  { stride, pixelBytes }: { stride: number; pixelBytes: number },
): Uint8Array | undefined {
  const pixels = new Uint8Array(height * stride);
  for (let y = 0; y < height; y += 1) {
    const kind = rows[y * (stride + 1)]!;
    if (kind > 4) return undefined;
    if (kind === 0) {
      pixels.set(rows.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)), y * stride);
      continue;
    }
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x >= pixelBytes ? pixels[at - pixelBytes]! : 0;
      const up = y > 0 ? pixels[at - stride]! : 0;
      const corner = x >= pixelBytes && y > 0 ? pixels[at - stride - pixelBytes]! : 0;
      pixels[at] = rows[y * (stride + 1) + 1 + x]! + predict(kind, left, up, corner);
    }
  }
  return pixels;
}

/** Returns the value that a filter predicts for a byte from its neighbors. */
export function predict(kind: number, left: number, up: number, corner: number): number {
  switch (kind) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const guess = left + up - corner;
      const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
      return a <= b && a <= c ? left : b <= c ? up : corner;
    }
    default:
      return 0;
  }
}

type Layout = { width: number; height: number; color: number; chunks: Chunk[] };

function toRgba(pixels: Uint8Array, { width, height, color, chunks }: Layout): Picture | undefined {
  const palette = chunks.find(({ type }) => type === 'PLTE')?.data;
  const opacity = chunks.find(({ type }) => type === 'tRNS')?.data;
  if (color === 3 && !palette) return undefined;
  if (color === 6) return { width, height, rgba: pixels };
  const rgba = new Uint8Array(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    rgba.set(colorAt(pixels, pixel, color, palette, opacity), pixel * 4);
  }
  return { width, height, rgba };
}

/** Returns the color of a pixel for all color types except RGBA, whose samples are used directly. */
function colorAt(
  pixels: Uint8Array,
  pixel: number,
  color: number,
  palette: Uint8Array | undefined,
  opacity: Uint8Array | undefined,
): [number, number, number, number] {
  const at = (channels: number, channel: number): number => pixels[pixel * channels + channel]!;
  switch (color) {
    case 0:
      return [at(1, 0), at(1, 0), at(1, 0), 255];
    case 2:
      return [at(3, 0), at(3, 1), at(3, 2), 255];
    case 3: {
      const index = at(1, 0);
      const [red = 0, green = 0, blue = 0] = palette?.subarray(index * 3, index * 3 + 3) ?? [];
      return [red, green, blue, opacity?.[index] ?? 255];
    }
    default:
      return [at(2, 0), at(2, 0), at(2, 0), at(2, 1)];
  }
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
