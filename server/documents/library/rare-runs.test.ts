import { describe, expect, test } from 'vitest';
import { pickRuns } from './rare-runs.ts';

const all = 1_000_000;
const picked = (...rows: number[]): number[] =>
  pickRuns(
    rows.map((count, place) => ({ place, rows: count })),
    all,
  ).map((run) => run.rows);

describe('runs of letters that an index of words is asked for', () => {
  test('what every title has is left out where a rare run tells enough', () => {
    expect(picked(all, all, 225_000, 4_700)).toEqual([4_700]);
    expect(picked(all, 33_000, 6_300, 7_000)).toEqual([6_300, 7_000]);
  });

  test('as long as many rows would be left to compare, one more is asked for', () => {
    expect(picked(200_000, 40_000, all, 210_000)).toEqual([40_000, 200_000, 210_000]);
  });

  test('where nothing is known of them, all are asked for', () => {
    expect(picked(5_005, 5_005, 5_005, 5_005)).toHaveLength(4);
    expect(picked(0, 0)).toEqual([0, 0]);
    expect(picked()).toEqual([]);
  });
});
