import { expect, test } from 'vitest';
import { moved, wholeCrop, zoomed, zoomOf } from './crop.ts';

const wide = { width: 400, height: 200 };

test('a crop begins as the largest centered square', () => {
  expect(wholeCrop(wide)).toEqual({ x: 200, y: 100, side: 200 });
});

test('zooming keeps the center, and is limited to a factor of one to four', () => {
  expect(zoomed(wholeCrop(wide), 2, wide)).toEqual({ x: 200, y: 100, side: 100 });
  expect(zoomOf(zoomed(wholeCrop(wide), 99, wide), wide)).toBe(4);
  expect(zoomOf(zoomed(wholeCrop(wide), 0.1, wide), wide)).toBe(1);
});

test('the square remains inside the picture when moved or enlarged', () => {
  expect(moved(wholeCrop(wide), { x: -999, y: 50 }, wide)).toEqual({ x: 100, y: 100, side: 200 });
  const corner = moved(zoomed(wholeCrop(wide), 4, wide), { x: 999, y: 999 }, wide);
  expect(corner).toEqual({ x: 375, y: 175, side: 50 });
  expect(zoomed(corner, 1, wide)).toEqual({ x: 300, y: 100, side: 200 });
});
