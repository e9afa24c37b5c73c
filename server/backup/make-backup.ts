import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { deriveSecret } from '../crypto/secret-key.ts';
import type { Database } from '../db/database.ts';
import { neededFiles } from '../files/needed-files.ts';
import type { FileStore } from '../ports/file-store.ts';
import { copyFiles, namesIn, type Copied } from './copy-files.ts';
import { readManifest, writeManifest, type Manifest } from './manifest.ts';
import { refuseOtherFolder } from './refuse-other-folder.ts';
import { takeSnapshot } from './snapshot.ts';
import { writeWhole } from './write-whole.ts';

export type BackingUp = {
  database: Pick<Database, 'owner' | 'db'>;
  files: FileStore;
  /** A store in `<folder>/files`. */
  copies: FileStore;
  /** Of keys and outbox. */
  dataDir: string;
  /** Whether the key that seals is one of those, and not a file or a module that the settings name. */
  ownSeal: boolean;
  secretKey: Buffer;
  version: string;
  /** Told in sentences how far it is. */
  say: (line: string) => void;
};

/** Marks a folder in which a backup was begun. */
const begun = 'unfinished-backup';
/** A file may be deleted for good between the rows and its turn; then the rows are read again. */
const rounds = 5;

/**
 * Copies everything of an installation into a folder while it works: the rows at one moment, and then the files that
 * they name, which never change. One that was broken off goes on where it was when it is begun again.
 *
 * Throws an Error with a sentence where the folder holds something else, or the data folder is not the one of these rows.
 * The manifest is written last, and lists what was damaged already.
 */
export async function makeBackup(folder: string, backingUp: BackingUp): Promise<Manifest> {
  const { database, files, copies, dataDir, secretKey, version, say } = backingUp;
  await refuseOtherFolder(database.db, backingUp);
  await openFolder(folder, say);
  // Before the rows: a head of the log that is kept there must not be newer than the log.
  const others = await copyOthers(dataDir, folder);
  for (let round = 1; ; round += 1) {
    const snapshot = await takeSnapshot(database.owner, folder);
    const rows = snapshot.tables.reduce((sum, table) => sum + table.rows, 0);
    say(`${rows} rows in ${snapshot.tables.length} tables, as they were at ${snapshot.at}.`);
    const copied = await copyFiles(files, copies, namesIn(join(folder, 'files.txt')), (done) =>
      say(`${done} of ${snapshot.files.count} files.`),
    );
    say(`${copied.copied} files copied, ${copied.kept} were there already.`);
    const damaged = await stillNeeded(database, copied);
    if (damaged.length < copied.damaged.length && round < rounds) continue;
    await removeOthersThan(join(folder, 'files.txt'), copies);
    const secretCheck = secretCheckOf(secretKey);
    const manifest = { format: 1 as const, version, ...snapshot, damaged, others, secretCheck };
    await writeManifest(folder, manifest);
    await rm(join(folder, begun));
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
    throw new Error(`${folder} holds the backup of ${earlier.at}. Name another folder.`);
  if (there.length > 0 && !there.includes(begun))
    throw new Error(`${folder} is not empty. Name another folder for the backup.`);
  if (there.length > 0) say('A backup was begun here, and goes on.');
  await writeFile(
    join(folder, begun),
    'This backup is not finished: begin it again with the same command.\n',
  );
  // Before anything changes, since a manifest says that all is there.
  await rm(join(folder, 'manifest.json'), { force: true });
}

async function stillNeeded(database: Pick<Database, 'db'>, { damaged }: Copied): Promise<string[]> {
  const needed = await neededFiles(database.db, damaged);
  return damaged.filter((name) => needed.has(name));
}

/** Of earlier tries: what was deleted for good since is not kept in a backup either. */
async function removeOthersThan(list: string, copies: FileStore): Promise<void> {
  const named = new Set<string>();
  for await (const name of namesIn(list)) named.add(name);
  for await (const name of copies.putBefore(Infinity)) if (!named.has(name)) await copies.delete(name);
}

/** Keys, and mails in the outbox; without those that are just being written. */
async function copyOthers(dataDir: string, folder: string): Promise<Manifest['others']> {
  const others: Manifest['others'] = [];
  for (const part of ['keys', 'outbox']) {
    for (const path of await filesBelow(dataDir, part)) {
      if (/\.\d+\.[0-9a-f]{12}$|\.unfinished$/.test(path)) continue;
      const copy = join(folder, path);
      await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
      const sha256 = await writeWhole(copy, createReadStream(join(dataDir, path))).catch(ifGone);
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
