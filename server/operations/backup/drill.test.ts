import { expect, test } from 'vitest';
import { drill } from '#testing/drill/drill.ts';
import { longRun } from '#testing/long-run.ts';
import { findPostgres } from '#testing/postgres.ts';

test.skipIf(!longRun || !findPostgres())(
  'backup, restore, move, key changes and upgrade resume after a power failure and lose nothing (F-25)',
  async () => {
    const { faults, judged, pulled } = await drill({ pulls: 1, seed: 25, documents: 3 });
    expect(faults).toEqual([]);
    expect(judged).toBeGreaterThan(10);
    // On a fast machine, a step may finish before the power failure reaches it.
    expect(Object.values(pulled).filter((count) => count > 0).length).toBeGreaterThan(4);
  },
  900_000,
);
