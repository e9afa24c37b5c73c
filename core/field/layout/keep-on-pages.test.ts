import { expect, test } from 'vitest';
import { isRefusal } from '../../refusal.ts';
import type { Field } from '../field.ts';
import { removeFieldsBeyondPages } from './keep-on-pages.ts';

const page = (width: number, height: number) => ({
  width,
  height,
  rotate: 0 as const,
  crop: [0, 0, width, height] as const,
  userUnit: 1,
});
const on = (number: number): Field => ({
  id: `f${number}`,
  type: 'text',
  page: number,
  x: 500,
  y: 20,
  width: 90,
  height: 20,
  recipientId: null,
  required: true,
  label: '',
});

test('fields keep their position, and move onto the page if it is smaller', () => {
  const kept = removeFieldsBeyondPages([on(1), on(2)], [page(595, 842), page(300, 842)], false);
  expect(kept).toMatchObject({ kept: [{ x: 500 }, { x: 210 }], lost: [] });
});

test('the refusal names fields on removed pages, and they are removed only after confirmation', () => {
  const many = [1, 2, 3, 4, 5, 6, 7, 8].map(on);
  const refused = removeFieldsBeyondPages(many, [page(595, 842)], false);
  expect(isRefusal(refused) && refused.detail).toBe(
    'The new file has 1 page. These fields would be removed: text on page 2, text on page 3, text on page 4, text on page 5, text on page 6 and 2 more.',
  );
  const agreed = removeFieldsBeyondPages(many, [page(595, 842)], true);
  expect(!isRefusal(agreed) && [agreed.kept.length, agreed.lost.length]).toEqual([1, 7]);
});
