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

/** Whether the rows of this data folder were moved before. */
export const wasMoved = (dataDir: string): boolean => existsSync(join(dataDir, 'postgres.moved'));

/**
 * Takes all rows of the embedded database to a PostgreSQL server, where there is one. The old one stays as `postgres.moved`,
 * so that nobody goes on with it by mistake. Broken off at any point it is begun again with the same call.
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
  const clear = (): Promise<void> => rm(between, { recursive: true, force: true });
  await clear();
  if (!hasEmbedded(dataDir)) {
    if (wasMoved(dataDir)) say('There is no embedded database any more: its rows were moved before.');
    return;
  }
  const source = await openSource();
  try {
    await mkdir(between, { mode: 0o700 });
    const snapshot = await takeSnapshot(source.owner, between);
    const outcome = await loadRows(target, between, snapshot, say);
    say(outcome === 'already' ? 'The rows are there already.' : `${outcome} rows are in the new database.`);
  } finally {
    // Before the old folder has its new name: these are all rows, readable, and nobody would look for them afterwards.
    await clear();
    await source.close();
  }
  await rename(join(dataDir, 'postgres'), join(dataDir, 'postgres.moved'));
}

/** Takes every file to the other store; those that are there already stay, and the old ones too. */
export function moveFiles(from: FileStore, to: FileStore, say: (line: string) => void): Promise<Copied> {
  return copyFiles(from, to, from.putBefore(Infinity), (done) => say(`${done} files.`));
}

type Moved = {
  /** Looks through all rows and files where they are now, and tells each thing that is wrong. */
  look: (found: (sentence: string) => void) => Promise<{ documents: number; events: number; files: number }>;
  /** Where all files are now. */
  files: FileStore;
  /** Where they came from, and since when they were copied, in ms UTC. */
  copied?: { from: FileStore; since: number } | undefined;
  say: (line: string) => void;
};

/** The clock of a file store that another machine keeps may be so far behind. Ms. */
const clocksDiffer = 3_600_000;

/**
 * Looks through all that was moved, and says what is wrong; true where that is nothing. A server on PostgreSQL that goes on
 * with the settings of before is known by the files that it has put meanwhile where they came from: that is wrong too.
 */
export async function lookAtMoved({ look, files, copied, say }: Moved): Promise<boolean> {
  say('Looking through all of it …');
  let wrong = 0;
  const looked = await look((sentence) => {
    wrong += 1;
    say(sentence);
  });
  say(`${looked.documents} documents, ${looked.events} events, ${looked.files} files.`);
  const again = copied && copied.from.putBefore(Infinity, copied.since - clocksDiffer);
  const came = again ? (await copyFiles(copied.from, files, again)).copied : 0;
  if (wrong > 0) say(`Wrong: ${wrong}. Nothing of the old data was removed.`);
  if (came > 0)
    say(
      `A server is at work here, files have come since the others were copied (${came}): stop it, and run npm run move again.`,
    );
  return wrong === 0 && came === 0;
}
