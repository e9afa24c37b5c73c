import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startProgram } from '#testing/crash/start-program.ts';
import { openEmbedded } from '#testing/databases.ts';
import { longRun } from '#testing/long-run.ts';
import { openDatabase } from './database.ts';

/** `npm run kills` runs ten rounds. */
const rounds = Number(process.env['KILL_ROUNDS'] ?? (longRun ? 4 : 1));

test(
  'repeated kill -9 loses no acknowledged row and leaves no partial transaction',
  { timeout: 30_000 * (rounds + 2) },
  async () => {
    const first = await openEmbedded({ empty: true });
    await first.owner.query(
      'CREATE TABLE left_halves (n int PRIMARY KEY); CREATE TABLE right_halves (n int PRIMARY KEY)',
    );
    await first.grant();
    await first.close();
    let acknowledged: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const program = startProgram('write-until-killed', first.location);
      onTestFinished(async () => void (await program.kill()));
      await program.said(10 + Math.round((70 * round) / rounds)); // a different moment each time, sometimes just after a checkpoint
      // Simulates a power failure, so PostgreSQL cannot finish anything.
      killDatabase(first.location.dataDir);
      acknowledged = acknowledged.concat((await program.kill()).map(Number));

      const database = await openDatabase(first.location);
      const halves = await Promise.all(
        ['left_halves', 'right_halves'].map(async (table) => {
          const { rows } = await database.pool.query<{ n: number }>(`SELECT n FROM ${table} ORDER BY n`);
          return rows.map(({ n }) => n);
        }),
      );
      await database.close();
      expect(halves[0]).toEqual(halves[1]);
      const found = new Set(halves[0]);
      expect(acknowledged.filter((n) => !found.has(n))).toEqual([]);
    }
  },
);

function killDatabase(dataDir: string): void {
  const [pid] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(pid), 'SIGKILL');
}
