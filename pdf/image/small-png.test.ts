import fc from 'fast-check';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { writePng, type Picture } from './png.ts';
import { writeSmallPng } from './small-png.ts';

const picture = (grey: boolean) =>
  fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })).chain(([width, height]) =>
    fc.uint8Array({ minLength: width * height * 3, maxLength: width * height * 3 }).map((values): Picture => {
      const rgba = new Uint8Array(width * height * 4).fill(255);
      for (let pixel = 0; pixel < width * height; pixel += 1) {
        for (let channel = 0; channel < 3; channel += 1)
          rgba[pixel * 4 + channel] = values[grey ? pixel : pixel * 3 + channel]!;
      }
      return { width, height, rgba };
    }),
  );

test.each([
  ['grey', true],
  ['colored', false],
] as const)('another reader shows a %s page unchanged', (_, grey) => {
  fc.assert(
    fc.property(picture(grey), ({ width, height, rgba }) => {
      const read = PNG.sync.read(Buffer.from(writeSmallPng({ width, height, rgba })));
      expect([read.width, read.height]).toEqual([width, height]);
      const off = rgba.map((value, at) => Math.abs(value - read.data[at]!));
      expect(Math.max(...off)).toBeLessThanOrEqual(grey ? 9 : 8);
    }),
  );
});

test('a page of text takes less than a third of the exact picture’s size', () => {
  const [width, height] = [400, 500];
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let at = 0; at < rgba.length; at += 4) {
    const shade = (at * 2654435761) >>> 24;
    if (shade < 60) rgba.set([shade, shade, shade], at);
  }
  const whole = { width, height, rgba };
  expect(writeSmallPng(whole).length * 3).toBeLessThan(writePng(whole).length);
});
