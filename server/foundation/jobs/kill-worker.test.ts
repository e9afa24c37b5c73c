import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/foundation/db/database.ts';
import { inTransaction } from '#server/foundation/db/transaction.ts';
import { greetingJobs, greetingTimes } from '#testing/crash/greeting-jobs.ts';
import { startProgram } from '#testing/crash/start-program.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { openJobQueue } from './job-queue.ts';

describeOnOneDatabase('a killed worker', (open) => {
  test('a restart finishes every job that kill -9 interrupted', { timeout: 60_000 }, async () => {
    const names = ['Grace', 'Linus', 'Ada'];
    const before = await open();
    const enqueuing = await openJobQueue(before, { jobs: greetingJobs, ...greetingTimes });
    await inTransaction(before.db, async (tx) => {
      for (const name of names) await enqueuing.enqueue(tx, 'greet', { name });
    });
    await enqueuing.stop();
    await before.close();

    const program = startProgram('work-until-killed', before.location);
    onTestFinished(async () => void (await program.kill()));
    await program.said(2); // the maximum number of concurrent runs
    await program.kill();

    const database = await openDatabase(before.location);
    onTestFinished(() => database.close());
    const queue = await openJobQueue(database, { jobs: greetingJobs, ...greetingTimes });
    onTestFinished(() => queue.stop());
    const greeted: string[] = [];
    await queue.work({ greet: async ({ name }) => void greeted.push(name) });
    await expect.poll(() => [...greeted].sort(), { timeout: 45_000 }).toEqual([...names].sort());
  });
});
