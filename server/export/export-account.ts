import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { sql, type Kysely } from 'kysely';
import {
  exportedTables,
  exportFormat,
  exportVersion,
  leftOut,
  type ExportedTable,
  type ExportEntry,
  type ExportManifest,
} from '#core/export/export-format.ts';
import type { Schema } from '../db/schema.ts';
import { NoSuchFileError, WrongBytesError } from '../ports/file-store.ts';
import type { Services } from '../services.ts';

type Exporting = Pick<Services, 'db' | 'files' | 'clock'>;
type Db = Kysely<Schema>;
type Row = Record<string, unknown>;

/** Rows that are read at a time. */
const page = 500;

/**
 * Everything of an account as one archive, written while it is read: neither a table nor a file ever stands in memory
 * whole. Rows are read from one moment of the database, so that no document is there without its trail.
 */
export function exportAccount(services: Exporting, accountId: string): Readable {
  return Readable.from(archive(services, accountId), { objectMode: false });
}

async function* archive({ db, files, clock }: Exporting, accountId: string): AsyncGenerator<Uint8Array> {
  const writer = openZip(new Date(clock()));
  const named = new Set<string>();
  const held = await db.startTransaction().setIsolationLevel('repeatable read').execute();
  try {
    for (const table of exportedTables) {
      writer.begin(`tables/${table}.ndjson`, 'text');
      for await (const rows of rowsOf(held, table, accountId)) {
        for (const row of rows) noteFiles(row, named);
        writer.write(Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')), rows.length);
        yield* writer.drain();
      }
      writer.end();
      yield* writer.drain();
    }
  } finally {
    // Nothing was written; a browser that went away in the middle must not keep the moment.
    await held.rollback().execute();
  }
  const missing: string[] = [];
  for (const sha256 of [...named].sort()) {
    const stream = await open(files, sha256);
    if (!stream) {
      missing.push(sha256);
      continue;
    }
    writer.begin(`files/${sha256}`, 'packed');
    for await (const chunk of stream) {
      writer.write(chunk);
      yield* writer.drain();
    }
    writer.end();
    yield* writer.drain();
  }
  const manifest: ExportManifest = {
    ...{ format: exportFormat, version: exportVersion, accountId, missing },
    ...{ madeAt: new Date(clock()).toISOString(), entries: writer.entries },
  };
  writer.begin('manifest.json', 'text');
  writer.write(Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));
  writer.end();
  writer.close();
  yield* writer.drain();
}

async function open(
  files: Exporting['files'],
  sha256: string,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  try {
    return (await files.open(sha256)).stream as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (error instanceof NoSuchFileError || error instanceof WrongBytesError) return undefined;
    throw error;
  }
}

/** In the order of the primary key, page by page. */
async function* rowsOf(db: Db, table: ExportedTable, accountId: string): AsyncGenerator<Row[]> {
  const keys = await keyOf(db, table);
  const owner = table === 'accounts' ? 'id' : 'account_id';
  let after: Row | undefined;
  for (;;) {
    const beyond = after
      ? sql`AND (${sql.join(keys.map((key) => sql.ref(key)))}) > (${sql.join(keys.map((key) => sql`${after![key]}`))})`
      : sql``;
    const { rows } =
      await sql<Row>`SELECT * FROM ${sql.table(table)} WHERE ${sql.ref(owner)} = ${accountId} ${beyond}
      ORDER BY ${sql.join(keys.map((key) => sql.ref(key)))} LIMIT ${page}`.execute(db);
    if (rows.length === 0) return;
    after = rows.at(-1);
    yield rows.map((row) => plain(row, leftOut[table] ?? []));
    if (rows.length < page) return;
  }
}

async function keyOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT a.attname AS name FROM pg_index i
      JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
     WHERE i.indrelid = ${table}::regclass AND i.indisprimary
     ORDER BY array_position(i.indkey::int2[], a.attnum)`.execute(db);
  return rows.map(({ name }) => name);
}

/** As JSON says it: times in ISO 8601, and without what is left out. */
function plain(row: Row, without: readonly string[]): Row {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !without.includes(name))
      .map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );
}

/** Columns that name a stored file end so; the hash of a text, as of a disclosure, names none. */
function noteFiles(row: Row, named: Set<string>): void {
  for (const [name, value] of Object.entries(row)) {
    const isFile = name.endsWith('sha256') && name !== 'disclosure_sha256';
    if (isFile && typeof value === 'string' && !(row['files_kept'] === false && name !== 'sealed_sha256')) {
      named.add(value);
    }
  }
}

function openZip(mtime: Date) {
  let written: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    written.push(chunk);
  });
  const entries: ExportEntry[] = [];
  let part: (ZipPassThrough | ZipDeflate) | undefined;
  let told: { name: string; hash: Hash; bytes: number; rows: number; text: boolean };
  return {
    entries,
    begin(name: string, kind: 'text' | 'packed'): void {
      const text = kind === 'text';
      part = text ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name);
      part.mtime = mtime;
      zip.add(part);
      told = { name, hash: createHash('sha256'), bytes: 0, rows: 0, text };
    },
    write(chunk: Uint8Array, rows = 0): void {
      told.hash.update(chunk);
      told.bytes += chunk.length;
      told.rows += rows;
      part?.push(chunk);
    },
    end(): void {
      part?.push(new Uint8Array(), true);
      const { name, hash, bytes, rows } = told;
      const isTable = name.startsWith('tables/');
      entries.push({ name, bytes, sha256: hash.digest('hex'), ...(isTable && { rows }) });
    },
    close: (): void => zip.end(),
    drain(): Uint8Array[] {
      const ready = written;
      written = [];
      return ready;
    },
  };
}
