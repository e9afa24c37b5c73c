import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Returns the text that a finished step wrote to `file`, or undefined if it never finished. */
export function readStamp(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Written last, so that an interrupted step is repeated. */
export function writeStamp(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Returns the SHA-256 over files named relative to `folder`, including their names, in the given order. */
export function hashFiles(folder, names) {
  const hash = createHash('sha256');
  for (const name of names) {
    const bytes = readFileSync(path.join(folder, name));
    hash.update(`${name}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}
