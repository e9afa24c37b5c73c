import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { isRefusal } from '#core/refusal.ts';
import { inkPicture } from '#pdf/image/ink.ts';
import { readKeptInk, unpackInk } from '#pdf/image/packed-ink.ts';
import { writePng, type Picture } from '#pdf/image/png.ts';
import { readSignatureImage, type SignatureImage } from './signature-image.ts';

type Color = [number, number, number, number];
const clear: Color = [0, 0, 0, 0];
const white: Color = [255, 255, 255, 255];
const ink: Color = [17, 24, 39, 255];
/** All drawn signatures are stored in the same ink color, whatever the pen's color was. */
const pen: Color = [15, 20, 51, 255];

describe('drawn signatures', () => {
  test('the picture is cropped to its ink and encoded again', () => {
    const drawn = paper(clear);
    stroke(drawn, { left: 100, top: 50, right: 180, bottom: 52 });
    const picture = taken(drawn);
    expect(picture).toMatchObject({ width: 81, height: 3 });
    expect(picture.rgba).toEqual(
      Uint8Array.from(
        Array<Color>(81 * 3)
          .fill(pen)
          .flat(),
      ),
    );
  });

  test('half-transparent edges, and the hole in the middle, are preserved', () => {
    const drawn = paper(clear);
    stroke(drawn, { left: 10, top: 10, right: 29, bottom: 10 });
    stroke(drawn, { left: 10, top: 20, right: 29, bottom: 20 }, [17, 24, 39, 90]);
    const { width, height, rgba } = taken(drawn);
    expect([width, height]).toEqual([20, 11]);
    expect([...rgba.subarray(-4)]).toEqual([15, 20, 51, 90]);
    expect([...rgba.subarray(20 * 4 * 5, 20 * 4 * 5 + 4)]).toEqual(clear);
  });

  test('a drawing on white paper is accepted', () => {
    const drawn = paper(white);
    stroke(drawn, { left: 5, top: 6, right: 24, bottom: 8 });
    expect(taken(drawn)).toMatchObject({ width: 20, height: 3 });
  });

  test('a drawing that starts in the corner of the pad is accepted', () => {
    const drawn = paper(clear);
    stroke(drawn, { left: 0, top: 0, right: 30, bottom: 2 });
    expect(taken(drawn)).toMatchObject({ width: 31, height: 3 });
  });

  test('the result contains only pixels and does not depend on the picture’s compression', () => {
    const drawn = paper(clear);
    stroke(drawn, { left: 100, top: 50, right: 180, bottom: 52 });
    const bytes = Buffer.from(writePng(drawn));
    // A text chunk with Grace's location, inserted after the header.
    const remark = textChunk('GPS\x0057.7,11.9');
    const withRemark = Buffer.concat([bytes.subarray(0, 33), remark, bytes.subarray(33)]);
    const [one, two] = [readSignatureImage(dataUrl(bytes)), readSignatureImage(dataUrl(withRemark))];
    expect(isRefusal(one)).toBe(false);
    expect(two).toEqual(one);
    expect(Buffer.from((two as SignatureImage).file).includes('GPS')).toBe(false);
  });
});

describe('anything but ink never reaches a page (P-13)', () => {
  const overInk = (picture: Picture) => {
    stroke(picture, { left: 100, top: 50, right: 180, bottom: 52 });
    return taken(picture);
  };
  /** Bright on the left, as if next to a window, and half as bright on the right. */
  const shaded = paper(white);
  for (let pixel = 0; pixel < 600 * 200; pixel += 1) {
    const light = 250 - ((pixel % 600) / 600) * 125;
    shaded.rgba.set([light, light, light * 0.95, 255], pixel * 4);
  }
  const grain = paper(white);
  for (let pixel = 0; pixel < 600 * 200; pixel += 1) {
    const light = 225 + ((pixel * 7919) % 23);
    grain.rgba.set([light, light, light, 255], pixel * 4);
  }
  const patched = paper(clear);
  stroke(patched, { left: 20, top: 20, right: 300, bottom: 120 }, white);

  test.each([
    ['a white sheet around the ink', paper(white)],
    ['a yellow sheet', paper([255, 244, 200, 255])],
    ['a photograph with a shadow across it', shaded],
    ['a photograph with the grain of its paper', grain],
    ['a white patch on transparency', patched],
    ['a slightly transparent sheet', paper([255, 255, 255, 240])],
  ])('uses only the ink of %s', (_, picture) => {
    const { width, height, rgba } = overInk(picture);
    expect({ width, height }).toEqual({ width: 81, height: 3 });
    expect(new Set(Array.from({ length: 81 * 3 }, (_pixel, at) => rgba[at * 4 + 3]))).toEqual(new Set([255]));
  });

  test('white and colored ink is printed in the standard ink color, or not at all', () => {
    const colorful = paper(clear);
    stroke(colorful, { left: 0, top: 0, right: 99, bottom: 5 }, [200, 20, 20, 255]);
    stroke(colorful, { left: 0, top: 20, right: 99, bottom: 25 }, white);
    const { height, rgba } = taken(colorful);
    expect(height).toBe(6);
    expect([...rgba.subarray(0, 3)]).toEqual(pen.slice(0, 3));
  });

  test('a white sheet of paper on a dark one hides nothing, because it contains no ink', () => {
    const covered = paper(clear);
    stroke(covered, { left: 0, top: 0, right: 599, bottom: 170 }, [254, 254, 254, 255]);
    expect(readSignatureImage(dataUrl(writePng(covered)))).toHaveProperty('refused', 'signature-missing');
  });
});

