import { describe, expect, test } from 'vitest';
import { pageIn, pagesOf, runLength, runsOf } from './near-view.ts';

describe('runs of pages', () => {
  test.each([0, 1, runLength, runLength + 1, 500])('each of %i pages is in one run, in order', (count) => {
    const all = runsOf(count).flatMap((first) => pagesOf(first, count));
    expect(all).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  });

  test('a page is found in its run', () => {
    const runs = runsOf(45).map((first) => ({ children: pagesOf(first, 45) }));
    const list = { children: runs } as unknown as Element;
    expect([1, 20, 21, 45, 46].map((page) => pageIn(list, page))).toEqual([1, 20, 21, 45, undefined]);
  });
});
