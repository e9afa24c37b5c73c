import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPng, writePng, type Picture } from './png.ts';

const limits = { width: 2000, height: 1000 };
const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

describe('written pictures', () => {
  const anyPicture = fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
    .chain(([width, height]) =>
      fc
        .uint8Array({ minLength: width * height * 4, maxLength: width * height * 4 })
        .map((rgba): Picture => ({ width, height, rgba })),
    );

  test('a picture is read back exactly', () => {
    fc.assert(
      fc.property(anyPicture, (picture) => {
        expect(readPng(writePng(picture), limits)).toEqual(picture);
      }),
    );
  });

  test('another library can read the picture, and its pictures can be read here', () => {
    fc.assert(
      fc.property(anyPicture, (picture) => {
        const other = PNG.sync.read(Buffer.from(writePng(picture)));
        expect([other.width, other.height, Uint8Array.from(other.data)]).toEqual([
          picture.width,
          picture.height,
          picture.rgba,
        ]);
        const theirs = new PNG({ width: picture.width, height: picture.height });
        theirs.data = Buffer.from(picture.rgba);
        // Filters 0 to 4 encode rows differently but give the same pixels.
        for (const filterType of [0, 1, 2, 3, 4, -1] as const) {
          expect(readPng(PNG.sync.write(theirs, { filterType }), limits)).toEqual(picture);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('a picture contains only the header, pixels and end chunk', () => {
    expect(chunkTypes(writePng({ width: 1, height: 1, rgba: Uint8Array.of(1, 2, 3, 4) }))).toEqual([
      'IHDR',
      'IDAT',
      'IEND',
    ]);
  });
});

describe('PNG color types', () => {
  test.each([
    ['grey', 0, [0x20, 0xe0], [], [0x20, 0x20, 0x20, 255, 0xe0, 0xe0, 0xe0, 255]],
    ['truecolor', 2, [1, 2, 3, 4, 5, 6], [], [1, 2, 3, 255, 4, 5, 6, 255]],
    ['palette', 3, [1, 0], [chunk('PLTE', [9, 8, 7, 6, 5, 4])], [6, 5, 4, 255, 9, 8, 7, 255]],
    [
      'palette with opacity for the first color only',
      3,
      [1, 0],
      [chunk('PLTE', [9, 8, 7, 6, 5, 4]), chunk('tRNS', [128])],
      [6, 5, 4, 255, 9, 8, 7, 128],
    ],
    ['grey with opacity', 4, [7, 100, 8, 200], [], [7, 7, 7, 100, 8, 8, 8, 200]],
    ['truecolor with opacity', 6, [1, 2, 3, 4, 5, 6, 7, 8], [], [1, 2, 3, 4, 5, 6, 7, 8]],
  ] as const)('%s', (_, color, samples, chunks, rgba) => {
    const bytes = png({ width: 2, height: 1, color }, [0, ...samples], [...chunks]);
    expect(readPng(bytes, limits)).toEqual({ width: 2, height: 1, rgba: Uint8Array.from(rgba) });
  });

  test('pixel data can be split into several chunks', () => {
    const packed = deflateSync(Uint8Array.from([0, 1, 2, 3, 4]));
    const parts = [chunk('IDAT', packed.subarray(0, 3)), chunk('IDAT', packed.subarray(3))];
    expect(readPng(frame([header({}), ...parts, end]), limits)?.rgba).toEqual(Uint8Array.of(1, 2, 3, 4));
  });

  test('a view into a larger buffer is read correctly', () => {
    const bytes = png({}, [0, 1, 2, 3, 4]);
    const within = Buffer.concat([Buffer.alloc(5, 0xff), bytes, Buffer.alloc(3)]).subarray(
      5,
      5 + bytes.length,
    );
    expect(readPng(within, limits)?.rgba).toEqual(Uint8Array.of(1, 2, 3, 4));
  });
});

const end = chunk('IEND', []);
const good = png({}, [0, 1, 2, 3, 4]);
const megabytes = deflateSync(Buffer.alloc(50_000_000));

/** Each line is a file that a strict reader refuses (S-29). */
const refused: [string, Buffer][] = [
  ['nothing', Buffer.alloc(0)],
  ['only the file signature', magic],
  ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000', 'latin1')],
  ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46])],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  [
    'an SVG with a PNG signature',
    Buffer.concat([magic, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')]),
  ],
  ['an SVG after the end', Buffer.concat([good, Buffer.from('<svg/>')])],
  ['one byte after the end', Buffer.concat([good, Buffer.from([0])])],
  ['a second picture after the end', Buffer.concat([good, good])],
  [
    'a bomb of 30000 by 30000 in the header',
    frame([header({ width: 30_000, height: 30_000 }), idat([0]), end]),
  ],
  ['a bomb of few pixels that inflates to 50 MB', frame([header({}), chunk('IDAT', megabytes), end])],
  ['one pixel too wide', png({ width: 2001, height: 1 }, new Array<number>(1 + 2001 * 4).fill(0))],
  ['one pixel too high', png({ width: 1, height: 1001 }, new Array<number>(1001 * 5).fill(0))],
  ['no pixels', png({ width: 0, height: 1 }, [0])],
  ['a width of 4294967295', frame([header({ width: 0xffffffff }), idat([0]), end])],
  ['an animation', frame([header({}), chunk('acTL', [0, 0, 0, 2, 0, 0, 0, 0]), idat([0, 1, 2, 3, 4]), end])],
  [
    'an animation with a late animation chunk',
    frame([header({}), idat([0, 1, 2, 3, 4]), chunk('acTL', new Array(8).fill(0)), end]),
  ],
  ['an interlaced picture', png({ interlace: 1 }, [0, 1, 2, 3, 4])],
  ['16 bits per channel', png({ depth: 16 }, [0, 1, 2, 3, 4, 5, 6, 7, 8])],
  ['4 bits per channel', png({ depth: 4, color: 0 }, [0, 0x10])],
  ['an invalid color type', png({ color: 5 }, [0, 1, 2, 3, 4])],
  ['an unknown compression', png({ compression: 1 }, [0, 1, 2, 3, 4])],
  ['an unknown filter method', png({ filter: 1 }, [0, 1, 2, 3, 4])],
  ['an unknown row filter', png({}, [5, 1, 2, 3, 4])],
  ['a palette picture without a palette', png({ color: 3 }, [0, 0])],
  ['one pixel less than the header says', png({ width: 2 }, [0, 1, 2, 3, 4])],
  ['one pixel more than the header says', png({}, [0, 1, 2, 3, 4, 5, 6, 7, 8])],
  ['one row more than the header says', png({}, [0, 1, 2, 3, 4, 0, 1, 2, 3, 4])],
  ['no pixels', frame([header({}), end])],
  ['pixels that cannot be inflated', frame([header({}), chunk('IDAT', [1, 2, 3, 4]), end])],
  ['a header that is not first', frame([chunk('tEXt', [65, 0, 66]), header({}), idat([0, 1, 2, 3, 4]), end])],
  ['a header that is too long', frame([chunk('IHDR', [...headerBytes({}), 0]), idat([0, 1, 2, 3, 4]), end])],
  ['no end', frame([header({}), idat([0, 1, 2, 3, 4])])],
  [
    'a length beyond the end of the file',
    Buffer.concat([magic, Buffer.from([0xff, 0xff, 0xff, 0xff]), Buffer.alloc(40)]),
  ],
];

describe('invalid PNG files', () => {
  test('accepts the unmodified picture', () => {
    expect(readPng(good, limits)).toEqual({ width: 1, height: 1, rgba: Uint8Array.of(1, 2, 3, 4) });
    expect(readPng(png({ width: 2000, height: 1 }, new Array<number>(8001).fill(0)), limits)).toBeDefined();
  });

  test.each(refused)('%s', (_, bytes) => expect(readPng(bytes, limits)).toBeUndefined());

  test('refuses any single changed byte', () => {
    for (let at = 0; at < good.length; at += 1) {
      const harmed = Buffer.from(good);
      harmed[at]! ^= 0x01;
      expect(readPng(harmed, limits), `byte ${at}`).toBeUndefined();
    }
  });

  test('refuses any truncated file', () => {
    for (let length = 0; length < good.length; length += 1) {
      expect(readPng(good.subarray(0, length), limits), `${length} bytes`).toBeUndefined();
    }
  });

  test('the reader never throws, whatever the input', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, dressed) => {
        readPng(dressed ? Buffer.concat([magic, bytes]) : bytes, limits);
      }),
      { numRuns: 300 },
    );
  });
});

describe('chunks that would decompress to a huge size', () => {
  const name = Buffer.from('a\0\0', 'latin1');
  test.each(['zTXt', 'iCCP', 'iTXt', 'eXIf'])('%s is not decompressed', (type) => {
    const bomb = chunk(type, Buffer.concat([name, megabytes]));
    const read = readPng(frame([header({}), bomb, idat([0, 1, 2, 3, 4]), end]), limits);
    expect(read).toEqual({ width: 1, height: 1, rgba: Uint8Array.of(1, 2, 3, 4) });
    expect(chunkTypes(writePng(read!))).not.toContain(type);
  });
});

type Header = {
  width: number;
  height: number;
  depth: number;
  color: number;
  compression: number;
  filter: number;
  interlace: number;
};

function headerBytes(given: Partial<Header>): Buffer {
  const { width = 1, height = 1, depth = 8, color = 6, compression = 0, filter = 0, interlace = 0 } = given;
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(width, 0);
  bytes.writeUInt32BE(height, 4);
  bytes.set([depth, color, compression, filter, interlace], 8);
  return bytes;
}

function header(given: Partial<Header>): Buffer {
  return chunk('IHDR', headerBytes(given));
}

function idat(rows: ArrayLike<number>): Buffer {
  return chunk('IDAT', deflateSync(Uint8Array.from(rows)));
}

function png(given: Partial<Header>, rows: ArrayLike<number>, chunks: Buffer[] = []): Buffer {
  return frame([header(given), ...chunks, idat(rows), chunk('IEND', [])]);
}

function frame(chunks: Buffer[]): Buffer {
  return Buffer.concat([magic, ...chunks]);
}

function chunk(type: string, data: ArrayLike<number>): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Uint8Array.from(data)]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function chunkTypes(bytes: Uint8Array): string[] {
  const view = Buffer.from(bytes);
  const types: string[] = [];
  for (let at = 8; at < view.length; at += 12 + view.readUInt32BE(at)) {
    types.push(view.toString('latin1', at + 4, at + 8));
  }
  return types;
}
