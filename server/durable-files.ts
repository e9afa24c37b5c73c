import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file that must never be there twice or in part: aside first, then linked under its name. When
 * another process was faster its file stays. Gives the text that stands at `path` in the end.
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
  await syncFolder(path);
  return readFile(path, 'utf8');
}

/** Puts a file whole in the place of whatever was there. */
export async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  await rename(await writeAside(path, text, mode), path);
  await syncFolder(path);
}

/** On the disk, not only in its cache, before anything points to it. */
async function writeAside(path: string, text: string, mode: number): Promise<string> {
  const aside = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`;
  const file = await open(aside, 'wx', mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  return aside;
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
