export type JpegOptions = {
  /** Colors of the blocks of 8 × 8 pixels, row by row, with a number for each component. */
  blocks: readonly (readonly (readonly number[])[])[];
  /** The frame marker: 0xc0 for baseline, 0xc2 for progressive. */
  frame?: number;
  /** Segments that precede the tables, each with its marker. */
  segments?: readonly { marker: number; data: Uint8Array }[];
  /** Number of pixels in the last column and row of blocks that are not part of the picture. */
  trim?: { x: number; y: number };
};

/**
 * Returns a JPEG (ITU-T T.81) in which each block has one color. Only the blocks' mean values are encoded,
 * and these are exact. Three components are luminance and chrominance, unless an Adobe segment says
 * otherwise.
 */
export function makeJpeg({
  blocks,
  frame = 0xc0,
  segments = [],
  trim = { x: 0, y: 0 },
}: JpegOptions): Buffer {
  const components = blocks[0]![0]!.length;
  const [width, height] = [blocks[0]!.length * 8 - trim.x, blocks.length * 8 - trim.y];
  const ids = Array.from({ length: components }, (_, at) => at + 1);
  const isProgressive = frame === 0xc2;
  return Buffer.concat([
    Uint8Array.of(0xff, 0xd8),
    ...segments.map(({ marker, data }) => jpegSegment(marker, data)),
    jpegSegment(0xdb, Uint8Array.of(0, ...Array<number>(64).fill(8))),
    jpegSegment(
      frame,
      Uint8Array.of(
        8,
        height >> 8,
        height & 255,
        width >> 8,
        width & 255,
        components,
        ...ids.flatMap((id) => [id, 0x11, 0]),
      ),
    ),
    // Huffman table for twelve sizes of differences with codes of four bits each, and one bit for the end of
    // a block.
    jpegSegment(0xc4, Uint8Array.of(0, 0, 0, 0, 12, ...Array<number>(12).fill(0), ...Array(12).keys())),
    jpegSegment(0xc4, Uint8Array.of(0x10, 1, ...Array<number>(15).fill(0), 0)),
    jpegSegment(
      0xda,
      Uint8Array.of(components, ...ids.flatMap((id) => [id, 0]), 0, isProgressive ? 0 : 63, 0),
    ),
    scanOf(blocks.flat(), components, isProgressive ? '' : '0'),
    Uint8Array.of(0xff, 0xd9),
  ]);
}

function jpegSegment(marker: number, data: Uint8Array): Buffer {
  return Buffer.concat([Uint8Array.of(0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255), data]);
}

function scanOf(blocks: readonly (readonly number[])[], components: number, endOfBlock: string): Buffer {
  const before = Array<number>(components).fill(0);
  let bits = '';
  for (const block of blocks)
    for (const [at, value] of block.entries()) {
      const difference = value - 128 - before[at]!;
      before[at] = value - 128;
      const size = difference === 0 ? 0 : Math.floor(Math.log2(Math.abs(difference))) + 1;
      const magnitude = difference < 0 ? difference + 2 ** size - 1 : difference;
      bits += size.toString(2).padStart(4, '0') + (size > 0 ? magnitude.toString(2).padStart(size, '0') : '');
      bits += endOfBlock;
    }
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1');
  const bytes = padded.match(/.{8}/g)!.map((byte) => parseInt(byte, 2));
  return Buffer.from(bytes.flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte])));
}

/** Returns tags of EXIF data as a JPEG segment. */
export function exifSegment(tags: Record<number, number>, text = ''): { marker: number; data: Buffer } {
  const entries = Object.entries(tags).map(([tag, value]) => {
    const entry = Buffer.alloc(12);
    entry.writeUInt16BE(Number(tag), 0);
    entry.writeUInt16BE(3, 2);
    entry.writeUInt32BE(1, 4);
    entry.writeUInt16BE(value, 8);
    return entry;
  });
  const start = Buffer.from([0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, entries.length]);
  const end = Buffer.concat([Buffer.alloc(4), Buffer.from(text)]);
  return { marker: 0xe1, data: Buffer.concat([Buffer.from('Exif\0\0'), start, ...entries, end]) };
}
