import { PNG } from 'pngjs';
import type { ColorType } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { readPng } from './read-png.ts';

describe('readPng', () => {
  const kinds: [string, ColorType][] = [
    ['greyscale', 0],
    ['RGB', 2],
    ['greyscale with alpha', 4],
    ['RGB with alpha', 6],
  ];
  for (const [kind, colorType] of kinds) {
    test.each([0, 1, 2, 3, 4])(`reads ${kind} with row filter %i`, (filterType) => {
      const drawn = picture();
      const bytes = PNG.sync.write(drawn, { colorType, inputColorType: 6, filterType, bgColor: white });
      const expected = PNG.sync.read(bytes);
      const found = readPng(bytes);
      expect(found).toMatchObject({ width: 17, height: 9, channels: colorType & 2 ? 3 : 1 });
      expect(visible(found)).toEqual(visibleOf(expected.data));
    });
  }

  test('says nothing of opacity when every pixel is opaque', () => {
    const drawn = picture();
    for (let i = 3; i < drawn.data.length; i += 4) drawn.data[i] = 255;
    expect(readPng(PNG.sync.write(drawn))?.alpha).toBeUndefined();
  });

  test('refuses what is damaged, interlaced, of 16 bits, or no PNG', () => {
    const good = PNG.sync.write(picture());
    const changed = (at: number, value: number): Uint8Array => Uint8Array.from(good).fill(value, at, at + 1);
    expect(readPng(good)).toBeDefined();
    expect(readPng(changed(24, 16))).toBeUndefined();
    expect(readPng(changed(28, 1))).toBeUndefined();
    expect(readPng(changed(19, 18))).toBeUndefined();
    expect(readPng(changed(16, 0x7f))).toBeUndefined();
    expect(readPng(good.subarray(0, 60))).toBeUndefined();
    expect(readPng(Buffer.from('GIF89a'))).toBeUndefined();
    expect(readPng(new Uint8Array())).toBeUndefined();
  });
});

const white = { red: 255, green: 255, blue: 255 };

function picture(): PNG {
  const png = new PNG({ width: 17, height: 9 });
  for (let i = 0; i < 17 * 9; i++)
    png.data.set([i, (i * 7) % 256, (i * 31) % 256, i % 5 === 0 ? 0 : 255 - i], i * 4);
  return png;
}

/** RGBA of every pixel that is not wholly transparent; the colour of the others means nothing. */
function visible(image: ReturnType<typeof readPng>): number[][] {
  if (image === undefined) return [];
  const { samples, alpha, channels, width, height } = image;
  const pixels = Array.from({ length: width * height }, (_, at) => [
    ...[0, 1, 2].map((c) => samples[at * channels + (channels === 3 ? c : 0)] ?? -1),
    alpha?.[at] ?? 255,
  ]);
  return pixels.filter((pixel) => pixel[3] !== 0);
}

function visibleOf(rgba: Uint8Array): number[][] {
  const pixels = Array.from({ length: rgba.length / 4 }, (_, at) => [...rgba.subarray(at * 4, at * 4 + 4)]);
  return pixels.filter((pixel) => pixel[3] !== 0);
}
