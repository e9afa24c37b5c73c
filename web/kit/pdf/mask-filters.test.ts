import { expect, test } from 'vitest';
import { applyFilter } from './mask-filters.ts';

const pixels = (...values: number[]): Uint8ClampedArray => Uint8ClampedArray.from(values);

test.each([
  ['white reveals and black hides', 'luminosity', [255, 255, 255, 255, 0, 0, 0, 255], [255, 0]],
  ['green is lighter than blue', 'luminosity', [0, 255, 0, 255, 0, 0, 255, 255], [150, 28]],
  ['transparent areas count as black', 'luminosity', [255, 255, 255, 128, 255, 255, 255, 0], [128, 0]],
  ['colors are ignored', 'alpha', [0, 0, 0, 255, 255, 255, 255, 10], [255, 10]],
] as const)('%s in a mask of %s', (_, kind, values, alphas) => {
  const mask = pixels(...values);
  applyFilter(mask, kind, []);
  expect([mask[3], mask[7]]).toEqual(alphas);
});

test('applies a transfer function', () => {
  const mask = pixels(255, 255, 255, 255, 0, 0, 0, 255);
  const inverted = Array.from({ length: 256 }, (_, value) => 255 - value);
  applyFilter(mask, 'luminosity', inverted);
  expect([mask[3], mask[7]]).toEqual([0, 255]);
});
