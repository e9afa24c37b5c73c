import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startProgram } from '#testing/crash/start-program.ts';
import { openEmbedded } from '#testing/databases.ts';
import { longRun } from '#testing/long-run.ts';
import { longTest } from '#testing/long-test.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { openSecondConnection, openDatabase } from '../database.ts';
import { canOnlyAddToTrail } from '../running-role.ts';
import { acquireSingleOwnerLock } from './single-owner-lock.ts';
import { startPostgres } from './start-postgres.ts';

describe('durability of the embedded database', () => {
  test('runs with the settings that make commits durable', async () => {
    const { pool } = await openEmbedded({ empty: true });
    const { rows } = await pool.query(
      `SELECT name, setting FROM pg_settings WHERE name IN
         ('fsync', 'full_page_writes', 'synchronous_commit', 'wal_sync_method') ORDER BY name`,
    );
    expect(rows).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'full_page_writes', setting: 'on' },
      { name: 'synchronous_commit', setting: 'on' },
      { name: 'wal_sync_method', setting: process.platform === 'linux' ? 'fdatasync' : 'open_datasync' },
    ]);
  });

  longTest('each commit is synced to disk', async () => {
    const { owner } = await openEmbedded({ empty: true });
    await owner.query('CREATE TABLE notes (body text)');
    const syncs = async (): Promise<number> => {
      await owner.query('SELECT pg_stat_force_next_flush()');
      const { rows } = await owner.query<{ syncs: string }>(
        `SELECT sum(fsyncs) AS syncs FROM pg_stat_io WHERE object = 'wal'`,
      );
      return Number(rows[0]?.syncs);
    };
    const client = await owner.connect();
    const before = await syncs();
    for (let commit = 1; commit <= 10; commit += 1)
      await client.query(`INSERT INTO notes VALUES ('note ${commit}')`);
    await client.query('SELECT pg_stat_force_next_flush()');
    client.release();
    await expect.poll(syncs).toBeGreaterThanOrEqual(before + 10);
  });

  test('rejects a data folder from the previous database engine with a clear message', async () => {
    const dataDir = temporaryFolder();
    await mkdir(join(dataDir, 'database'));
    await expect(openDatabase({ dataDir })).rejects.toThrow(/from before the first release/);
  });

  longTest('PostgreSQL’s log contains neither statements nor values', async () => {
    const { pool } = await openEmbedded({ empty: true });
    const { rows } = await pool.query(
      `SELECT name, setting FROM pg_settings WHERE name IN
         ('log_min_messages', 'log_min_error_statement', 'log_error_verbosity') ORDER BY name`,
    );
    expect(rows.map((row: { setting: string }) => row.setting)).toEqual(['terse', 'panic', 'fatal']);
  });

  if (longRun)
    test('repeats an interrupted first start', async () => {
      const dataDir = temporaryFolder();
      await mkdir(join(dataDir, 'postgres.init', 'base'), { recursive: true });
      await writeFile(join(dataDir, 'postgres.init', 'PG_VERSION'), '18\n');
      const database = await openDatabase({ dataDir });
      expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
      await database.close();
      await expect(readFile(join(dataDir, 'postgres.init', 'PG_VERSION'))).rejects.toThrow('ENOENT');
    });
});

describe('startup errors of the embedded database', () => {
  test('a second process or instance gets a clear message', async () => {
    const { location } = await openEmbedded({ empty: true });
    await expect(openDatabase(location)).rejects.toThrow(
      /^Another Countersign process is using .*\. Stop it first, or set DATABASE_URL/,
    );
    const other = startProgram('write-until-killed', location);
    onTestFinished(async () => void (await other.kill()));
    await expect(other.said(1)).rejects.toThrow('Another Countersign process is using');
  });

  test('a second owner is refused even if the lock file was deleted', async () => {
    const folder = temporaryFolder();
    const lock = await acquireSingleOwnerLock(folder);
    await rm(join(folder, 'owner.lock'));
    if (process.platform === 'linux') await expect(acquireSingleOwnerLock(folder)).rejects.toThrow('Another');
    await lock.release();
    await (await acquireSingleOwnerLock(folder)).release();
  });

  test('only one of many concurrent starts succeeds', async () => {
    const folder = temporaryFolder();
    const taken = await Promise.allSettled(Array.from({ length: 6 }, () => acquireSingleOwnerLock(folder)));
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const lock of taken) if (lock.status === 'fulfilled') await lock.value.release();
  });

  if (longRun)
    test('rejects a directory of another PostgreSQL version or with other content', async () => {
      const { location, close } = await openEmbedded({ empty: true });
      await close();
      await writeFile(join(location.dataDir, 'postgres', 'PG_VERSION'), '17\n');
      await expect(openDatabase(location)).rejects.toThrow(
        /was written by PostgreSQL 17, this version reads 18/,
      );
      await rename(
        join(location.dataDir, 'postgres', 'PG_VERSION'),
        join(location.dataDir, 'postgres', 'letter'),
      );
      await expect(openDatabase(location)).rejects.toThrow(/contains files but no database/);
    });
});

