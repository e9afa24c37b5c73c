import { expect, test } from 'vitest';
import { movedFields, type PlacedField } from './moved-fields.ts';

const field = (id: string, page: number, y: number): PlacedField => ({
  ...{ id, type: 'signature', label: '', page, x: 50, y },
});

test('lists the fields that moved or were added', () => {
  const before = [field('a', 1, 100), field('b', 1, 200), field('c', 1, 300), field('d', 2, 100)];
  const after = [field('a', 1, 100.2), field('b', 3, 200), field('c', 1, 330), field('e', 1, 500)];
  expect(movedFields(before, after).map(({ id, from, to }) => [id, from, to])).toEqual([
    ['c', 1, 1],
    ['e', undefined, 1],
    ['b', 1, 3],
  ]);
});
