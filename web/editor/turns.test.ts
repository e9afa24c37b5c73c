import { expect, test } from 'vitest';
import { nextOrder, orderOf } from './turns.ts';

test('who is added comes after everybody, also when Grace was removed from between Ada and Linus', () => {
  const [ada, grace, linus] = [{ order: 1 }, { order: 2 }, { order: 3 }];
  expect(nextOrder([])).toBe(1);
  expect(nextOrder([ada, grace, linus])).toBe(4);
  expect(nextOrder([ada, linus])).toBe(4);
});

test('a turn that was typed counts as it is sent', () => {
  expect(['7', ' 2 ', '2.9', '', 'soon', '-4', 0].map(orderOf)).toEqual([7, 2, 2, 1, 1, 1, 1]);
  expect(nextOrder([{ order: '5' }, { order: '' }])).toBe(6);
});
