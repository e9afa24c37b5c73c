import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startProgram } from '#testing/crash/start-program.ts';
import { openEmbedded } from '#testing/databases.ts';
import { openDatabase } from '../database.ts';
import { startMaintenance } from './maintenance.ts';
import { takeSingleOwnerLock } from './single-owner-lock.ts';

const MINUTE = 60_000;

describe('the embedded database is durable', () => {
  test('each commit is synced to disk, and a checkpoint syncs the data files', async () => {
    const { pool, syncs } = await openEmbedded({ empty: true });
    await pool.query('CREATE TABLE notes (body text)');
    const before = await syncs();
    for (let commit = 1; commit <= 10; commit += 1) {
      await pool.query(`INSERT INTO notes VALUES ('note ${commit}')`);
      expect(await syncs()).toBeGreaterThanOrEqual(before + commit);
    }
    const committed = await syncs();
    await pool.query('CHECKPOINT');
    expect(await syncs()).toBeGreaterThan(committed + 5);
  });

  test('it runs with the settings that make a commit survive', async () => {
    const { pool } = await openEmbedded({ empty: true });
    const { rows } = await pool.query(
      `SELECT name, setting FROM pg_settings WHERE name IN
         ('fsync', 'full_page_writes', 'synchronous_commit', 'wal_sync_method') ORDER BY name`,
    );
    expect(rows).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'full_page_writes', setting: 'on' },
      { name: 'synchronous_commit', setting: 'on' },
      { name: 'wal_sync_method', setting: 'fsync' },
    ]);
  });

  test('a first start that was cut off is begun again', async () => {
    const dataDir = await temporaryFolder();
    await mkdir(join(dataDir, 'database.init', 'base'), { recursive: true });
    await writeFile(join(dataDir, 'database.init', 'PG_VERSION'), '18\n');
    const database = await openDatabase({ dataDir });
    expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await database.close();
    await expect(readFile(join(dataDir, 'database.init', 'PG_VERSION'))).rejects.toThrow('ENOENT');
  });
});

describe('the embedded database refuses', () => {
  test('a second owner, in this process and in another, with a sentence', async () => {
    const { location } = await openEmbedded({ empty: true });
    await expect(openDatabase(location)).rejects.toThrow(
      /^Another Countersign process is using .*\. Stop it first, or set DATABASE_URL/,
    );
    const other = startProgram('write-until-killed', location);
    onTestFinished(async () => void (await other.kill()));
    await expect(other.said(1)).rejects.toThrow('Another Countersign process is using');
  });

  test('a second owner even when the lock file was deleted', async () => {
    const folder = await temporaryFolder();
    const lock = await takeSingleOwnerLock(folder);
    await rm(join(folder, 'owner.lock'));
    if (process.platform === 'linux') await expect(takeSingleOwnerLock(folder)).rejects.toThrow('Another');
    await lock.release();
    await (await takeSingleOwnerLock(folder)).release();
  });

  test('of many that start at once, all but one', async () => {
    const folder = await temporaryFolder();
    const taken = await Promise.allSettled(Array.from({ length: 6 }, () => takeSingleOwnerLock(folder)));
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const lock of taken) if (lock.status === 'fulfilled') await lock.value.release();
  });

  test('a directory of another PostgreSQL generation, or of something else', async () => {
    const { location, close } = await openEmbedded({ empty: true });
    await close();
    await writeFile(join(location.dataDir, 'database', 'PG_VERSION'), '17\n');
    await expect(openDatabase(location)).rejects.toThrow(
      /was written by PostgreSQL 17, this version reads 18/,
    );
    await rename(
      join(location.dataDir, 'database', 'PG_VERSION'),
      join(location.dataDir, 'database', 'letter'),
    );
    await expect(openDatabase(location)).rejects.toThrow(/holds files but no database/);
  });
});

describe('one session for many connections', () => {
  test('transactions of several connections do not mix', async () => {
    const { pool } = await openEmbedded({ empty: true });
    await pool.query('CREATE TABLE counter (n int); INSERT INTO counter VALUES (0)');
    const increment = async (commit: boolean): Promise<void> => {
      const client = await pool.connect();
      await client.query('BEGIN');
      const { rows } = await client.query<{ n: number }>('SELECT n FROM counter');
      await client.query('UPDATE counter SET n = $1', [(rows[0]?.n ?? 0) + 1]);
      await client.query(commit ? 'COMMIT' : 'ROLLBACK');
      client.release();
    };
    await Promise.all(Array.from({ length: 20 }, (_, at) => increment(at % 2 === 0)));
    expect((await pool.query('SELECT n FROM counter')).rows).toEqual([{ n: 10 }]);
  });

  test('a query beside an open transaction fails after some seconds; the transaction goes on', async () => {
    const { pool } = await openEmbedded({ empty: true });
    const client = await pool.connect();
    await client.query('BEGIN');
    await expect(pool.query('SELECT 1')).rejects.toMatchObject({ code: '55P03' });
    expect((await client.query('SELECT 2 AS two')).rows).toEqual([{ two: 2 }]);
    await client.query('COMMIT');
    client.release();
    expect((await pool.query('SELECT 3 AS three')).rows).toEqual([{ three: 3 }]);
  });

  test('a connection that is destroyed inside a transaction is rolled back', async () => {
    const { pool } = await openEmbedded({ empty: true });
    await pool.query('CREATE TABLE notes (body text)');
    const client = await pool.connect();
    await client.query("BEGIN; INSERT INTO notes VALUES ('lost')");
    client.release(true);
    expect((await pool.query('SELECT * FROM notes')).rows).toEqual([]);
  });
});

describe('maintenance', () => {
  test('writes a checkpoint when it is due, and vacuums each hour', async () => {
    const { pool } = await openEmbedded({ empty: true });
    const time = { now: 0 };
    const problems: Error[] = [];
    const maintenance = startMaintenance({
      pool,
      report: (error) => problems.push(error),
      now: () => time.now,
    });
    onTestFinished(() => maintenance.stop());
    const redo = async (): Promise<unknown> =>
      (await pool.query('SELECT redo_lsn FROM pg_control_checkpoint()')).rows[0];
    const vacuumed = async (): Promise<unknown> =>
      (await pool.query(`SELECT last_vacuum FROM pg_stat_user_tables WHERE relname = 'notes'`)).rows[0];

    await pool.query(`CREATE TABLE notes (body text); INSERT INTO notes VALUES ('one')`);
    const first = await redo();
    await maintenance.run();
    expect(await redo()).toEqual(first);
    time.now = 5 * MINUTE;
    await maintenance.run();
    expect(await redo()).not.toEqual(first);
    expect(await vacuumed()).toEqual({ last_vacuum: null });
    time.now = 60 * MINUTE;
    await maintenance.run();
    expect(await vacuumed()).toEqual({ last_vacuum: expect.any(Date) });
    expect(problems).toEqual([]);
  });
});

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-embedded-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
