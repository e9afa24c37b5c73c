import { expect, test } from 'vitest';
import { crashRounds } from '#testing/crash/crash-rounds.ts';
import { longRun } from '#testing/long-run.ts';

// Fifty rounds: `npm run crash -- 50`.
const rounds = 3;

// `npm test` covers this with torture.test.ts instead.
test.runIf(longRun)(
  'acknowledged changes survive kill -9 at random moments',
  { timeout: 240_000 },
  async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const report = await crashRounds(rounds, seed);
    expect({ seed, faults: report.faults }).toEqual({ seed, faults: [] });
    expect(report.acknowledged).toBeGreaterThan(rounds);
  },
);
