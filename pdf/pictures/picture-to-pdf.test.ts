import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { exifSegment, makeJpeg, type JpegOptions } from '#testing/pdfs/make-jpeg.ts';
import { makeTiff } from '#testing/pdfs/make-tiff.ts';
import { normalised, rendererOf } from '#testing/pdfs/normalised.ts';
import { pngOf } from '../image/png.ts';
import { placePicture } from './picture-page.ts';
import { pictureToPdf, type PictureKind } from './picture-to-pdf.ts';

const [black, gray, white] = [
  [0, 128, 128],
  [128, 128, 128],
  [255, 128, 128],
];
const corners: JpegOptions = {
  blocks: [
    [black, gray],
    [white, white],
  ] as number[][][],
};

const refusal = async (picture: Uint8Array, kind: PictureKind): Promise<string> => {
  const result = await pictureToPdf({ picture, kind });
  return 'refused' in result ? result.refused : 'accepted';
};

/** Returns the base file of a picture, and the colors that PDFium shows at these points of its page. */
async function shownAt(
  picture: Uint8Array,
  kind: PictureKind,
  points: readonly (readonly [number, number])[],
) {
  const pdf = await pictureToPdf({ picture, kind });
  if ('refused' in pdf) throw new Error(pdf.refused);
  const { bytes, pages } = await normalised(pdf);
  const renderer = await rendererOf(bytes);
  try {
    const { rgba, width } = renderer.renderPage(0, 4);
    const colors = points.map(([x, y]) => {
      const at = (Math.floor(y * 4) * width + Math.floor(x * 4)) * 4;
      return [...rgba.subarray(at, at + 3)];
    });
    return { bytes: Buffer.from(bytes), pages, colors };
  } finally {
    renderer.close();
  }
}

const flat = (shade: number): number[] => [shade, shade, shade];

describe('JPEG pictures', () => {
  test.each([
    [1, [0, 128, 255, 255]],
    [2, [128, 0, 255, 255]],
    [3, [255, 255, 128, 0]],
    [4, [255, 255, 0, 128]],
    [5, [0, 255, 128, 255]],
    [6, [255, 0, 255, 128]],
    [7, [255, 128, 255, 0]],
    [8, [128, 255, 0, 255]],
  ])('EXIF orientation %i is shown upright', async (orientation, shades) => {
    const picture = makeJpeg({ ...corners, segments: [exifSegment({ 274: orientation, 282: 16, 283: 16 })] });
    // 16 pixels at 16 dpi are one inch.
    const points = [
      [18, 18],
      [54, 18],
      [18, 54],
      [54, 54],
    ] as const;
    const { pages, colors } = await shownAt(picture, 'jpeg', points);
    expect(pages).toMatchObject([{ width: 72, height: 72, rotate: 0 }]);
    expect(colors).toEqual(shades.map(flat));
  });

  test('encoded pixels are kept, but location, device, comments and trailing data are removed', async () => {
    const picture = makeJpeg({
      ...corners,
      segments: [
        exifSegment({ 274: 1 }, 'PhoneModel 52.5200N'),
        { marker: 0xfe, data: Buffer.from('a comment') },
        { marker: 0xed, data: Buffer.from('Photoshop 3.0 with a caption') },
      ],
    });
    const { bytes } = await shownAt(Buffer.concat([picture, Buffer.from('a short video')]), 'jpeg', []);
    const scan = picture.subarray(picture.indexOf(Buffer.from([0xff, 0xda])));
    expect(bytes.includes(scan)).toBe(true);
    for (const text of ['PhoneModel', '52.52', 'Exif', 'a comment', 'caption', 'a short video'])
      expect(bytes.includes(text)).toBe(false);
  });

  test('inks written by Adobe programs are inverted, and others are not', async () => {
    const ink = { blocks: [[[255, 255, 255, 0]]] };
    const adobe = { marker: 0xee, data: Buffer.from([...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, 0]) };
    const centre = [[297.5, 421]] as const;
    const [inverted, plain] = await Promise.all([
      shownAt(makeJpeg({ ...ink, segments: [adobe] }), 'jpeg', centre),
      shownAt(makeJpeg({ blocks: [[[0, 0, 0, 255]]] }), 'jpeg', centre),
    ]);
    for (const { colors } of [inverted, plain]) expect(Math.max(...colors[0]!)).toBeLessThan(60);
  });

  test('accepts grayscale JPEGs, baseline or progressive, and rejects other JPEG encodings', async () => {
    const single = { blocks: [[[64]]] };
    const centre = [[297.5, 421]] as const;
    for (const frame of [0xc0, 0xc2])
      expect((await shownAt(makeJpeg({ ...single, frame }), 'jpeg', centre)).colors).toEqual([flat(64)]);
    expect(await refusal(makeJpeg({ ...single, frame: 0xc9 }), 'jpeg')).toBe('picture-unsupported');
  });

  test('truncated, empty and huge pictures are refused', async () => {
    const picture = makeJpeg(corners);
    expect(await refusal(picture.subarray(0, -2), 'jpeg')).toBe('picture-damaged');
    expect(await refusal(picture.subarray(0, picture.length / 2), 'jpeg')).toBe('picture-damaged');
    expect(await refusal(Buffer.from([0xff, 0xd8, 0xff, 0xd9]), 'jpeg')).toBe('picture-damaged');
    const huge = Buffer.from(picture);
    huge.writeUInt32BE(0xffffffff, picture.indexOf(Buffer.from([0xff, 0xc0])) + 5);
    expect(await refusal(huge, 'jpeg')).toBe('picture-too-large');
  });
});

