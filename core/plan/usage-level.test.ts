import { expect, test } from 'vitest';
import { usageLevel } from './usage-level.ts';

test.each([
  [0, 3, 'fine', 0],
  [2, 3, 'fine', 2 / 3],
  [39, 50, 'fine', 0.78],
  [40, 50, 'near', 0.8],
  [4, 5, 'near', 0.8],
  [3, 3, 'full', 1],
  [9, 3, 'full', 1],
  [0, 0, 'full', 1],
])('%i of %i is %s', (used, limit, level, part) => {
  expect(usageLevel(used, limit)).toEqual({ level, part });
});

test('an unlimited plan has no usage level', () => {
  expect(usageLevel(400, -1)).toBeUndefined();
});
