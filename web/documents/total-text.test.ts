import { expect, test } from 'vitest';
import { totalText } from './total-text.ts';

test('a count that was not counted to its end says so', () => {
  expect(totalText({ total: 12, more: false })).toBe('12');
  expect(totalText({ total: 1000, more: true })).toBe('1,000+');
});
