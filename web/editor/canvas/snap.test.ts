import { describe, expect, test } from 'vitest';
import { snapMove, snapResize, stretch } from './snap.ts';

const page = { width: 600, height: 800 };
const other = { x: 72, y: 450, width: 190, height: 48 };

describe('a field being moved', () => {
  test('snaps to the left edge of another field', () => {
    const { box, guides } = snapMove({ x: 75, y: 600, width: 100, height: 20 }, [other], page, 5);
    expect(box).toEqual({ x: 72, y: 600, width: 100, height: 20 });
    expect(guides).toEqual([{ axis: 'x', at: 72 }]);
  });
  test('snaps to the center of the page', () => {
    const { box, guides } = snapMove({ x: 247, y: 100, width: 100, height: 20 }, [], page, 5);
    expect(box.x).toBe(250);
    expect(guides).toEqual([{ axis: 'x', at: 300 }]);
  });
  test('snaps to the nearest of several lines, on both axes', () => {
    const { box, guides } = snapMove({ x: 263, y: 452, width: 40, height: 48 }, [other], page, 5);
    expect(box).toMatchObject({ x: 262, y: 450 });
    expect(guides).toEqual([
      { axis: 'x', at: 262 },
      { axis: 'y', at: 450 },
    ]);
  });
  test('does not snap if nothing is near', () => {
    const box = { x: 400, y: 200, width: 33, height: 21 };
    expect(snapMove(box, [other], page, 5)).toEqual({ box, guides: [] });
  });
});

test('does not flip when resized by a corner', () => {
  const start = { x: 100, y: 100, width: 50, height: 50 };
  expect(stretch(start, { x: 'left', y: 'top' }, 80, 10)).toEqual({ x: 142, y: 110, width: 8, height: 40 });
});

test('snaps only the edges of the dragged corner when resized', () => {
  const start = { x: 70, y: 300, width: 190, height: 148 };
  const { box, guides } = snapResize(start, { x: 'right', y: 'bottom' }, [other], page, 5);
  expect(box).toEqual({ x: 70, y: 300, width: 192, height: 150 });
  expect(guides).toEqual([
    { axis: 'x', at: 262 },
    { axis: 'y', at: 450 },
  ]);
});
