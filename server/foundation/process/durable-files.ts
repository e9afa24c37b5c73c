import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

// Files that are complete or absent, even after a power failure.

/**
 * Writes a file that must be created only once and completely: to a temporary file, then linked to its name.
 * If another process was faster, its file is kept. Returns the final content at `path`.
 */
export async function createOnce(path: string, text: string, mode: number): Promise<string> {
  const aside = await writeAside(path, text, mode);
  try {
    await link(aside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(aside);
  }
  await syncFolder(dirname(path));
  return readFile(path, 'utf8');
}

/** Returns the text of a file; undefined if there is none. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Atomically replaces a file. */
export async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  await renameDurably(await writeAside(path, text, mode), path);
}

async function writeAside(path: string, text: string, mode: number): Promise<string> {
  const aside = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`;
  await writeSynced(aside, 'wx', mode, (file) => file.writeFile(text));
  return aside;
}

/** Writes and syncs to disk, so that the content is durable before anything refers to it. */
export async function writeSynced(
  path: string,
  flags: 'w' | 'wx',
  mode: number,
  write: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const file = await open(path, flags, mode);
  try {
    await write(file);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Renames a temporary file to its final name. */
export async function renameDurably(aside: string, path: string): Promise<void> {
  await rename(aside, path);
  await syncFolder(dirname(path));
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
