import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { Database } from '#server/foundation/db/database.ts';
import { inTransaction } from '#server/foundation/db/transaction.ts';
import { describeOnEveryDatabase } from '#testing/databases.ts';
import { openJobQueue } from './job-queue.ts';
import type { JobQueue } from './job-queue.ts';

const fastRetry = { initialWaitSeconds: 1, maxWaitSeconds: 1 };
const jobs = {
  'greet-recipient': { payload: z.strictObject({ name: z.string() }), settings: { concurrency: 3 } },
  'greet-in-turn': { payload: z.strictObject({ name: z.string() }), settings: { concurrency: 1 } },
  'try-twice': { payload: z.strictObject({ name: z.string() }), settings: { ...fastRetry, tries: 2 } },
};
type Queue = JobQueue<{ [Name in keyof typeof jobs]: { name: string } }>;

async function openQueue(database: Database): Promise<Queue> {
  const queue = await openJobQueue(database, { jobs, report: () => undefined });
  onTestFinished(() => queue.stop({ graceMs: 0 }));
  return queue;
}

describeOnEveryDatabase('the job queue', (open) => {
  test('a commit enqueues the job, and a rollback discards it', async () => {
    const database = await open();
    const queue = await openQueue(database);
    const greeted: string[] = [];
    await queue.work({ 'greet-recipient': async ({ name }) => void greeted.push(name) });

    const rolledBack = inTransaction(database.db, async (tx) => {
      await queue.enqueue(tx, 'greet-recipient', { name: 'Mallory' });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await inTransaction(database.db, async (tx) => {
      await queue.enqueue(tx, 'greet-recipient', { name: 'Grace' });
      await queue.enqueue(tx, 'greet-recipient', { name: 'Linus' });
      expect(greeted).toEqual([]);
    });
    await queue.idle();
    expect(greeted.sort()).toEqual(['Grace', 'Linus']);
  });

  test('two workers never run the same job twice', async () => {
    const database = await open();
    const done: string[] = [];
    const handlers = { 'greet-recipient': async ({ name }: { name: string }) => void done.push(name) };
    const [first, second] = [await openQueue(database), await openQueue(database)];
    const names = Array.from({ length: 60 }, (_, at) => `recipient ${at}`);
    await inTransaction(database.db, async (tx) => {
      for (const name of names) await first.enqueue(tx, 'greet-recipient', { name });
    });
    await Promise.all([first.work(handlers), second.work(handlers)]);
    await Promise.all([first.idle(), second.idle()]);
    expect(done.sort()).toEqual(names.sort());
  });

  test('a failing job is retried, then stored with its reason, and can be enqueued again', async () => {
    const database = await open();
    const queue = await openQueue(database);
    const attempts: number[] = [];
    let broken = true;
    await queue.work({
      'try-twice': async (_payload, { attempt }) => {
        attempts.push(attempt);
        if (broken) throw new Error('the mail server is down');
      },
    });
    await inTransaction(database.db, (tx) => queue.enqueue(tx, 'try-twice', { name: 'Grace' }));
    await expect.poll(() => queue.failed(), { timeout: 20_000 }).toHaveLength(1);
    expect(attempts).toEqual([1, 2]);
    const [failed] = await queue.failed();
    expect(failed).toMatchObject({
      name: 'try-twice',
      payload: { name: 'Grace' },
      problem: 'the mail server is down',
    });

    broken = false;
    expect(await queue.retry(failed?.id ?? '')).toBe(true);
    await queue.idle();
    expect(attempts).toEqual([1, 2, 1]);
    expect(await queue.failed()).toEqual([]);
    expect(await queue.retry(failed?.id ?? '')).toBe(false);
  });

  test('only one job per key is queued', async () => {
    const database = await open();
    const queue = await openQueue(database);
    const greeted: string[] = [];
    await inTransaction(database.db, async (tx) => {
      await queue.enqueue(tx, 'greet-recipient', { name: 'Grace' }, { singletonKey: 'one' });
      await queue.enqueue(tx, 'greet-recipient', { name: 'Grace again' }, { singletonKey: 'one' });
      await queue.enqueue(tx, 'greet-recipient', { name: 'Linus' });
    });
    await queue.work({ 'greet-recipient': async ({ name }) => void greeted.push(name) });
    await queue.idle();
    expect(greeted.sort()).toEqual(['Grace', 'Linus']);
  });

  test('a job with a higher priority runs before earlier ones', async () => {
    const database = await open();
    const queue = await openQueue(database);
    const greeted: string[] = [];
    await inTransaction(database.db, async (tx) => {
      await queue.enqueue(tx, 'greet-in-turn', { name: 'Linus' });
      await queue.enqueue(tx, 'greet-in-turn', { name: 'Hana' });
      await queue.enqueue(tx, 'greet-in-turn', { name: 'Grace' }, { priority: 1 });
    });
    await queue.work({ 'greet-in-turn': async ({ name }) => void greeted.push(name) });
    await queue.idle();
    expect(greeted[0]).toBe('Grace');
    expect(greeted).toHaveLength(3);
  });

  test('a delayed job runs after a job that was enqueued later', async () => {
    const database = await open();
    const queue = await openQueue(database);
    const greeted: string[] = [];
    await queue.work({ 'greet-recipient': async ({ name }) => void greeted.push(name) });
    await inTransaction(database.db, async (tx) => {
      await queue.enqueue(tx, 'greet-recipient', { name: 'later' }, { startAfterMs: 1_000 });
      await queue.enqueue(tx, 'greet-recipient', { name: 'now' });
    });
    await expect.poll(() => greeted, { timeout: 20_000 }).toEqual(['now', 'later']);
  });

  test('an invalid payload is refused when the job is enqueued', async () => {
    const database = await open();
    const queue = await openQueue(database);
    const wrong = { name: 'Grace', extra: 1 };
    const enqueued = inTransaction(database.db, (tx) => queue.enqueue(tx, 'greet-recipient', wrong));
    await expect(enqueued).rejects.toThrow(z.ZodError);
  });

  test('a worker that was paused and lost its job can neither write its result nor end the job', async () => {
    const database = await open();
    const queue = await openQueue(database);
    const ours: boolean[] = [];
    const ended = Promise.withResolvers<void>();
    await queue.work({
      'greet-recipient': async (_payload, job) => {
        ours.push(await inTransaction(database.db, (tx) => job.isStillOurs(tx)));
        // Claims the job again, as another worker does after the lease has expired.
        await database.pool.query('UPDATE pgboss.job SET retry_count = retry_count + 1 WHERE id = $1', [
          job.id,
        ]);
        ours.push(await inTransaction(database.db, (tx) => job.isStillOurs(tx)));
        ended.resolve();
      },
    });
    await inTransaction(database.db, (tx) => queue.enqueue(tx, 'greet-recipient', { name: 'Grace' }));
    await ended.promise;
    await queue.stop();
    expect(ours).toEqual([true, false]);
    const { rows } = await database.pool.query(`SELECT state FROM pgboss.job WHERE name = 'greet-recipient'`);
    expect(rows).toEqual([{ state: 'active' }]);
  });

  test('stopping waits for a running job, and requeues a job that does not end in time', async () => {
    const database = await open();
    const stopping = await openQueue(database);
    const started = Promise.withResolvers<void>();
    await stopping.work({
      'greet-recipient': () => (started.resolve(), new Promise(() => undefined)),
    });
    await inTransaction(database.db, (tx) => stopping.enqueue(tx, 'greet-recipient', { name: 'Grace' }));
    await started.promise;
    await stopping.stop({ graceMs: 10 });

    const next = await openQueue(database);
    const greeted: string[] = [];
    await next.work({ 'greet-recipient': async ({ name }) => void greeted.push(name) });
    await expect.poll(() => greeted, { timeout: 20_000 }).toEqual(['Grace']);
  });

  test('a starting program updates a queue’s settings, and does not write them if they already match', async () => {
    const database = await open();
    const start = async (definitions: typeof jobs) =>
      (await openJobQueue(database, { jobs: definitions, report: () => undefined })).stop();
    const queue = async () => {
      const { rows } = await database.pool.query<object>(
        `SELECT retry_limit, updated_on FROM pgboss.queue WHERE name = 'try-twice'`,
      );
      return rows[0];
    };
    await start(jobs);
    const first = await queue();
    expect(first).toMatchObject({ retry_limit: 1 });
    await start(jobs);
    expect(await queue()).toEqual(first);
    const patient = { ...jobs['try-twice'], settings: { ...jobs['try-twice'].settings, tries: 9 } };
    await start({ ...jobs, 'try-twice': patient });
    expect(await queue()).toMatchObject({ retry_limit: 8 });
  });

  test('an index that a newer pg-boss has left unbuilt is built before jobs run', async () => {
    const database = await open();
    await (await openQueue(database)).stop();
    const build = 'CREATE INDEX CONCURRENTLY IF NOT EXISTS job_by_age ON pgboss.job_common (created_on)';
    await database.owner.query('UPDATE pgboss.version SET bam_on = NULL');
    await database.owner.query(
      `INSERT INTO pgboss.bam (name, version, status, table_name, command) VALUES ('age', 1, 'pending', 'job_common', $1)`,
      [build],
    );
    await openQueue(database);
    const { rows } = await database.pool.query(
      `SELECT indexname FROM pg_indexes WHERE indexname = 'job_by_age'`,
    );
    expect(rows).toHaveLength(1);
  });
});
