import { expect, test } from 'vitest';
import { crashRounds } from '#testing/crash/crash-rounds.ts';
import { longRun } from '#testing/long-run.ts';

// Use `npm run crash -- 50` for fifty rounds.
const rounds = 3;

// In `npm test`, torture.test.ts covers this instead.
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
