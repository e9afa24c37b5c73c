import { Readable } from 'node:stream';
import { sql, type Kysely } from 'kysely';
import {
  codesLeftOut,
  exportedTables,
  exportFormat,
  exportVersion,
  leftOut,
  type ExportedTable,
  type ExportManifest,
} from '#core/export/export-format.ts';
import { namedFiles, sealedParts } from '#core/export/named-files.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { NoSuchFileError, WrongBytesError } from '../../ports/file-store.ts';
import type { ExportDeps } from './deps.ts';
import { describeRows } from './describe-rows.ts';
import { openZip } from './write-zip.ts';

type Exporting = Pick<ExportDeps, 'db' | 'files' | 'clock'>;
type Db = Kysely<Schema>;
type Row = Record<string, unknown>;

/** Rows read per query. */
const page = 500;

/**
 * Streams an account as one archive. No table or file has to fit in memory. All rows are read in one
 * snapshot, so that every document has its complete audit trail.
 */
export function exportAccount(
  services: Exporting,
  accountId: string,
  observer: ExportObserver = ignoreProgress,
): Readable {
  return Readable.from(archive(services, accountId, observer), { objectMode: false });
}

/**
 * Called with the number of finished steps and their total. All tables together are one step, and each file
 * is one. `onMissing` is called for each missing file.
 */
type ExportObserver = { follow(done: number, of: number): Promise<void>; onMissing(): void };
const ignoreProgress: ExportObserver = { follow: () => Promise.resolve(), onMissing: () => undefined };

async function* archive(
  { db, files, clock }: Exporting,
  accountId: string,
  { follow, onMissing }: ExportObserver,
): AsyncGenerator<Uint8Array> {
  const writer = openZip(new Date(clock()));
  const named = new Set<string>();
  const held = await db.startTransaction().setIsolationLevel('repeatable read').execute();
  try {
    writer.begin('schema.json', 'text');
    writer.write(Buffer.from(`${JSON.stringify(await describeRows(held), null, 1)}\n`));
    writer.end();
    for (const table of exportedTables) {
      writer.begin(`tables/${table}.ndjson`, 'text');
      for await (const rows of rowsOf(held, table, accountId)) {
        for (const row of rows)
          for (const sha256 of [...namedFiles(table, row), ...sealedParts(table, row)]) named.add(sha256);
        writer.write(Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')), rows.length);
        yield* writer.drain();
      }
      writer.end();
      yield* writer.drain();
    }
  } finally {
    // The transaction is read-only. Rolling it back here also releases the snapshot if the browser
    // disconnects midway.
    await held.rollback().execute();
  }
  const missing: string[] = [];
  const steps = 1 + named.size;
  await follow(1, steps);
  for (const [at, sha256] of [...named].sort().entries()) {
    if (!(yield* fileEntry(files, writer, sha256))) {
      missing.push(sha256);
      onMissing();
    }
    await follow(at + 2, steps);
  }
  const manifest: ExportManifest = {
    format: exportFormat,
    version: exportVersion,
    accountId,
    missing,
    madeAt: new Date(clock()).toISOString(),
    entries: writer.entries,
  };
  writer.begin('manifest.json', 'text');
  writer.write(Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));
  writer.end();
  writer.close();
  yield* writer.drain();
}

/** Returns false if the file is missing or corrupt in the store. A lost file does not stop the export. */
async function* fileEntry(
  files: Exporting['files'],
  writer: ReturnType<typeof openZip>,
  sha256: string,
): AsyncGenerator<Uint8Array, boolean> {
  let begun = false;
  try {
    const { stream } = await files.open(sha256);
    writer.begin(`files/${sha256}`, 'packed');
    begun = true;
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      writer.write(chunk);
      yield* writer.drain();
    }
  } catch (error) {
    if (!(error instanceof NoSuchFileError || error instanceof WrongBytesError)) throw error;
    // The store noticed the damage after part of the file was written. That part remains in the archive but
    // is not listed.
    if (begun) writer.end({ listed: false });
    return false;
  }
  writer.end();
  yield* writer.drain();
  return true;
}

/** Reads the table page by page, in primary key order. */
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
    yield rows.map((row) => plain(row, table));
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

/** Converts a row to JSON, with times in ISO 8601 and without omitted columns. */
function plain(row: Row, table: ExportedTable): Row {
  const without = leftOut[table] ?? [];
  const code = codesLeftOut[table];
  const kept = Object.entries(row)
    .filter(([name]) => !without.includes(name))
    .map(([name, value]): [string, unknown] => [name, value instanceof Date ? value.toISOString() : value]);
  return { ...Object.fromEntries(kept), ...(code && { [code.isSet]: row[code.column] !== null }) };
}
