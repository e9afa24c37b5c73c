import type { PlacedPage } from './pages/placed-page.ts';
import { describe, expect, test } from 'vitest';
import type { PageGeometry } from '../field/layout/geometry.ts';
import {
  checkPageOrder,
  describePageOrder,
  moveFieldsWithPages,
  moveNotes,
  pageRanges,
} from './page-order.ts';

const portrait: PageGeometry = { width: 200, height: 300, rotate: 0, crop: [0, 0, 200, 300], userUnit: 1 };
const turnedPage: PageGeometry = { ...portrait, width: 300, height: 200, rotate: 90 };
const field = (page: number, x = 10, y = 20) => ({
  ...{ page, x, y, width: 40, height: 20 },
  ...{ type: 'text' as const, label: '' },
});
const order = (...pages: (number | [number, PlacedPage['turn']])[]): PlacedPage[] =>
  pages.map((page) => (typeof page === 'number' ? { page, turn: 0 } : { page: page[0], turn: page[1] }));

test('an order contains each remaining page once', () => {
  expect(checkPageOrder(order(3, 1), 3)).toBeUndefined();
  for (const wrong of [order(), order(1, 1), order(0), order(4)])
    expect(checkPageOrder(wrong, 3)).toHaveProperty('refused', 'page-order-invalid');
});

test('changes are described with the old page numbers', () => {
  expect(describePageOrder(order(1, [4, 90], 2), 5)).toEqual({
    removed: [3, 5],
    turned: [4],
    moved: [1, 4, 2],
  });
  expect(describePageOrder(order(2, 3), 3)).toEqual({ removed: [1], turned: [], moved: [] });
  expect(pageRanges([1, 3, 4, 5, 9])).toBe('1, 3–5, 9');
});

describe('fields on reordered pages', () => {
  const before = [portrait, portrait, portrait];
  const move = (wanted: PlacedPage[], after: PageGeometry[], confirmed = false) =>
    moveFieldsWithPages([field(1), field(3)], wanted, { before, after, confirmed });

  test('fields get the new number of their page', () => {
    expect(move(order(3, 2, 1), before)).toMatchObject({
      kept: [{ page: 3, x: 10, y: 20 }, { page: 1 }],
      lost: [],
    });
  });

  test.each([
    [90, { x: 250, y: 20 }],
    [180, { x: 150, y: 260 }],
    [270, { x: 10, y: 160 }],
  ] as const)(
    'a field keeps its center at the same place on the paper when the page is rotated by %i degrees',
    (turn, place) => {
      const after = turn === 180 ? portrait : turnedPage;
      const moved = move(order([1, turn], 2, 3), [after, portrait, portrait]);
      expect(moved).toMatchObject({
        kept: [
          { page: 1, width: 40, height: 20, ...place },
          { page: 3, x: 10 },
        ],
      });
    },
  );

  test('fields are removed with their pages only after confirmation', () => {
    expect(move(order(1, 2), before)).toMatchObject({
      refused: 'fields-would-be-removed',
      detail: expect.stringContaining('text on page 3') as string,
    });
    expect(move(order(1, 2), before, true)).toMatchObject({ kept: [{ page: 1 }], lost: [{ page: 3 }] });
  });
});

test('notes get the new page numbers', () => {
  const notes = [
    { code: 'text-hidden' as const, pages: [1, 3], words: ['x'] },
    { code: 'text-tiny' as const, pages: [2], words: [] },
    { code: 'decrypted' as const, pages: [], words: [] },
    { code: 'pages-unexamined' as const, pages: [3], words: [] },
    { code: 'pages-turned' as const, pages: [1], words: [] },
  ];
  expect(moveNotes(notes, order(4, [3, 90], 1), [portrait, turnedPage, portrait])).toEqual([
    { code: 'text-hidden', pages: [2, 3], words: ['x'] },
    { code: 'decrypted', pages: [], words: [] },
    { code: 'pages-unexamined', pages: [1], words: [] },
    { code: 'pages-turned', pages: [2], words: [] },
  ]);
});
