import { expect, test } from 'vitest';
import { describeOnEveryDatabase } from '#testing/databases.ts';
import { inTransaction } from './transaction.ts';

describeOnEveryDatabase('the database connection', (open) => {
  test('returns counts as numbers, timestamps as Dates, dates as text and bytes as Buffers', async () => {
    const { pool } = await open();
    const { rows } = await pool.query(
      `SELECT count(*) AS n, timestamptz '2026-11-20 10:00Z' AS at, date '2026-11-20' AS day, '\\x00ff'::bytea AS bytes`,
    );
    expect(rows).toEqual([
      { n: 1, at: new Date('2026-11-20T10:00:00Z'), day: '2026-11-20', bytes: Buffer.from([0, 255]) },
    ]);
  });

  test('throws for an int8 that is too large for a number, instead of rounding it', async () => {
    const { pool } = await open();
    await expect(pool.query('SELECT 9007199254740993::bigint')).rejects.toThrow(RangeError);
  });

  test('a json column preserves any JSON value', async () => {
    const { db } = await open();
    const row = { model: 'Grant', id: '1', expires_at: null };
    for (const payload of [[1, { a: [] }], 'text', 7, true, { nested: { list: [null] } }]) {
      await db
        .insertInto('provider_records')
        .values({ ...row, payload })
        .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet({ payload }))
        .execute();
      const read = await db.selectFrom('provider_records').select('payload').executeTakeFirstOrThrow();
      expect(read.payload).toEqual(payload);
    }
    await db
      .updateTable('provider_records')
      .set({ payload: ['updated'] })
      .execute();
    const read = await db.selectFrom('provider_records').select('payload').executeTakeFirstOrThrow();
    expect(read.payload).toEqual(['updated']);
  });

  test('rolls back if the work throws', async () => {
    const { db } = await open();
    const id = '00000000-0000-4000-8000-000000000001';
    const work = inTransaction(db, async (tx) => {
      await tx.insertInto('accounts').values({ id }).execute();
      throw new Error('Ada changed her mind');
    });
    await expect(work).rejects.toThrow('Ada changed her mind');
    expect(await db.selectFrom('accounts').selectAll().execute()).toEqual([]);
  });
});
