import type pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { describeOnEveryDatabase, describeOnServer } from '#testing/databases.ts';
import { openDatabase } from './database.ts';
import { listen } from './notify.ts';
import { refuseUnsafeServer } from './refuse-unsafe-server.ts';
import { inTransaction, sqlState } from './transaction.ts';

const ada = '00000000-0000-4000-8000-00000000000a';
const grace = '00000000-0000-4000-8000-00000000000b';

describe('rejecting a server that may lose commits', () => {
  const safe = {
    server_version_num: '150018',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
  };
  const serverWith = (settings: Record<string, string>): pg.Pool => {
    const rows = Object.entries({ ...safe, ...settings }).map(([name, setting]) => ({ name, setting }));
    return { query: async () => ({ rows }) } as unknown as pg.Pool;
  };

  test('accepts a server that does not lose commits', async () => {
    await refuseUnsafeServer(serverWith({}));
    await refuseUnsafeServer(serverWith({ synchronous_commit: 'remote_apply' }));
  });

  test.each(['fsync', 'full_page_writes', 'synchronous_commit'])('rejects %s = off', async (name) => {
    await expect(refuseUnsafeServer(serverWith({ [name]: 'off' }))).rejects.toThrow(
      `PostgreSQL runs with ${name} = off: an acknowledged signature could be lost`,
    );
  });

  test('rejects PostgreSQL 14', async () => {
    const old = serverWith({ server_version_num: '140012' });
    await expect(refuseUnsafeServer(old)).rejects.toThrow('PostgreSQL 14 is too old');
  });
});

describeOnServer('a PostgreSQL server', (open) => {
  test('refuses to start if the server acknowledges commits before writing them', async () => {
    const { owner, location } = await open({ empty: true });
    const { rows } = await owner.query<{ name: string }>('SELECT current_database() AS name');
    await owner.query(`ALTER DATABASE ${rows[0]?.name} SET synchronous_commit = off`);
    await expect(openDatabase(location)).rejects.toThrow('synchronous_commit = off');
  });

  test('JIT and parallel workers are off for our queries even if the server enables them', async () => {
    const { owner, location } = await open({ empty: true });
    const { rows } = await owner.query<{ name: string }>('SELECT current_database() AS name');
    for (const setting of ['jit = on', 'max_parallel_workers_per_gather = 2'])
      await owner.query(`ALTER DATABASE ${rows[0]?.name} SET ${setting}`);
    const { pool, close } = await openDatabase(location);
    onTestFinished(close);
    const ask = (name: string) => pool.query<Record<string, string>>(`SHOW ${name}`);
    expect((await ask('jit')).rows).toEqual([{ jit: 'off' }]);
    expect((await ask('max_parallel_workers_per_gather')).rows).toEqual([
      { max_parallel_workers_per_gather: '0' },
    ]);
  });

  test('a connection that closes during a transaction fails only that transaction', async () => {
    const { db, owner } = await open();
    const work = inTransaction(db, async (tx) => {
      await tx.insertInto('accounts').values({ id: ada }).execute();
      await owner.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                         WHERE datname = current_database() AND state = 'idle in transaction'`);
      await tx.insertInto('accounts').values({ id: grace }).execute();
    });
    await expect(work).rejects.toThrow();
    expect(await db.selectFrom('accounts').selectAll().execute()).toEqual([]);
  });

  test('a transaction aborted by a deadlock is retried', async () => {
    const { db } = await open();
    await db
      .insertInto('accounts')
      .values([{ id: ada }, { id: grace }])
      .execute();
    const bothHoldOne = Promise.withResolvers<void>();
    let holding = 0;
    let runs = 0;
    const rename = (order: readonly string[], plan: string): Promise<void> =>
      inTransaction(db, async (tx) => {
        runs += 1;
        for (const id of order) {
          await tx.updateTable('accounts').set({ plan }).where('id', '=', id).execute();
          if ((holding += 1) === 2) bothHoldOne.resolve();
          await bothHoldOne.promise;
        }
      });
    await Promise.all([rename([ada, grace], 'pro'), rename([grace, ada], 'business')]);
    // There are more runs if the aborted transaction retries before the other one has finished.
    expect(runs).toBeGreaterThanOrEqual(3);
    const plans = await db.selectFrom('accounts').select('plan').distinct().execute();
    expect(plans).toHaveLength(1);
  });

  test('restores a dropped LISTEN connection', async () => {
    const database = await open({ empty: true });
    const messages: string[] = [];
    const gap = Promise.withResolvers<void>();
    const onMessage = (payload: string): void => void messages.push(payload);
    const report = (): void => undefined;
    const subscription = await listen(database, 'letters', { onMessage, onGap: gap.resolve, report });
    onTestFinished(() => subscription.close());
    await database.owner.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                                WHERE datname = current_database() AND query LIKE 'LISTEN%'`);
    await gap.promise;
    await database.pool.query(`NOTIFY letters, 'after'`);
    await expect.poll(() => messages, { timeout: 10_000 }).toEqual(['after']);
  });
});

describeOnEveryDatabase('notifications', (open) => {
  test('notifications arrive after the commit, and only on their channel', async () => {
    const database = await open();
    const messages: string[] = [];
    const listening = { onMessage: (payload: string) => void messages.push(payload), onGap: () => undefined };
    const subscription = await listen(database, 'letters', listening);
    onTestFinished(() => subscription.close());
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await client.query(`NOTIFY letters, 'rolled back'`);
    await client.query('ROLLBACK');
    client.release();
    await database.pool.query(`NOTIFY stamps, 'other'; NOTIFY letters, 'first'`);
    await database.pool.query(`NOTIFY letters, 'second'`);
    await expect.poll(() => messages, { timeout: 10_000 }).toEqual(['first', 'second']);
  });
});

test('database errors are identified by their SQLSTATE', () => {
  expect(sqlState(Object.assign(new Error('duplicate key'), { code: '23505' }))).toBe('23505');
  expect(sqlState(Object.assign(new Error('no such file'), { code: 'ENOENT' }))).toBeUndefined();
  expect(sqlState(undefined)).toBeUndefined();
});