describe('PNG pictures', () => {
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const encoded = Buffer.alloc(body.length + 8);
    encoded.writeUInt32BE(data.length);
    encoded.set(body, 4);
    encoded.writeUInt32BE(crc32(body), body.length + 4);
    return encoded;
  };
  const withChunk = (png: Uint8Array, type: string, data: Uint8Array): Buffer =>
    Buffer.concat([png.subarray(0, 33), chunk(type, data), png.subarray(33)]);
  /** Uses 72 pixels per inch, so that a pixel is a point. */
  const asPoints = (png: Uint8Array): Buffer => {
    const density = Buffer.alloc(9);
    density.writeUInt32BE(2835, 0);
    density.writeUInt32BE(2835, 4);
    density[8] = 1;
    return withChunk(png, 'pHYs', density);
  };
  const points = [
    [0.5, 0.5],
    [1.5, 0.5],
    [0.5, 1.5],
    [1.5, 1.5],
  ] as const;

  test.each([
    ['1 bit', { depth: 1, color: 0 }, [0, 0b01000000, 0, 0b10000000], [0, 255, 255, 0]],
    ['4 bits', { depth: 4, color: 0 }, [0, 0x0f, 0, 0x80], [0, 255, 136, 0]],
    ['16 bits', { depth: 16, color: 0 }, [0, 0, 0, 255, 255, 0, 128, 0, 0, 1], [0, 255, 128, 0]],
    ['gray and opacity', { depth: 8, color: 4 }, [0, 0, 255, 0, 0, 0, 0, 128, 9, 255], [0, 255, 127, 9]],
  ])('%s', async (_, kind, rows, shades) => {
    const png = asPoints(pngOf({ width: 2, height: 2, ...kind }, deflateSync(Buffer.from(rows))));
    const { colors, pages } = await shownAt(png, 'png', points);
    expect(pages[0]).toMatchObject({ width: 2, height: 2 });
    expect(colors).toEqual(shades.map(flat));
  });

  test('transparent colors and palettes with opacity are shown on white', async () => {
    const rows = deflateSync(Buffer.from([0, 5, 9, 0, 9, 5]));
    const gray = asPoints(pngOf({ width: 2, height: 2, depth: 8, color: 0 }, rows));
    const keyed = withChunk(gray, 'tRNS', Buffer.from([0, 9]));
    expect((await shownAt(keyed, 'png', points)).colors).toEqual([5, 255, 255, 5].map(flat));
    const indexes = deflateSync(Buffer.from([0, 0, 1, 0, 1, 0]));
    const indexed = asPoints(pngOf({ width: 2, height: 2, depth: 8, color: 3 }, indexes));
    const palette = withChunk(indexed, 'PLTE', Buffer.from([200, 0, 0, 0, 0, 0]));
    expect((await shownAt(palette, 'png', points)).colors[0]).toEqual([200, 0, 0]);
    const clear = Buffer.concat([
      palette.subarray(0, 33 + 18),
      chunk('tRNS', Buffer.from([255, 0])),
      palette.subarray(33 + 18),
    ]);
    expect((await shownAt(clear, 'png', points)).colors.map(([red]) => red)).toEqual([200, 255, 255, 200]);
  });

  test('pictures are shown upright according to their EXIF orientation', async () => {
    const rows = deflateSync(Buffer.from([0, 0, 255, 0, 128, 9]));
    const png = asPoints(pngOf({ width: 2, height: 2, depth: 8, color: 0 }, rows));
    const turned = withChunk(png, 'eXIf', exifSegment({ 274: 6 }).data.subarray(6));
    expect((await shownAt(turned, 'png', points)).colors).toEqual([128, 0, 9, 255].map(flat));
  });

  test('an interlaced picture has the same pixels as a plain one', async () => {
    const [width, height] = [11, 13];
    const shade = (x: number, y: number): number => (x * 37 + y * 91) % 256;
    const passes = [
      [0, 0, 8, 8],
      [0, 4, 8, 8],
      [4, 0, 8, 4],
      [0, 2, 4, 4],
      [2, 0, 4, 2],
      [0, 1, 2, 2],
      [1, 0, 2, 1],
    ];
    const rows: number[] = [];
    for (const [top, left, down, across] of passes)
      for (let y = top!; y < height; y += down!) {
        const row: number[] = [];
        for (let x = left!; x < width; x += across!) row.push(shade(x, y));
        if (row.length > 0) rows.push(0, ...row);
      }
    const png = Buffer.from(pngOf({ width, height, depth: 8, color: 0 }, deflateSync(Buffer.from(rows))));
    png[28] = 1;
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
    const all = Array.from(
      { length: width * height },
      (_, at) => [at % width, Math.floor(at / width)] as const,
    );
    const centers = all.map(([x, y]) => [x + 0.5, y + 0.5] as const);
    const { colors } = await shownAt(asPoints(png), 'png', centers);
    expect(colors).toEqual(all.map(([x, y]) => flat(shade(x, y))));
  });

  test('the compressed rows of an opaque picture are kept, and texts are removed', async () => {
    const png = new PNG({ width: 40, height: 40, colorType: 2 });
    for (const at of png.data.keys()) png.data[at] = at % 4 === 3 ? 255 : (at * 7) % 256;
    const written = PNG.sync.write(png, { colorType: 2 });
    const { bytes } = await shownAt(withChunk(written, 'tEXt', Buffer.from('Author\0Ada')), 'png', []);
    const start = written.indexOf('IDAT') + 4;
    const rows = written.subarray(start, start + written.readUInt32BE(start - 8));
    expect(bytes.includes(rows)).toBe(true);
    expect(bytes.includes('Author')).toBe(false);
  });

  test('rejects pictures that are truncated, animated or huge, or have the wrong number of rows', async () => {
    const of = (width: number, rows: number[]): Buffer =>
      Buffer.from(pngOf({ width, height: 1, depth: 8, color: 0 }, deflateSync(Buffer.from(rows))));
    const png = of(1, [0, 7]);
    expect(await refusal(png, 'png')).toBe('accepted');
    expect(await refusal(png.subarray(0, -6), 'png')).toBe('picture-damaged');
    expect(await refusal(withChunk(png, 'acTL', Buffer.alloc(8)), 'png')).toBe('picture-animated');
    expect(await refusal(of(66_000_000, [0]), 'png')).toBe('picture-too-large');
    expect(await refusal(of(2, [0, 7]), 'png')).toBe('picture-damaged');
    expect(await refusal(of(1, [0, 7, 7]), 'png')).toBe('picture-damaged');
    expect(await refusal(of(1, [5, 7]), 'png')).toBe('picture-damaged');
  });
});

