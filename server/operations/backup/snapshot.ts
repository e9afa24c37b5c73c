import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { queryOfNeededFiles } from '../../records/stored-files/needed-files.ts';
import type { Manifest } from './manifest.ts';
import { listTables, namesHere, type CopiedTable, readSequences, sameText } from './tables.ts';
import { writeFileDurably } from './write-whole.ts';

export type Snapshot = Pick<
  Manifest,
  'at' | 'migrations' | 'queueVersion' | 'tables' | 'sequences' | 'files'
>;

/**
 * Writes all rows to the folder as they are at one moment, while others continue to work. Uses one read-only
 * transaction that sees no later changes (REPEATABLE READ).
 */
export async function createSnapshot(owner: pg.Pool, folder: string): Promise<Snapshot> {
  await mkdir(join(folder, 'tables'), { recursive: true, mode: 0o700 });
  const client = await owner.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    await client.query(sameText);
    const { rows: moment } = await client.query<{ at: Date }>('SELECT now() AS at');
    const here = await namesHere(client);
    const tables: Manifest['tables'] = [];
    const listed = await listTables(client);
    for (const { name, columns } of listed) {
      const query = `SELECT ${columns.join(', ')} FROM ${here(name)}`;
      tables.push({ name, columns, ...(await copyOut(client, query, tableFile(folder, name))) });
    }
    const names = client.query(copyTo(`COPY (${queryOfNeededFiles(columnsOf(listed))}) TO STDOUT`));
    const sha256 = await writeFileDurably(join(folder, 'files.txt'), Readable.from(names));
    const snapshot: Snapshot = {
      at: new Date(moment[0]!.at).toISOString(),
      ...(await readShape(client)),
      tables,
      sequences: await readSequences(client),
      files: { count: names.rowCount, sha256 },
    };
    await client.query('COMMIT');
    client.release();
    return snapshot;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Returns all columns as `table.column`. */
const columnsOf = (tables: readonly CopiedTable[]): Set<string> =>
  new Set(
    tables.flatMap(({ name, columns }) =>
      columns.map((column) => `${name.slice(name.indexOf('.') + 1)}.${column}`),
    ),
  );

export const tableFile = (folder: string, name: string): string =>
  join(folder, 'tables', `${name.replaceAll('"', '')}.copy.gz`);

async function copyOut(
  client: pg.PoolClient,
  query: string,
  path: string,
): Promise<{ rows: number; sha256: string }> {
  const rows = client.query(copyTo(`COPY (${query}) TO STDOUT`));
  const sha256 = await writeFileDurably(path, rows.compose(createGzip({ level: 3 })));
  return { rows: rows.rowCount, sha256 };
}

/** @throws Error with a message if the database has no Countersign tables */
async function readShape(client: pg.PoolClient): Promise<Pick<Manifest, 'migrations' | 'queueVersion'>> {
  const { rows: migrations } = await client.query<{ name: string; sha256: string }>(
    'SELECT name, sha256 FROM migrations ORDER BY name',
  );
  const { rows: queue } = await client.query<{ version: number }>('SELECT version FROM pgboss.version');
  return { migrations, queueVersion: queue[0]!.version };
}
