import { createReadStream } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Database } from '../db/database.ts';
import { replaceFile } from '../durable-files.ts';
import { readToEnd } from '../files/read-again.ts';
import type { FileStore } from '../ports/file-store.ts';
import { copyFiles, namesIn } from './copy-files.ts';
import { loadRows } from './load-rows.ts';
import { readManifest, type Manifest } from './manifest.ts';
import { tableFile } from './snapshot.ts';
import { hashOfFile, writeWhole } from './write-whole.ts';

/**
 * The manifest of a backup that is finished and whole in all but its stored files, which are looked at when they are
 * copied. Throws an Error with a sentence.
 */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  if (!manifest)
    throw new Error(`${folder} holds no finished backup. Begin npm run backup there again, or name another.`);
  const parts = [
    ...manifest.tables.map(({ name, sha256 }) => ({ path: tableFile(folder, name), sha256 })),
    { path: join(folder, 'files.txt'), sha256: manifest.files.sha256 },
    ...manifest.others.map(({ path, sha256 }) => ({ path: join(folder, path), sha256 })),
  ];
  for (const { path, sha256 } of parts) {
    const found = await hashOfFile(path).catch(() => undefined);
    if (found === undefined) throw new Error(`${path} of the backup is not there.`);
    if (found !== sha256) throw new Error(`${path} of the backup was changed.`);
  }
  return manifest;
}

/**
 * Reads every stored file of a backup whose manifest was checked, and says which is not whole. Answers how many these are;
 * those that were damaged when it was made are none of them.
 */
export async function checkCopies(
  folder: string,
  { damaged }: Manifest,
  { copies, say }: Pick<Restoring, 'copies' | 'say'>,
): Promise<number> {
  const known = new Set(damaged);
  let wrong = 0;
  for await (const name of namesIn(join(folder, 'files.txt'))) {
    if (known.has(name)) continue;
    await readToEnd(copies, name).catch((error: Error) => {
      wrong += 1;
      say(error.message);
    });
  }
  return wrong;
}

/**
 * After a backup was put back, signed heads of the log are known outside that this log no longer leads to. The key that
 * signed them rests, and another signs from here on (docs/decisions/0041).
 */
const keysOfTheLog = ['keys/log', 'keys/log-head', 'keys/log-problem'];

/** The public keys by which heads of the log are trusted. The list only grows, so two of them are put together. */
const listOfLogKeys = 'keys/log-keys';

async function addMissingLines(place: string, from: string): Promise<void> {
  const lines = async (path: string): Promise<string[]> =>
    (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  const kept = await lines(from);
  const own = (await lines(place)).filter((line) => !kept.includes(line));
  await replaceFile(place, `${[...kept, ...own].join('\n')}\n`, 0o644);
}

/**
 * Puts keys and outbox of the backup into the data folder, before anything makes new ones there. Throws an Error with
 * a sentence where other keys lie there.
 */
export async function placeOthers(folder: string, { others }: Manifest, dataDir: string): Promise<void> {
  for (const { path, sha256 } of others) {
    // By its hash, since a backup of what was restored once has one that was laid aside before.
    const aside = `${path}.before-restore-${sha256.slice(0, 8)}`;
    const place = join(dataDir, keysOfTheLog.includes(path) ? aside : path);
    if (await isThere(place)) {
      if ((await hashOfFile(place)) === sha256) continue;
      if (path === listOfLogKeys) {
        await addMissingLines(place, join(folder, path));
        continue;
      }
      throw new Error(
        `${place} is there already, and is not the one of the backup. Nothing was put back. ` +
          `Name an empty folder in DATA_DIR.`,
      );
    }
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    await writeWhole(place, createReadStream(join(folder, path)));
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );

export type Restoring = {
  database: Database;
  files: FileStore;
  /** The store in `<folder>/files`. */
  copies: FileStore;
  say: (line: string) => void;
};

/**
 * Puts files and rows of a backup that was checked where the settings say: files first, since a row must never name
 * one that is not there, and then all rows at once. It may be broken off and begun again at any point.
 */
export async function restoreBackup(
  folder: string,
  manifest: Manifest,
  { database, files, copies, say }: Restoring,
): Promise<void> {
  const names = namesIn(join(folder, 'files.txt'));
  const copied = await copyFiles(copies, files, names, (done) =>
    say(`${done} of ${manifest.files.count} files.`),
  );
  const damaged = copied.damaged.filter((name) => !manifest.damaged.includes(name));
  if (damaged.length > 0)
    throw new Error(
      `Of the backup ${damaged.length} files are missing or were changed, such as ${damaged[0]}. ` +
        `No row was put back. Put them there from another copy of the backup, and begin again.`,
    );
  say(`${copied.copied} files put back, ${copied.kept} were there already.`);
  const outcome = await loadRows(database, folder, manifest, say);
  say(outcome === 'already' ? 'The rows were there already.' : `The rows of ${manifest.at} are in place.`);
}
