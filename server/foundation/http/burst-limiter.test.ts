import { expect, test } from 'vitest';
import { burstLimiter } from './burst-limiter.ts';

test('after the maximum number of failures, the next attempt must wait for the rest of the window', () => {
  let now = 1_000_000;
  const limiter = burstLimiter({ most: 3, withinSeconds: 60 }, () => now);
  for (let failures = 0; failures < 3; failures += 1) {
    expect(limiter.waitFor('198.51.100.7')).toBe(0);
    limiter.count('198.51.100.7');
    now += 10_000;
  }
  expect(limiter.waitFor('198.51.100.7')).toBe(30);
  expect(limiter.waitFor('198.51.100.8')).toBe(0);
  now += 30_000;
  expect(limiter.waitFor('198.51.100.7')).toBe(0);
});

test('a success resets the count', () => {
  const limiter = burstLimiter({ most: 1, withinSeconds: 60 });
  limiter.count('ada');
  limiter.forget('ada');
  expect(limiter.waitFor('ada')).toBe(0);
});
