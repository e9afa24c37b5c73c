import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../foundation/db/database.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { copyFiles, type Copied } from './copy-files.ts';
import { loadRows } from './load-rows.ts';
import { createSnapshot } from './snapshot.ts';

/** Returns true if the data folder contains an embedded database that has not been moved. */
export const hasEmbedded = (dataDir: string): boolean => existsSync(join(dataDir, 'postgres', 'PG_VERSION'));

/** Returns true if the rows of this data folder have been moved. */
export const wasMoved = (dataDir: string): boolean => existsSync(join(dataDir, 'postgres.moved'));

/**
 * Moves all rows from the embedded database to a PostgreSQL server. Renames the old database to
 * `postgres.moved`, so that no one uses it by mistake. Calling this again resumes an interrupted move.
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
    // These files contain all rows in readable form. They are deleted before the old folder is renamed,
    // because no one would remember them afterwards.
    await clear();
    await source.close();
  }
  await rename(join(dataDir, 'postgres'), join(dataDir, 'postgres.moved'));
}

/** Copies every file to the other store. Skips existing files and keeps the originals. */
export function moveFiles(from: FileStore, to: FileStore, say: (line: string) => void): Promise<Copied> {
  return copyFiles(from, to, from.putBefore(Infinity), (done) => say(`${done} files.`));
}

type Moved = {
  /** Checks all rows and files in their new place and reports each problem. */
  look: (found: (sentence: string) => void) => Promise<{ documents: number; events: number; files: number }>;
  /** The store to which all files were moved. */
  files: FileStore;
  /** The previous store, and when the copy started (ms UTC). */
  copied?: { from: FileStore; since: number } | undefined;
  say: (line: string) => void;
};

/** Milliseconds by which a remote file store's clock may be behind. */
const maxClockLagMs = 3_600_000;

/**
 * Checks everything that was moved and reports problems. Returns true if there are none. A server that is
 * still running with the old settings is also a problem, which the files that it adds to the old store
 * reveal.
 */
export async function verifyMovedData({ look, files, copied, say }: Moved): Promise<boolean> {
  say('Checking everything …');
  let wrong = 0;
  const looked = await look((sentence) => {
    wrong += 1;
    say(sentence);
  });
  say(`${looked.documents} documents, ${looked.events} events, ${looked.files} files.`);
  const again = copied && copied.from.putBefore(Infinity, copied.since - maxClockLagMs);
  const came = again ? (await copyFiles(copied.from, files, again)).copied : 0;
  if (wrong > 0) say(`${wrong} problems. None of the old data was removed.`);
  if (came > 0)
    say(
      `A server is running here and added files since the others were copied (${came}). Stop it and run npm run move again.`,
    );
  return wrong === 0 && came === 0;
}
