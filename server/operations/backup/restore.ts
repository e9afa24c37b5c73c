import { createReadStream } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Database } from '../../foundation/db/database.ts';
import { replaceFile } from '../../foundation/process/durable-files.ts';
import { readToEnd } from '../../records/stored-files/check-stored-files.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { copyFiles, namesIn } from './copy-files.ts';
import { loadRows } from './load-rows.ts';
import { readManifest, type Manifest } from './manifest.ts';
import { tableFile } from './snapshot.ts';
import { hashOfFile, writeFileDurably } from './write-whole.ts';

/**
 * Checks everything in a backup except its stored files, which are checked when they are copied. Returns the
 * manifest.
 * @throws Error with a message if the backup is unfinished or damaged.
 */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  if (!manifest)
    throw new Error(
      `${folder} contains no finished backup. Run npm run backup there again, or name another folder.`,
    );
  const parts = [
    ...manifest.tables.map(({ name, sha256 }) => ({ path: tableFile(folder, name), sha256 })),
    { path: join(folder, 'files.txt'), sha256: manifest.files.sha256 },
    ...manifest.others.map(({ path, sha256 }) => ({ path: join(folder, path), sha256 })),
  ];
  for (const { path, sha256 } of parts) {
    const found = await hashOfFile(path).catch(() => undefined);
    if (found === undefined) throw new Error(`${path} is missing from the backup.`);
    if (found !== sha256) throw new Error(`${path} in the backup was changed.`);
  }
  return manifest;
}

/**
 * Reads every stored file of a checked backup and reports damaged ones. Returns their number, not counting
 * those that were already damaged when the backup was made.
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
 * Others may know tree heads that were signed after the backup and that the restored log does not continue.
 * The old log key is therefore set aside, and a new one signs from now on (docs/decisions/0041).
 */
const keysOfTheLog = ['keys/log', 'keys/log-head', 'keys/log-problem'];

/** Public keys trusted for tree heads. Keys are only ever added, so two lists can be merged. */
const listOfLogKeys = 'keys/log-keys';

async function addMissingLines(place: string, from: string): Promise<void> {
  const lines = async (path: string): Promise<string[]> =>
    (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  const kept = await lines(from);
  const own = (await lines(place)).filter((line) => !kept.includes(line));
  await replaceFile(place, `${[...kept, ...own].join('\n')}\n`, 0o644);
}

/**
 * Copies the keys and the outbox of the backup into the data folder, before anything creates new ones.
 * @throws Error with a message if the folder has different keys.
 */
export async function placeOthers(folder: string, { others }: Manifest, dataDir: string): Promise<void> {
  for (const { path, sha256 } of others) {
    // The name contains the key's hash, because a backup of a restored installation already contains a key
    // that was set aside.
    const aside = `${path}.before-restore-${sha256.slice(0, 8)}`;
    const place = join(dataDir, keysOfTheLog.includes(path) ? aside : path);
    if (await isThere(place)) {
      if ((await hashOfFile(place)) === sha256) continue;
      if (path === listOfLogKeys) {
        await addMissingLines(place, join(folder, path));
        continue;
      }
      throw new Error(
        `${place} already exists and differs from the backup. Nothing was restored. ` +
          `Set DATA_DIR to an empty folder.`,
      );
    }
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    await writeFileDurably(place, createReadStream(join(folder, path)));
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
  /** File store of the backup, in `<folder>/files`. */
  copies: FileStore;
  say: (line: string) => void;
};

/**
 * Restores the files and rows of a checked backup to where the settings say. Files come first, because rows
 * must never refer to missing files. Then all rows are inserted in one transaction. An interrupted restore
 * can be resumed at any point.
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
      `${damaged.length} files of the backup are missing or were changed, such as ${damaged[0]}. ` +
        `No row was restored. Copy the files from another copy of the backup and start again.`,
    );
  say(`${copied.copied} files restored, ${copied.kept} were already there.`);
  const outcome = await loadRows(database, folder, manifest, say);
  say(outcome === 'already' ? 'The rows already existed.' : `The rows of ${manifest.at} were restored.`);
}
