import { expect, test } from 'vitest';
import { groupBy } from './group-by.ts';

test('groups items by key, in order of first appearance', () => {
  const groups = groupBy(['Grace', 'Ada', 'Linus', 'Ann'], (name) => name.startsWith('A'));
  expect([...groups]).toEqual([
    [false, ['Grace', 'Linus']],
    [true, ['Ada', 'Ann']],
  ]);
});
