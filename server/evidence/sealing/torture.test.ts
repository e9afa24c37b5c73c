import { expect, test } from 'vitest';
import { longRun } from '#testing/long-run.ts';
import { torture } from '#testing/torture/torture.ts';

// Use `npm run torture -- 1000` for a thousand faults.
const faults = longRun ? 40 : 2;

test(
  `acknowledged changes survive ${faults} faults of every kind under load (I1–I10)`,
  { timeout: 1_200_000 },
  async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const { broken, completed } = await torture({ faults, seed, database: 'embedded', short: true });
    expect({ seed, broken }).toEqual({ seed, broken: [] });
    expect(completed).toBeGreaterThan(0);
  },
);
