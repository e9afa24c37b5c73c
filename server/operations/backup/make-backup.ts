import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { deriveSecret } from '../../foundation/crypto/secret-key.ts';
import type { Database } from '../../foundation/db/database.ts';
import { neededFiles } from '../../records/stored-files/needed-files.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { copyFiles, namesIn, type Copied } from './copy-files.ts';
import { recordBackup } from './last-backup.ts';
import { readManifest, writeManifest, type Manifest } from './manifest.ts';
import { refuseOtherFolder } from './refuse-other-folder.ts';
import { createSnapshot } from './snapshot.ts';
import { writeFileDurably } from './write-whole.ts';

export type BackingUp = {
  database: Pick<Database, 'owner' | 'db'>;
  files: FileStore;
  /** File store of the backup, in `<folder>/files`. */
  copies: FileStore;
  /** Path of the data folder with keys and outbox. */
  dataDir: string;
  /**
   * True if the sealing key is in the data folder, and not in a file or hardware module named by the
   * settings.
   */
  ownSeal: boolean;
  secretKey: Buffer;
  version: string;
  /** Prints a progress message. */
  say: (line: string) => void;
};

/** File that marks an unfinished backup. */
const begun = 'unfinished-backup';
/** Maximum number of attempts. If a file is deleted after the rows were read, they are read again. */
const rounds = 5;

/**
 * Copies an installation into a folder while it is running: first the rows in one snapshot, then the files to
 * which they refer, which never change. An interrupted backup can be resumed. The manifest, which is written
 * last, lists the files that were already damaged.
 * @throws Error with a message if the folder contains something else, or if the data folder does not belong
 * to these rows.
 */
export async function createBackup(folder: string, backingUp: BackingUp): Promise<Manifest> {
  const { database, files, copies, dataDir, secretKey, version, say } = backingUp;
  await refuseOtherFolder(database.db, backingUp);
  await openFolder(folder, say);
  // Keys are copied before the rows, so that the tree head stored with them is not newer than the log.
  const others = await copyOthers(dataDir, folder);
  for (let round = 1; ; round += 1) {
    const snapshot = await createSnapshot(database.owner, folder);
    const rows = snapshot.tables.reduce((sum, table) => sum + table.rows, 0);
    say(`${rows} rows in ${snapshot.tables.length} tables, as of ${snapshot.at}.`);
    const copied = await copyFiles(files, copies, namesIn(join(folder, 'files.txt')), (done) =>
      say(`${done} of ${snapshot.files.count} files.`),
    );
    say(`${copied.copied} files copied, ${copied.kept} already existed.`);
    const damaged = await neededByRows(database, copied);
    if (damaged.length < copied.damaged.length && round < rounds) continue;
    await removeOthersThan(join(folder, 'files.txt'), copies);
    const secretCheck = secretCheckOf(secretKey);
    const manifest = { format: 1 as const, version, ...snapshot, damaged, others, secretCheck };
    await writeManifest(folder, manifest);
    await rm(join(folder, begun));
    await recordBackup(dataDir, snapshot.at);
    return manifest;
  }
}

export const secretCheckOf = (secretKey: Buffer): string =>
  deriveSecret(secretKey, 'backup check').toString('hex');

async function openFolder(folder: string, say: (line: string) => void): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const there = await readdir(folder);
  const earlier = await readManifest(folder);
  if (earlier && !there.includes(begun))
    throw new Error(`${folder} contains the backup of ${earlier.at}. Choose another folder.`);
  if (there.length > 0 && !there.includes(begun))
    throw new Error(`${folder} is not empty. Choose another folder for the backup.`);
  if (there.length > 0) say('Continuing the backup that was started here.');
  await writeFile(join(folder, begun), 'This backup is not finished. Run the same command again.\n');
  // A manifest marks a complete backup, so an old one is removed before anything changes.
  await rm(join(folder, 'manifest.json'), { force: true });
}

async function neededByRows(database: Pick<Database, 'db'>, { damaged }: Copied): Promise<string[]> {
  const needed = await neededFiles(database.db, damaged);
  return damaged.filter((name) => needed.has(name));
}

/**
 * Removes files from earlier attempts, so that the backup does not keep files that were deleted in the
 * meantime.
 */
async function removeOthersThan(list: string, copies: FileStore): Promise<void> {
  const named = new Set<string>();
  for await (const name of namesIn(list)) named.add(name);
  for await (const name of copies.putBefore(Infinity)) if (!named.has(name)) await copies.delete(name);
}

/** Returns the keys, and the emails in the outbox except those that are still being written. */
async function copyOthers(dataDir: string, folder: string): Promise<Manifest['others']> {
  const others: Manifest['others'] = [];
  for (const part of ['keys', 'outbox']) {
    for (const path of await filesBelow(dataDir, part)) {
      if (/\.\d+\.[0-9a-f]{12}$|\.unfinished$/.test(path)) continue;
      const copy = join(folder, path);
      await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
      const sha256 = await writeFileDurably(copy, createReadStream(join(dataDir, path))).catch(ifGone);
      if (sha256 !== undefined) others.push({ path, sha256 });
    }
  }
  return others;
}

async function filesBelow(dataDir: string, part: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, part), { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(dataDir, '/').length))
    .sort();
}

function ifGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
