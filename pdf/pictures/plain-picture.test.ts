import { deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { maxPictureSize } from '#core/field/attached-file.ts';
import { exifSegment, makeJpeg } from '#testing/pdfs/make-jpeg.ts';
import { readKeptPicture } from '../image/packed-picture.ts';
import { pngOf, readChunks } from '../image/png.ts';
import { readPlainPicture, type PlainPicture, type UploadedPicture } from './plain-picture.ts';

type Color = [number, number, number, number];
const paint = (width: number, height: number, colorAt: (x: number, y: number) => Color): Buffer => {
  const png = new PNG({ width, height });
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) png.data.set(colorAt(x, y), (y * width + x) * 4);
  return PNG.sync.write(png);
};
const max = maxPictureSize(1);
const plain = async (picture: Uint8Array, kind: UploadedPicture['kind'] = 'png'): Promise<PlainPicture> => {
  const read = await readPlainPicture({ picture, kind, max });
  if ('refused' in read) throw new Error(read.refused);
  return read;
};
const refusal = async (picture: Uint8Array, kind: UploadedPicture['kind'] = 'png') => {
  const read = await readPlainPicture({ picture, kind, max });
  return 'refused' in read ? read.refused : 'accepted';
};
const pixels = ({ png }: PlainPicture) => PNG.sync.read(Buffer.from(png)).data;

describe('a picture for a field', () => {
  test.each([1, 9, 100, 2000])(
    'a picture is reduced so that the pictures of %d fields fit into one seal',
    async (fields) => {
      const picture = paint(1700, 1700, (x, y) => [x < 850 ? 0 : 255, (y * 91) % 256, 0, 255]);
      const read = await readPlainPicture({ picture, kind: 'png', max: maxPictureSize(fields) });
      if ('refused' in read) throw new Error(read.refused);
      expect(read.width).toBe(read.height);
      expect(read.width).toBeGreaterThanOrEqual(99);
      expect(read.width).toBeLessThanOrEqual(1600);
      expect(read.width * read.height * fields).toBeLessThan(20_500_000);
    },
  );

  test('a picture keeps its exact pixels, but nothing else from its file', async () => {
    const colorAt = (x: number, y: number): Color => [(x * 37) % 256, (y * 91) % 256, (x * y) % 256, 255];
    const picture = paint(40, 30, colorAt);
    const read = await plain(picture);
    expect(read).toMatchObject({ width: 40, height: 30 });
    expect(pixels(read)).toEqual(PNG.sync.read(picture).data);
    expect(readChunks(read.png)?.chunks.map(({ type }) => type)).toEqual(['IHDR', 'IDAT', 'IEND']);
    expect(readKeptPicture(read.png)).toMatchObject({ width: 40, height: 30 });
  });

  test('a picture is rotated according to its EXIF data, without location and device', async () => {
    const [black, white] = [
      [0, 128, 128],
      [255, 128, 128],
    ];
    const picture = makeJpeg({
      blocks: [[black, white]],
      segments: [exifSegment({ 274: 6 }, 'PhoneModel 52.5200N')],
    });
    const read = await plain(picture, 'jpeg');
    expect(read).toMatchObject({ width: 8, height: 16 });
    const rgba = pixels(read);
    expect([rgba[0], rgba[rgba.length - 4]]).toEqual([0, 255]);
    expect(Buffer.from(read.png).includes('PhoneModel')).toBe(false);
  });

  test('a picture has a white background where it is transparent', async () => {
    const picture = paint(20, 20, (x) => (x < 10 ? [200, 0, 0, 255] : [0, 0, 0, 0]));
    const rgba = pixels(await plain(picture));
    expect([...rgba.subarray(0, 4)]).toEqual([200, 0, 0, 255]);
    expect([...rgba.subarray(19 * 4, 20 * 4)]).toEqual([255, 255, 255, 255]);
  });

  test('a picture keeps its proportions when it is reduced', async () => {
    const picture = paint(3200, 1200, (x, y) => [x % 256, y % 256, 0, 255]);
    expect(await plain(picture)).toMatchObject({ width: 1600, height: 600 });
  });

  test.each<[string, Buffer]>([
    ['a transparent picture', paint(60, 40, () => [0, 0, 0, 0])],
    ['a white picture', paint(60, 40, () => [255, 255, 255, 255])],
    ['a picture of a single color', paint(60, 40, () => [40, 90, 160, 255])],
    ['a few specks', paint(60, 40, (x, y) => (x < 3 && y < 3 ? [0, 0, 0, 255] : [255, 255, 255, 255]))],
    ['white on transparent', paint(60, 40, (x) => [255, 255, 255, x * 4])],
  ])('a picture is refused if nothing is visible: %s', async (_, picture) => {
    expect(await refusal(picture)).toBe('picture-blank');
  });

  test('a picture is refused before decoding if its header specifies too many pixels', async () => {
    const huge = pngOf({ width: 66_000, height: 1000, depth: 8, color: 0 }, deflateSync(Buffer.from([0])));
    expect(await refusal(huge)).toBe('picture-too-large');
  });

  test('a picture is refused if it is damaged, animated or only a line', async () => {
    const picture = paint(40, 30, (x) => [x * 6, 0, 0, 255]);
    expect(await refusal(picture.subarray(0, -8))).toBe('picture-damaged');
    expect(await refusal(Buffer.from([0xff, 0xd8, 0xff, 0xd9]), 'jpeg')).toBe('picture-damaged');
    expect(await refusal(paint(900, 2, (x) => [x % 256, 0, 0, 255]))).toBe('picture-slim');
  });
});

test('a picture cannot be sealed if it is stored in another form', () => {
  const of = (rows: number[], color = 2): Uint8Array =>
    pngOf({ width: 1, height: 1, depth: 8, color }, deflateSync(Buffer.from(rows)));
  expect(readKeptPicture(of([0, 1, 2, 3]))).toMatchObject({ width: 1, height: 1 });
  for (const other of [of([0, 1, 2]), of([9, 1, 2, 3]), of([0, 1, 2, 3, 4], 6), Buffer.from('no picture')])
    expect(() => readKeptPicture(other)).toThrow('not a readable picture');
});
