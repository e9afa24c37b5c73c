import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Database } from '../../foundation/db/database.ts';
import { migrate, readMigrations } from '../../foundation/db/migrate.ts';
import { createTables } from '../../foundation/jobs/start-boss.ts';
import { tableFile, type Snapshot } from './snapshot.ts';
import { listTables, namesHere, readSequences, sameText } from './tables.ts';

/** Identifies the rows, so that a repeated attempt recognizes that it has loaded them. */
const idOf = ({ at: _, ...content }: Snapshot): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');

/**
 * Loads the rows of a snapshot into an empty database: creates the tables with our migrations up to those of
 * the snapshot, inserts all rows in one transaction, and runs the remaining migrations. Returns the number of
 * rows, or 'already' if they were loaded before.
 * @throws Error with a message if the database is in use or the rows are from a newer version.
 */
export async function loadRows(
  database: Database,
  folder: string,
  snapshot: Snapshot,
  say: (line: string) => void,
): Promise<number | 'already'> {
  await refuseNewer(snapshot);
  if ((await idThere(database.owner)) === idOf(snapshot)) {
    await finish(database);
    return 'already';
  }
  await refuseNonEmpty(database.owner);
  const only = new Set(snapshot.migrations.map(({ name }) => name));
  await migrate(database.owner, undefined, only);
  await createTables(database, () => undefined);
  await refuseOtherQueue(database.owner, snapshot);
  const client = await database.owner.connect();
  let loaded: number;
  try {
    await client.query('BEGIN');
    await client.query(sameText);
    const { rows, strange } = await fill(client, folder, snapshot);
    loaded = rows;
    if (strange.length > 0) say(`Skipped, because Countersign has no such tables: ${strange.join(', ')}.`);
    await client.query(`COMMENT ON TABLE migrations IS 'Put back: ${idOf(snapshot)}'`);
    await client.query('COMMIT');
    await client.query('ANALYZE');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
  await finish(database);
  return loaded;
}

/** Runs the steps that follow the rows. An earlier attempt may have been interrupted before them. */
async function finish(database: Database): Promise<void> {
  await migrate(database.owner);
  await database.grant();
}

/**
 * Skips unknown tables and lists them in `strange`. Backups from a newer version have already been rejected.
 */
async function fill(
  client: pg.PoolClient,
  folder: string,
  { tables, sequences }: Snapshot,
): Promise<{ rows: number; strange: string[] }> {
  const here = await namesHere(client);
  const there = new Map((await listTables(client)).map(({ name, columns }) => [name, columns]));
  const counters = new Set((await readSequences(client)).map(({ name }) => name));
  const ours = tables.filter(({ name }) => there.has(name));
  for (const { name, columns } of ours) {
    const missing = columns.filter((column) => !there.get(name)?.includes(column));
    if (missing.length > 0) throw new Error(`This version lacks columns of ${name}: ${missing.join(', ')}.`);
  }
  const all = [...there.keys()].map(here);
  for (const table of all) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  const links = await dropForeignKeys(client);
  await client.query(`TRUNCATE ${all.join(', ')}`);
  for (const { name, columns, rows } of ours) {
    const into = client.query(copyFrom(`COPY ${here(name)} (${columns.join(', ')}) FROM STDIN`));
    await pipeline(createReadStream(tableFile(folder, name)), createGunzip(), into);
    if (into.rowCount !== rows)
      throw new Error(`Only ${into.rowCount} of ${rows} rows of ${name} were loaded.`);
  }
  // Creating the constraints again rechecks every row.
  for (const { table, name, definition } of links)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  for (const table of all) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  for (const { name, last, called } of sequences)
    if (counters.has(name))
      await client.query('SELECT setval($1::regclass, $2, $3)', [here(name), last, called]);
  const strange = [
    ...tables.filter(({ name }) => !there.has(name)),
    ...sequences.filter(({ name }) => !counters.has(name)),
  ];
  return { rows: ours.reduce((sum, { rows }) => sum + rows, 0), strange: strange.map(({ name }) => name) };
}

type Link = { table: string; name: string; definition: string };

async function dropForeignKeys(client: pg.PoolClient): Promise<Link[]> {
  const { rows } = await client.query<Link>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
       FROM pg_constraint
      WHERE contype = 'f' AND conparentid = 0
        AND connamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN (current_schema(), 'pgboss'))
      ORDER BY 1, 2`,
  );
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  return rows;
}

async function idThere(owner: pg.Pool): Promise<string | undefined> {
  const { rows } = await owner.query<{ comment: string | null }>(
    `SELECT obj_description(to_regclass('migrations'), 'pg_class') AS comment`,
  );
  return /^Put back: ([0-9a-f]{64})$/.exec(rows[0]?.comment ?? '')?.[1];
}

/** Refuses if one of our tables has rows other than those that migrations insert. */
async function refuseNonEmpty(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND c.relname <> 'migrations'
        AND (n.nspname = current_schema() OR (n.nspname = 'pgboss' AND c.relname = 'job'))`,
  );
  for (const { name } of rows) {
    const { rowCount } = await owner.query(`SELECT 1 FROM ${name} LIMIT 1`);
    if (rowCount !== 0)
      throw new Error(
        `The database is not empty (${name} has rows), and nothing was changed in it. ` +
          `Set DATABASE_URL to an empty one, or DATA_DIR to an empty folder.`,
      );
  }
}

async function refuseNewer({ migrations }: Snapshot): Promise<void> {
  const known = new Map((await readMigrations()).map(({ name, sha256 }) => [name, sha256]));
  const unknown = migrations.filter(({ name, sha256 }) => known.get(name) !== sha256);
  if (unknown.length === 0) return;
  const names = unknown.map(({ name }) => name).join(', ');
  throw new Error(
    `These rows were written by a newer version than this program (${names}). Use that version.`,
  );
}

async function refuseOtherQueue(owner: pg.Pool, { queueVersion }: Snapshot): Promise<void> {
  const { rows } = await owner.query<{ version: number }>('SELECT version FROM pgboss.version');
  if (rows[0]!.version === queueVersion) return;
  throw new Error(
    `The job queue of these rows has version ${queueVersion}, and this program creates version ${rows[0]!.version}. ` +
      `Restore with the version that wrote them, and start this one on the result.`,
  );
}
