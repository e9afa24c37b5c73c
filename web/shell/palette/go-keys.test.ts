import { expect, test } from 'vitest';
import { openGoKeys } from './go-keys.ts';

test('g followed by a known letter opens a page, but a single, unknown or late letter does not', () => {
  let now = 0;
  const press = openGoKeys(() => now);
  expect(press('d')).toBeNull();
  expect(press('g')).toBeNull();
  expect(press('d')).toBe('/documents');
  expect(press('d')).toBeNull();
  press('g');
  expect(press('x')).toBeNull();
  expect(press('t')).toBeNull();
  press('g');
  now = 1501;
  expect(press('t')).toBeNull();
  press('g');
  expect(press('g')).toBeNull();
  expect(press('toString')).toBeNull();
});
