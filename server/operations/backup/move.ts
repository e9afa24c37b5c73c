import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../foundation/db/database.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { copyFiles, type Copied } from './copy-files.ts';
import { loadRows } from './load-rows.ts';
import { createSnapshot } from './snapshot.ts';

/** Returns true if the data folder contains an embedded database that was not moved yet. */
export const hasEmbedded = (dataDir: string): boolean => existsSync(join(dataDir, 'postgres', 'PG_VERSION'));

/** Returns true if the rows of this data folder were moved before. */
export const wasMoved = (dataDir: string): boolean => existsSync(join(dataDir, 'postgres.moved'));

/**
 * Moves all rows of the embedded database to a PostgreSQL server. The old database is renamed to
 * `postgres.moved`, so that it is not used by mistake. An interrupted move is resumed by the same call.
 *
 * @throws Error with a message if a server is using the source or the target is not empty.
 */
export async function moveRows(
  dataDir: string,
  openSource: () => Promise<Database>,
  target: Database,
  say: (line: string) => void,
): Promise<void> {
  const between = join(dataDir, 'moving');
  const clear = (): Promise<void> => rm(between, { recursive: true, force: true });
  await clear();
  if (!hasEmbedded(dataDir)) {
    if (wasMoved(dataDir)) say('There is no embedded database: its rows were already moved.');
    return;
  }
  const source = await openSource();
  try {
    await mkdir(between, { mode: 0o700 });
    const snapshot = await createSnapshot(source.owner, between);
    const outcome = await loadRows(target, between, snapshot, say);
    say(outcome === 'already' ? 'The rows were already moved.' : `${outcome} rows are in the new database.`);
  } finally {
    // Before the old folder is renamed: these files contain all rows in readable form and would be forgotten
    // afterwards.
    await clear();
    await source.close();
  }
  await rename(join(dataDir, 'postgres'), join(dataDir, 'postgres.moved'));
}

/** Copies every file to the other store. Existing files and the originals are kept. */
export function moveFiles(from: FileStore, to: FileStore, say: (line: string) => void): Promise<Copied> {
  return copyFiles(from, to, from.putBefore(Infinity), (done) => say(`${done} files.`));
}

type Moved = {
  /** Checks all rows and files in their new place and reports each problem. */
  look: (found: (sentence: string) => void) => Promise<{ documents: number; events: number; files: number }>;
  /** The store with all files now. */
  files: FileStore;
  /** The previous store, and the start of the copy in ms UTC. */
  copied?: { from: FileStore; since: number } | undefined;
  say: (line: string) => void;
};

/** Milliseconds by which the clock of a remote file store may lag. */
const clocksDiffer = 3_600_000;

/**
 * Checks everything that was moved and reports problems. Returns true if there are none. A server that still
 * runs with the old settings is a problem too; it is detected by the files it has added to the old store.
 */
export async function verifyMovedData({ look, files, copied, say }: Moved): Promise<boolean> {
  say('Checking everything …');
  let wrong = 0;
  const looked = await look((sentence) => {
    wrong += 1;
    say(sentence);
  });
  say(`${looked.documents} documents, ${looked.events} events, ${looked.files} files.`);
  const again = copied && copied.from.putBefore(Infinity, copied.since - clocksDiffer);
  const came = again ? (await copyFiles(copied.from, files, again)).copied : 0;
  if (wrong > 0) say(`${wrong} problems. None of the old data was removed.`);
  if (came > 0)
    say(
      `A server is running here and added files since the others were copied (${came}). Stop it and run npm run move again.`,
    );
  return wrong === 0 && came === 0;
}
