import { expect, test } from 'vitest';
import type { Picture } from '../judges/read-ppm.ts';
import { changedShare, compareWords } from './page-changes.ts';

test('finds words that are lost, added or moved, and ignores other line breaks', () => {
  expect(compareWords('Rent 900\nAda', 'Rent\n900 Ada')).toBeUndefined();
  expect(compareWords('agree-\nment of Ada', 'agree-ment of Ada')).toBeUndefined();
  expect(compareWords('Rent 900 Ada', 'Rent 800 Ada')).toEqual({
    lost: ['900'],
    added: ['800'],
    moved: false,
  });
  expect(compareWords('Rent 900 Ada', 'Rent Ada 900')).toEqual({ lost: [], added: [], moved: true });
  expect(compareWords('Ada ✓', 'Ada ■')).toBeUndefined();
});

test('ignores a smoothed edge, and finds a missing line', () => {
  const line = picture((x, y) => (y === 10 && x > 5 ? 0 : 255));
  const smoothed = picture((x, y) => (y === 10 && x > 5 ? 20 : y === 11 && x > 5 ? 200 : 255));
  expect(changedShare(line, smoothed)).toBe(0);
  expect(
    changedShare(
      line,
      picture(() => 255),
    ),
  ).toBeGreaterThan(30);
  expect(changedShare(line, { ...line, width: 10 })).toBe(1000);
});

function picture(shadeAt: (x: number, y: number) => number): Picture {
  const data = new Uint8Array(20 * 20 * 4);
  for (let at = 0; at < 400; at += 1) data.fill(shadeAt(at % 20, Math.floor(at / 20)), at * 4, at * 4 + 4);
  return { width: 20, height: 20, data };
}
