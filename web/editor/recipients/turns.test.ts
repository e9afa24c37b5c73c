import { expect, test } from 'vitest';
import { nextOrder, orderOf, orderOfRows } from './turns.ts';

test('a new recipient joins the others, or follows them in sequential signing', () => {
  const [ada, grace, linus] = [{ order: 1 }, { order: 2 }, { order: 3 }];
  expect(nextOrder([])).toBe(1);
  expect(nextOrder([ada])).toBe(1);
  expect(nextOrder([grace, grace])).toBe(2);
  expect(nextOrder([ada, grace, linus])).toBe(4);
  expect(nextOrder([ada, linus])).toBe(4);
});

test('an order number is sent as typed', () => {
  expect(['7', ' 2 ', '2.9', '', 'soon', '-4', 0].map(orderOf)).toEqual([7, 2, 2, 1, 1, 1, 1]);
  expect(nextOrder([{ order: '5' }, { order: '' }])).toBe(6);
});

test('different numbers mean sequential signing, and copies do not count', () => {
  const row = (order: number | string, role: 'signer' | 'cc' = 'signer') => ({ order, role });
  expect(orderOfRows([row(1), row('1')])).toBe('parallel');
  expect(orderOfRows([row(1), row('2')])).toBe('sequential');
  expect(orderOfRows([row(1), row(2, 'cc')])).toBe('parallel');
});
