import { expect, test } from 'vitest';
import { bulkRounds } from '#testing/crash/bulk-rounds.ts';
import { longRun } from '#testing/long-run.ts';

// `npm run bulk -- 1000` uses a thousand rows. `npm test` covers kills and bulk sends in separate tests.
const rows = 60;

test.runIf(longRun)(
  'a bulk send whose server is killed twice sends every row once',
  { timeout: 240_000 },
  async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const { faults, sent, killedAt } = await bulkRounds(rows, 2, seed);
    expect({ seed, faults }).toEqual({ seed, faults: [] });
    expect(sent).toBe(rows);
    expect(killedAt).toHaveLength(2);
  },
);
