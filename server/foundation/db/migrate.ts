import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));

interface Migration {
  name: string;
  sql: string;
  sha256: string;
}

/** Arbitrary lock number for pg_advisory_xact_lock, used only here. */
const LOCK = 4_270_815_162;

/**
 * Migrates the database: runs the new `NNNN-name.sql` files in name order and in one transaction. Instances
 * that start at the same time wait for a lock until the transaction ends. Returns the names of the migrations
 * that ran. `only` limits the run to these names.
 * @throws Error with a message if the database is newer than this program or from before its first release,
 * or if an applied file was changed.
 */
export async function migrate(
  pool: pg.Pool,
  folder: string = MIGRATIONS,
  only?: ReadonlySet<string>,
): Promise<string[]> {
  const known = (await readMigrations(folder)).filter(({ name }) => only?.has(name) ?? true);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
    const ran = await runPending(client, known);
    await client.query('COMMIT');
    client.release();
    return ran;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    client.release(true);
    throw error;
  }
}

/** Returns the migration files with their hashes, in the order in which they run. */
export async function readMigrations(folder: string = MIGRATIONS): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function runPending(client: pg.PoolClient, known: readonly Migration[]): Promise<string[]> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS migrations (
       name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
  );
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'SELECT name, sha256 FROM migrations',
  );
  const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
  refuseEarlier(applied);
  refuseUnknown([...applied.keys()], known);
  const ran: string[] = [];
  for (const { name, sql, sha256 } of known) {
    const before = applied.get(name);
    if (before === sha256) continue;
    if (before)
      throw new Error(`The migration ${name} was changed after it had run. Restore it and add a new one.`);
    await client.query(sql);
    await client.query('INSERT INTO migrations (name, sha256) VALUES ($1, $2)', [name, sha256]);
    ran.push(name);
  }
  return ran;
}

/**
 * Checks the tables for read-only commands, which must not migrate.
 * @throws Error with a message if the tables are missing, outdated, or newer than this program.
 */
export async function refuseOtherShape(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ is_there: boolean }>(
    "SELECT to_regclass('migrations') IS NOT NULL AS is_there",
  );
  if (!rows[0]!.is_there) throw new Error('This database is empty: it contains no Countersign data.');
  const applied = await pool.query<{ name: string }>('SELECT name FROM migrations');
  const names = applied.rows.map(({ name }) => name);
  const known = await readMigrations();
  refuseUnknown(names, known);
  const pending = known.filter(({ name }) => !names.includes(name));
  if (pending.length === 0) return;
  throw new Error(
    'This database was written by an earlier version of Countersign. Start this version on it once to migrate it, ' +
      'or use the version that wrote it.',
  );
}

/** First of the many migration files from before the first release, which were merged into one file. */
const firstBeforeRelease = '0001-foundation.sql';

/**
 * @throws Error with a message if the database is from before the first release, since it cannot be migrated.
 */
function refuseEarlier(applied: ReadonlyMap<string, string>): void {
  if (!applied.has(firstBeforeRelease)) return;
  throw new Error(
    'This database was created by a version from before the first release and cannot be migrated. ' +
      'Move the data folder away, or set DATABASE_URL to an empty database, and start again.',
  );
}

function refuseUnknown(applied: readonly string[], known: readonly Migration[]): void {
  const unknown = applied.filter((name) => !known.some((migration) => migration.name === name)).sort();
  if (unknown.length === 0) return;
  throw new Error(
    `The database is newer than this program (${unknown.join(', ')}). Start the newer version.`,
  );
}
