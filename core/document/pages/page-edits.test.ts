import { expect, test } from 'vitest';
import type { PlacedPage } from './placed-page.ts';
import { moveWithPages } from '../page-order.ts';
import { editAnchors, editPages, isArranged, moveBack, readPageEdits } from './page-edits.ts';

const page = (number: number, turn: PlacedPage['turn'] = 0): PlacedPage => ({ page: number, turn });
const portrait = { width: 595, height: 842, rotate: 0, crop: [0, 0, 595, 842] } as const;
const landscape = { width: 842, height: 595, rotate: 90, crop: [0, 0, 595, 842] } as const;

test('page numbers in repeated edits refer to the original file', () => {
  const first = editPages(null, [page(4), page(1, 90), page(3)], 4);
  const second = editPages(first, [page(3), page(2, 270)], 3);
  expect(second).toEqual({ count: 4, order: [page(3), page(1)] });
  expect(editAnchors(second, 2)).toEqual({ ...second, withoutAnchors: true });
  expect([isArranged(second), isArranged(editAnchors(null, 2))]).toEqual([true, false]);
});

test('boxes can be moved back to their original positions', () => {
  const edits = editPages(null, [page(2, 90), page(1)], 2);
  const pages = { before: [portrait, portrait], after: [landscape, portrait] };
  const boxes = [
    { page: 2, x: 100, y: 300, width: 120, height: 40 },
    { page: 1, x: 10, y: 20, width: 120, height: 40 },
  ];
  const moved = moveWithPages(boxes, edits.order, pages as never);
  expect(moved.map((one) => one.page)).toEqual([1, 2]);
  const back = moveBack(moved, edits, { edited: pages.after, unedited: pages.before } as never);
  expect(back).toEqual(boxes);
});

test('inconsistent edits are ignored', () => {
  expect(readPageEdits({ count: 2, order: [page(1)] })).toEqual({ count: 2, order: [page(1)] });
  for (const stored of [null, {}, { count: 1, order: [page(2)] }, { count: 2, order: [page(1), page(1)] }])
    expect(readPageEdits(stored)).toBeNull();
});
