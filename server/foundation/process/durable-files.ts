import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

// These functions leave a file either complete or absent, even after a power failure.

/**
 * Writes a file that must be created only once: writes a temporary file and links it to `path`. If another
 * process was faster, its file stays. Returns the final content of `path`.
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

/** Returns the text of a file; undefined if it does not exist. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Replaces a file atomically. */
export async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  await renameDurably(await writeAside(path, text, mode), path);
}

async function writeAside(path: string, text: string, mode: number): Promise<string> {
  const aside = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`;
  await writeSynced(aside, 'wx', mode, (file) => file.writeFile(text));
  return aside;
}

/** Writes a file and syncs it to disk, so that the content is durable before anything refers to it. */
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

/** Renames a temporary file to its final name and syncs the folder. */
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
