import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../db/database.ts';
import type { FileStore } from '../ports/file-store.ts';
import { copyFiles, type Copied } from './copy-files.ts';
import { loadRows } from './load-rows.ts';
import { takeSnapshot } from './snapshot.ts';

/** Whether the data folder holds an embedded database that was not moved yet. */
export const hasEmbedded = (dataDir: string): boolean => existsSync(join(dataDir, 'postgres', 'PG_VERSION'));

/**
 * Takes all rows of the embedded database to a PostgreSQL server. The old one stays as `postgres.moved`, so that
 * nobody goes on with it by mistake. Broken off at any point it is begun again with the same call.
 *
 * Throws an Error with a sentence: a server still uses the one, the other is not empty.
 */
export async function moveRows(
  dataDir: string,
  openSource: () => Promise<Database>,
  target: Database,
  say: (line: string) => void,
): Promise<void> {
  const between = join(dataDir, 'moving');
  await rm(between, { recursive: true, force: true });
  await mkdir(between, { mode: 0o700 });
  const source = await openSource();
  try {
    const snapshot = await takeSnapshot(source.owner, between);
    const rows = snapshot.tables.reduce((sum, table) => sum + table.rows, 0);
    const outcome = await loadRows(target, between, snapshot);
    say(outcome === 'already' ? 'The rows are there already.' : `${rows} rows are in the new database.`);
  } finally {
    await source.close();
  }
  await rename(join(dataDir, 'postgres'), join(dataDir, 'postgres.moved'));
  await rm(between, { recursive: true, force: true });
}

/** Takes every file to the other store; those that are there already stay, and the old ones too. */
export function moveFiles(from: FileStore, to: FileStore, say: (line: string) => void): Promise<Copied> {
  return copyFiles(from, to, from.putBefore(Infinity), (done) => say(`${done} files.`));
}
