import { expect, test } from 'vitest';
import { tokenBuckets } from './token-buckets.ts';

test('a bucket starts full and refills evenly', () => {
  let at = 0;
  const draw = tokenBuckets({ most: 60, withinSeconds: 60 }, () => at);
  for (let call = 1; call <= 60; call += 1)
    expect(draw('Ada')).toEqual({ isAllowed: true, left: 60 - call, seconds: call });
  expect(draw('Ada')).toEqual({ isAllowed: false, left: 0, seconds: 1 });
  at += 500;
  expect(draw('Ada').isAllowed).toBe(false);
  at += 500;
  expect(draw('Ada')).toMatchObject({ isAllowed: true, left: 0 });
  at += 3_600_000;
  expect(draw('Ada').left).toBe(59);
});

test('each key has its own bucket', () => {
  const draw = tokenBuckets({ most: 1, withinSeconds: 60 }, () => 0);
  draw('Mallory');
  expect(draw('Mallory').isAllowed).toBe(false);
  expect(draw('Ada').isAllowed).toBe(true);
});

test('a clock that is set back does not change the number of calls', () => {
  let at = 1000;
  const draw = tokenBuckets({ most: 2, withinSeconds: 2 }, () => at);
  draw('Ada');
  at = 0;
  expect(draw('Ada')).toMatchObject({ isAllowed: true, left: 0 });
});