describe('TIFF pictures', () => {
  const size = { 256: 2, 257: 2 };
  const points = [
    [0.5, 0.5],
    [1.5, 0.5],
    [0.5, 1.5],
    [1.5, 1.5],
  ] as const;
  /** 72 pixels per inch, written as a long instead of a fraction. */
  const asPoints = { 282: 72, 283: 72, 296: 2 };
  const shades = [0, 255, 128, 7];

  test.each([
    ['no compression', { 259: 1 }, Buffer.from(shades)],
    ['PackBits', { 259: 32773 }, Buffer.from([3, ...shades])],
    ['Deflate', { 259: 8 }, deflateSync(Buffer.from(shades))],
    ['Deflate of differences', { 259: 8, 317: 2 }, deflateSync(Buffer.from([0, 255, 128, 135]))],
    // Codes of nine bits: clear, the values, end.
    ['LZW', { 259: 5 }, bitsOf('100000000 000000000 011111111 010000000 000000111 100000001')],
  ])('gray with %s', async (_, tags, strip) => {
    const tiff = makeTiff([{ tags: { ...size, ...asPoints, 258: 8, 262: 1, ...tags }, strips: [strip] }]);
    const { colors, pages } = await shownAt(tiff, 'tiff', points);
    expect(pages).toMatchObject([{ width: 2, height: 2 }]);
    expect(colors).toEqual(shades.map(flat));
  });

  test('supports opacity, palettes, inks, strips and white as zero', async () => {
    const of = async (tags: Record<number, number | number[]>, ...strips: number[][]) => {
      const all = { ...size, ...asPoints, ...tags };
      return (
        await shownAt(
          makeTiff([{ tags: all, strips: strips.map((strip) => Buffer.from(strip)) }]),
          'tiff',
          points,
        )
      ).colors;
    };
    const rgba = [200, 0, 0, 255, 0, 0, 0, 0, 0, 0, 200, 255, 9, 9, 9, 255];
    expect(await of({ 258: [8, 8, 8, 8], 262: 2, 277: 4, 338: 2 }, rgba)).toEqual([
      [200, 0, 0],
      flat(255),
      [0, 0, 200],
      flat(9),
    ]);
    const colors = Array.from({ length: 12 }, (_, at) => (at % 4) * 0x4444);
    expect(await of({ 258: 2, 262: 3, 320: colors }, [0b00010000, 0b10110000])).toEqual(
      [0, 68, 136, 204].map(flat),
    );
    expect(await of({ 258: 8, 262: 0, 278: 1 }, [0, 255], [55, 100])).toEqual([255, 0, 200, 155].map(flat));
    expect(await of({ 258: 1, 262: 0 }, [0b01000000, 0b10000000])).toEqual([255, 0, 0, 255].map(flat));
    const [black] = await of({ 258: [8, 8, 8, 8], 262: 5, 277: 4 }, [
      0,
      0,
      0,
      255,
      ...Array<number>(12).fill(0),
    ]);
    expect(Math.max(...black!)).toBeLessThan(60);
  });

  test('supports several pages in group 4, and omits the thumbnail', async () => {
    // Two equal lines of eight pixels (three white, two black, three white) and the end code.
    const lines = bitsOf('001 1000 11 001 1000 0000110111 1 1 1 000000000001000000000001');
    const tags = { 256: 8, 257: 2, 258: 1, 259: 4, 262: 0, ...asPoints };
    const tiff = makeTiff([
      { tags, strips: [lines] },
      { tags: { ...tags, 254: 1 }, strips: [lines] },
      { tags: { ...tags, 274: 6 }, strips: [lines] },
    ]);
    const { pages, colors } = await shownAt(tiff, 'tiff', [
      [2.5, 0.5],
      [3.5, 0.5],
      [4.5, 1.5],
      [5.5, 1.5],
    ]);
    expect(pages.map(({ width, height }) => [width, height])).toEqual([
      [8, 2],
      [2, 8],
    ]);
    expect(colors).toEqual([255, 0, 0, 255].map(flat));
  });

  test('supports a JPEG whose tables are in the directory', async () => {
    const whole = makeJpeg({ blocks: [[[64]]] });
    const tags = { 256: 8, 257: 8, 258: 8, 259: 7, 262: 1 };
    expect((await shownAt(makeTiff([{ tags, strips: [whole] }]), 'tiff', [[297.5, 421]])).colors).toEqual([
      flat(64),
    ]);
  });

  test('truncated, endless, huge and unknown files are refused', async () => {
    const tags = { ...size, 258: 8, 262: 1 };
    const tiff = makeTiff([{ tags, strips: [Buffer.from(shades)] }]);
    expect(await refusal(tiff, 'tiff')).toBe('accepted');
    expect(await refusal(tiff.subarray(0, -1), 'tiff')).toBe('picture-damaged');
    const endless = Buffer.from(tiff);
    endless.writeUInt32LE(8, 8 + 2 + 12 * tiff.readUInt16LE(8));
    expect(await refusal(endless, 'tiff')).toBe('picture-damaged');
    const huge = makeTiff([{ tags: { ...tags, 256: 66_000, 257: 1000 }, strips: [Buffer.from(shades)] }]);
    expect(await refusal(huge, 'tiff')).toBe('picture-too-large');
    const planes = makeTiff([{ tags: { ...tags, 262: 8 }, strips: [Buffer.from(shades)] }]);
    expect(await refusal(planes, 'tiff')).toBe('picture-unsupported');
  });
});

