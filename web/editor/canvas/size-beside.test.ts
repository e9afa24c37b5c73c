import { expect, test } from 'vitest';
import { nearestSize } from './size-beside.ts';

const field = { x: 200, y: 300, width: 120, height: 26 };
const label = { x: 72, y: 306, width: 100, height: 10, size: 9.2 };

test('a field takes the size of text on its own line before nearer text on other lines', () => {
  const below = { x: 200, y: 330, width: 200, height: 12, size: 14 };
  expect(nearestSize(field, [below, label])).toBe(9);
  expect(nearestSize(field, [below])).toBe(14);
});

test('sizes are rounded to half points within the allowed range', () => {
  expect(nearestSize(field, [{ ...label, size: 10.4 }])).toBe(10.5);
  expect(nearestSize(field, [{ ...label, size: 3 }])).toBe(6);
  expect(nearestSize(field, [{ ...label, size: 90 }])).toBe(48);
  expect(nearestSize(field, [])).toBeUndefined();
});
