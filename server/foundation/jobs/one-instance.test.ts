import { expect, test, vi } from 'vitest';
import { describeOnServer } from '#testing/databases.ts';
import { longRun } from '#testing/long-run.ts';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { openJobQueue } from './job-queue.ts';
import { runOnOneInstance } from './one-instance.ts';

const instances = longRun ? 10 : 4;

describeOnServer('instances that start together', (open) => {
  test(`${instances} instances starting on an empty database create tables and queues once, and all run (F-14, F-23)`, async () => {
    const { location } = await open({ empty: true });
    const begun = Array.from({ length: instances }, async () => {
      const database = await openDatabase(location);
      try {
        await migrate(database.owner);
        await database.grant();
        const jobs = await openJobQueue(database);
        await jobs.stop();
      } finally {
        await database.close();
      }
    });
    const ends = await Promise.allSettled(begun);
    expect(ends.filter(({ status }) => status === 'rejected')).toEqual([]);
  }, 60_000);

  test('a waiting instance does not delay an index that the other one builds concurrently', async () => {
    const database = await open();
    const done: string[] = [];
    let second: Promise<unknown> = Promise.resolve();
    await runOnOneInstance(database, async () => {
      second = runOnOneInstance(database, async () => done.push('second'));
      await vi.waitFor(async () => expect(await askers()).toBe(2), { timeout: 10_000 });
      const builder = await database.owner.connect();
      try {
        await builder.query("SET statement_timeout = '5s'");
        await builder.query('CREATE TABLE built (a int)');
        await builder.query('CREATE INDEX CONCURRENTLY ON built (a)');
      } finally {
        builder.release(true);
      }
      done.push('first');
    });
    await second;
    expect(done).toEqual(['first', 'second']);

    /** Returns how many connections last tried to get the lock. */
    async function askers(): Promise<number> {
      const { rowCount } = await database.owner.query(
        `SELECT 1 FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND query ~ '^SELECT pg_.*advisory_lock'`,
      );
      return rowCount ?? 0;
    }
  });

  test('work that fails releases the lock', async () => {
    const database = await open();
    await expect(runOnOneInstance(database, () => Promise.reject(new Error('no disk')))).rejects.toThrow(
      'no disk',
    );
    expect(await runOnOneInstance(database, async () => 'begun')).toBe('begun');
  });
});