describe('commands that use a running server’s embedded database', () => {
  async function running(dataDir: string): Promise<string> {
    const database = await openDatabase({ dataDir });
    onTestFinished(() => database.close());
    return pidFile(dataDir)[4]!;
  }
  async function reach(dataDir: string): Promise<unknown> {
    const beside = await openSecondConnection({ dataDir });
    onTestFinished(() => beside.close());
    return (await beside.pool.query('SELECT 1 AS one')).rows;
  }

  test('commands reach the embedded database through a socket in the data folder, even with another /tmp, and only as the same user', async () => {
    const dataDir = join(temporaryFolder(), '“, ”');
    const left = join(dataDir, 'postgres.run');
    // A killed server left this behind.
    await mkdir(left, { recursive: true, mode: 0o755 });
    for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) await writeFile(join(left, name), '1\n');
    expect(await running(dataDir)).toBe(left);
    expect(statSync(left).mode & 0o777).toBe(0o700);
    expect(await reach(dataDir)).toEqual([{ one: 1 }]);
  });

  longTest("the socket is reachable even if the data folder's path is too long for a socket", async () => {
    const runtime = temporaryFolder();
    const deep = ['unit', 'none'].map((name) => join(temporaryFolder(), name, 'a'.repeat(90)));
    vi.stubEnv('RUNTIME_DIRECTORY', `${runtime}:/run/another`);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect((await running(deep[0]!)).startsWith(join(runtime, 'postgres-'))).toBe(true);
    expect(await reach(deep[0]!)).toEqual([{ one: 1 }]);
    vi.stubEnv('RUNTIME_DIRECTORY', undefined);
    expect((await running(deep[1]!)).startsWith(join(tmpdir(), 'countersign-'))).toBe(true);
    expect(await reach(deep[1]!)).toEqual([{ one: 1 }]);
  });

  longTest('if the socket is unreachable, the error says what to do', async () => {
    const dataDir = temporaryFolder();
    const folder = await running(dataDir);
    await rm(join(folder, '.s.PGSQL.5432'));
    await expect(openSecondConnection({ dataDir })).rejects.toThrow(
      `A server is using ${dataDir}, and its database cannot be reached at ${folder} from here. If it is just starting`,
    );
  });

  longTest('stopping the server removes the socket folder', async () => {
    const { location, close } = await openEmbedded({ empty: true });
    await close();
    expect(existsSync(join(location.dataDir, 'postgres.run'))).toBe(false);
  });
});

describe('shutdown of the embedded database', () => {
  test('kill -9 of the server also stops PostgreSQL, and the next start has every commit', async () => {
    const first = await openEmbedded({ empty: true });
    await first.owner.query(
      'CREATE TABLE left_halves (n int PRIMARY KEY); CREATE TABLE right_halves (n int PRIMARY KEY)',
    );
    await first.grant();
    await first.close();
    const writer = startProgram('write-until-killed', first.location);
    await writer.said(5);
    const pid = postmaster(first.location.dataDir);
    const acknowledged = await writer.kill();
    await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
    const database = await openDatabase(first.location);
    onTestFinished(() => database.close());
    const { rows } = await database.pool.query<{ n: number }>('SELECT n FROM left_halves');
    expect(rows.length).toBeGreaterThanOrEqual(acknowledged.length);
  });

  if (longRun)
    test('an orphaned PostgreSQL is stopped without losing data', async () => {
      const dataDir = temporaryFolder();
      const postgres = await startPostgres(join(dataDir, 'postgres'), { die: () => undefined });
      onTestFinished(() => postgres.stop());
      const left = postmaster(dataDir);
      const database = await openDatabase({ dataDir });
      onTestFinished(() => database.close());
      expect(postmaster(dataDir)).not.toBe(left);
      expect(isAlive(left)).toBe(false);
      expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    });

  if (longRun)
    test('a process that reused PostgreSQL’s process id is not stopped', async () => {
      const dataDir = temporaryFolder();
      await (await openDatabase({ dataDir })).close();
      const elsewhere = join(temporaryFolder(), 'postgres');
      const other = await startPostgres(elsewhere, { die: () => undefined });
      onTestFinished(() => other.stop());
      const pid = postmaster(join(elsewhere, '..'));
      await writeFile(join(dataDir, 'postgres/postmaster.pid'), `${pid}\n`);
      const database = await openDatabase({ dataDir });
      onTestFinished(() => database.close());
      expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
      expect(isAlive(pid)).toBe(true);
    });

  longTest('the server gets a clear message when PostgreSQL exits unexpectedly', async () => {
    const dataDir = temporaryFolder();
    const died = Promise.withResolvers<string>();
    const postgres = await startPostgres(join(dataDir, 'postgres'), { die: died.resolve });
    onTestFinished(() => postgres.stop());
    process.kill(postmaster(dataDir), 'SIGQUIT');
    expect(await died.promise).toMatch(/^The embedded database ended with code \d+\./);
  });

  test('database rights protect the audit trail as on any server (T-03)', async () => {
    const { db, hasRunningRole } = await openEmbedded();
    expect(hasRunningRole).toBe(true);
    expect(await canOnlyAddToTrail(db)).toBe(true);
  });
});

const pidFile = (dataDir: string): string[] =>
  readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
const postmaster = (dataDir: string): number => Number(pidFile(dataDir)[0]);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