describe('invalid signature pictures', () => {
  const dots = paper(clear);
  stroke(dots, { left: 300, top: 90, right: 302, bottom: 92 });
  const shades = paper(white);
  stroke(shades, { left: 10, top: 10, right: 200, bottom: 100 }, [250, 250, 250, 255]);
  const ghost = paper(clear);
  stroke(ghost, { left: 10, top: 10, right: 200, bottom: 100 }, [0, 0, 0, 15]);
  const oneDot = paper(clear);
  stroke(oneDot, { left: 300, top: 90, right: 300, bottom: 90 });

  test.each([
    ['an empty pad', paper(clear)],
    ['a white sheet', paper(white)],
    ['a black sheet', paper([0, 0, 0, 255])],
    ['one dot', oneDot],
    ['a touch of nine pixels', dots],
    ['an invisible shade', shades],
    ['a stroke that is almost transparent', ghost],
  ])('rejects %s', (_, picture) => {
    expect(readSignatureImage(dataUrl(writePng(picture)))).toEqual({
      refused: 'signature-missing',
      detail: 'Signature required: Please provide your signature',
    });
  });
});

describe('malicious pictures from Mallory (S-29)', () => {
  const drawn = paper(clear);
  stroke(drawn, { left: 100, top: 50, right: 180, bottom: 52 });
  const bytes = Buffer.from(writePng(drawn));
  const base64 = bytes.toString('base64');
  const wide = paper(clear, 2001, 20);
  stroke(wide, { left: 0, top: 0, right: 90, bottom: 5 });

  test.each([
    ['nothing', ''],
    ['words', 'Grace Lindqvist'],
    ['a link', 'https://elsewhere.example/signature.png'],
    ['a data URL without data', 'data:image/png;base64,'],
    ['bare base64', base64],
    ['a JPEG', `data:image/jpeg;base64,${base64}`],
    [
      'a JPEG that is called a PNG',
      dataUrl(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1])),
    ],
    ['an SVG', `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`],
    ['an SVG that is called a PNG', dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
    ['a PNG followed by an SVG', dataUrl(Buffer.concat([bytes, Buffer.from('<svg/>')]))],
    ['a PNG that is not base64', `data:image/png,${bytes.toString('latin1')}`],
    ['a parameter before the data', `data:image/png;name=x;base64,${base64}`],
    ['the type in uppercase', `data:IMAGE/PNG;base64,${base64}`],
    ['a leading space', ` data:image/png;base64,${base64}`],
    ['a line break inside', `data:image/png;base64,${base64.slice(0, 40)}\n${base64.slice(40)}`],
    ['the URL-safe alphabet', `data:image/png;base64,${base64.slice(0, -4)}-_-_`],
    ['missing padding', `data:image/png;base64,${base64.slice(0, -1)}`],
    ['too much padding', `data:image/png;base64,${base64}====`],
    ['a truncated file', dataUrl(bytes.subarray(0, -8))],
    ['a picture of 2001 pixels', dataUrl(writePng(wide))],
    ['10 MB of nothing', `data:image/png;base64,${'A'.repeat(10_000_000)}`],
    ['10 MB without a data URL', 'A'.repeat(10_000_000)],
    ['10 MB of blanks', `data:image/png;base64,${' '.repeat(10_000_000)}`],
  ])('rejects malicious input: %s', (_, text) => {
    const answer = readSignatureImage(text);
    expect(isRefusal(answer) && answer.refused).toBe('signature-invalid');
  });

  test('the refusal says that a large picture is too large', () => {
    const large = `data:image/png;base64,${'A'.repeat(800_000)}`;
    expect(readSignatureImage(large)).toHaveProperty('detail', expect.stringContaining('too large'));
  });
});

function paper(color: Color, width = 600, height = 200): Picture {
  const rgba = new Uint8Array(width * height * 4);
  for (let at = 0; at < rgba.length; at += 4) rgba.set(color, at);
  return { width, height, rgba };
}

type Rectangle = { left: number; top: number; right: number; bottom: number };

function stroke({ width, rgba }: Picture, { left, top, right, bottom }: Rectangle, color = ink): void {
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) rgba.set(color, (y * width + x) * 4);
  }
}

function dataUrl(bytes: Uint8Array): string {
  return `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;
}

function taken(picture: Picture): Picture {
  const image = readSignatureImage(dataUrl(writePng(picture)));
  if (isRefusal(image)) throw new Error(image.detail);
  return inkPicture(unpackInk(readKeptInk(image.file)));
}

function textChunk(text: string): Buffer {
  const framed = Buffer.alloc(12 + text.length);
  framed.writeUInt32BE(text.length, 0);
  framed.write(`tEXt${text}`, 4, 'latin1');
  framed.writeUInt32BE(crc32(framed.subarray(4, 8 + text.length)), 8 + text.length);
  return framed;
}
