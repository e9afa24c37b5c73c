import { beforeAll, expect, test } from 'vitest';
import { grace, hana, linus } from '#testing/cast.ts';
import { describeOnEveryDatabase, type TestDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

describeOnEveryDatabase('concurrent changes to documents of one account', (open) => {
  let database: TestDatabase;
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    database = await open();
    office = await openOffice(database);
    ada = await office.desk();
  });

  test('transactions on two documents do not wait for each other, because counters are written at commit', async () => {
    const first = await ada.prepare(sampleLease(1), [grace]);
    const second = await ada.prepare(sampleLease(1), [linus]);
    const sent = `UPDATE documents SET status = 'sent' WHERE account_id = $1 AND id = $2`;
    const [held, free] = [await database.pool.connect(), await database.pool.connect()];
    try {
      await held.query('BEGIN');
      await held.query(sent, [ada.accountId, first.id]);
      await free.query('BEGIN');
      await free.query(`SET LOCAL lock_timeout = '2s'`);
      await free.query(sent, [ada.accountId, second.id]);
      await free.query('ROLLBACK');
      await held.query('ROLLBACK');
    } finally {
      held.release(true);
      free.release(true);
    }
  });

  longTest('sending twelve documents while twelve others are signed causes no deadlock', async () => {
    const people = Array.from({ length: 12 }, (_, at) => ({ ...hana, email: `hana.${at}@quay.example` }));
    const drafts = await Promise.all(people.map(() => ada.prepare(sampleLease(1), [grace])));
    for (const person of people) {
      const { id } = await ada.prepare(sampleLease(1), [person]);
      await ada.send(id);
    }
    await office.settled();
    const given = async () => {
      const { rows } = await database.owner.query<{ deadlocks: string }>(
        `SELECT pg_stat_clear_snapshot(), deadlocks FROM pg_stat_database WHERE datname = current_database()`,
      );
      return Number(rows[0]!.deadlocks);
    };
    const before = await given();
    const answers = await Promise.all([
      ...drafts.map(({ id }) => ada.send(id)),
      ...people.map(({ email }) => ada.signer(email).sign()),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 400)).toEqual([]);
    await office.settled();
    expect(await given()).toBe(before);
  });
});
