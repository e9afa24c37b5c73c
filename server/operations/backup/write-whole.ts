import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { renameDurably, writeSynced } from '../../foundation/process/durable-files.ts';

/**
 * Writes a stream to a temporary file, syncs it and renames it, so that a file with its final name is always
 * complete. Returns its SHA-256.
 */
export async function writeFileDurably(path: string, source: Readable): Promise<string> {
  const hash = createHash('sha256');
  const aside = `${path}.unfinished`;
  await writeSynced(aside, 'w', 0o600, async (file) => {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      hash.update(chunk);
      await file.writeFile(chunk);
    }
  });
  await renameDurably(aside, path);
  return hash.digest('hex');
}

export async function replaceWhole(path: string, text: string): Promise<void> {
  const aside = `${path}.unfinished`;
  await writeSynced(aside, 'w', 0o600, (file) => file.writeFile(text));
  await renameDurably(aside, path);
}

export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}
