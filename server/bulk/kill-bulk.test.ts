import { expect, test } from 'vitest';
import { bulkRounds } from '#testing/crash/bulk-rounds.ts';

// A thousand of them: npm run bulk -- 1000
test('a bulk send that is killed twice sends every row once', { timeout: 240_000 }, async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const { faults, sent, killedAt } = await bulkRounds(60, 2, seed);
  expect({ seed, faults }).toEqual({ seed, faults: [] });
  expect(sent).toBe(60);
  expect(killedAt).toHaveLength(2);
});
