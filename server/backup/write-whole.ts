import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';

/** Writes a stream beside its place, syncs it, and renames it: a name stands for all of its bytes. Answers their SHA-256. */
export async function writeWhole(path: string, source: Readable): Promise<string> {
  const hash = createHash('sha256');
  const aside = `${path}.unfinished`;
  const file = await open(aside, 'w', 0o600);
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(aside, path);
  await syncFolder(dirname(path));
  return hash.digest('hex');
}

export async function replaceWhole(path: string, text: string): Promise<void> {
  const aside = `${path}.unfinished`;
  const file = await open(aside, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(aside, path);
  await syncFolder(dirname(path));
}

export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