function bitsOf(text: string): Buffer {
  const bits = text.replaceAll(' ', '');
  const bytes = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g)!;
  return Buffer.from(bytes.map((byte) => parseInt(byte, 2)));
}

describe('the page size of a picture', () => {
  const place = (width: number, height: number, dpi?: number, orientation = 1) =>
    placePicture({ width, height, orientation, density: dpi ? { x: dpi, y: dpi } : undefined });

  test('the page has the true size of the picture if the file specifies a density', () => {
    expect(place(2480, 3508, 300)).toMatchObject({ width: 595.2, height: 841.92 });
    expect(place(3508, 2480, 300, 6)).toMatchObject({ width: 595.2, height: 841.92 });
  });

  test('without a density, the page is A4, with the picture at 96 dpi or as large as fits', () => {
    expect(place(4032, 3024)).toMatchObject({ width: 841.89, height: 595.28 });
    const [photo, small, nominal] = [place(4032, 3024), place(96, 48), place(4032, 3024, 72)];
    expect(photo.matrix[0]).toBeCloseTo(793.71, 1);
    expect(photo.matrix[3]).toBeCloseTo(595.28, 1);
    expect(small).toMatchObject({ width: 841.89, height: 595.28 });
    expect(small.matrix.slice(0, 4)).toEqual([72, 0, 0, 36]);
    expect(nominal).toEqual(photo);
  });

  test('the page is A4 if the density would give an impossible page size', () => {
    expect(place(4000, 3000, 1)).toEqual(place(4000, 3000));
    expect(place(4, 3, 4000)).toEqual(place(4, 3));
  });
});
