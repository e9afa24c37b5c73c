import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS, jobs, type JobSettings } from './jobs.ts';

/** Seconds from the first try to the last when every try fails at once. */
function patience({ tries, firstWaitSeconds, slowestSeconds }: JobSettings): number {
  const waits = Array.from({ length: tries - 1 }, (_, n) =>
    Math.min(firstWaitSeconds * 2 ** n, slowestSeconds),
  );
  return waits.reduce((sum, wait) => sum + wait, 0);
}

test('a seal outlasts a disk that is full over a long weekend, and mail a night without its server (F-03)', () => {
  const hour = 3600;
  expect(patience({ ...DEFAULT_SETTINGS, ...jobs['seal-document'].settings })).toBeGreaterThan(6 * 24 * hour);
  expect(patience({ ...DEFAULT_SETTINGS, ...jobs['send-mail'].settings })).toBeGreaterThan(20 * hour);
});
