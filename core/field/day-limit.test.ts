import { expect, test } from 'vitest';
import { dayOfLimit, isDayLimit } from './day-limit.ts';

test.each([
  ['2026-01-31', '2026-01-31'],
  ['signing', '2024-02-29'],
  ['signing+14d', '2024-03-14'],
  ['signing-1d', '2024-02-28'],
  ['signing+1m', '2024-03-29'],
  ['signing-18y', '2006-02-28'],
  ['signing+4y', '2028-02-29'],
  ['signing-9999y', '0001-01-29'],
])('the limit %s is %s if the document is signed on February 29, 2024', (limit, day) => {
  expect(isDayLimit(limit)).toBe(true);
  expect(dayOfLimit(limit, '2024-02-29')).toBe(day);
});

test.each(['', 'today', 'signing+', 'signing-18', 'signing+0d', 'signing+1w', '2026-02-29', '29.02.2024'])(
  '%j is not a limit',
  (limit) => {
    expect(isDayLimit(limit)).toBe(false);
    expect(dayOfLimit(limit, '2024-02-29')).toBe(undefined);
  },
);
