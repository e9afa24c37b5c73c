import { describe, expect, test } from 'vitest';
import { pickRuns } from './rare-runs.ts';

const all = 1_000_000;
const picked = (...rows: number[]): number[] =>
  pickRuns(
    rows.map((count, place) => ({ place, rows: count })),
    all,
  ).map((run) => run.rows);

describe('trigrams for an index query', () => {
  test('common trigrams are omitted if a rare one is selective enough', () => {
    expect(picked(all, all, 225_000, 4_700)).toEqual([4_700]);
    expect(picked(all, 33_000, 6_300, 7_000)).toEqual([6_300, 7_000]);
  });

  test('trigrams are added until few rows remain to compare', () => {
    expect(picked(200_000, 40_000, all, 210_000)).toEqual([40_000, 200_000, 210_000]);
  });

  test('all trigrams are used if there are no statistics', () => {
    expect(picked(5_005, 5_005, 5_005, 5_005)).toHaveLength(4);
    expect(picked(0, 0)).toEqual([0, 0]);
    expect(picked()).toEqual([]);
  });
});
