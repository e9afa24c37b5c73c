import { expect, test } from 'vitest';
import { totalText } from './total-text.ts';

test('marks a count that stopped at its limit', () => {
  expect(totalText({ total: 12, more: false })).toBe('12');
  expect(totalText({ total: 1000, more: true })).toBe('1,000+');
});
