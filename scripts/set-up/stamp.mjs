import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The note that a finished step left in `file`, or undefined when it never finished. */
export function readStamp(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Written last, so that a step that was cut short is done again. */
export function writeStamp(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** SHA-256 over files named relative to `folder`, their names included, in the order given. */
export function hashFiles(folder, names) {
  const hash = createHash('sha256');
  for (const name of names) {
    const bytes = readFileSync(path.join(folder, name));
    hash.update(`${name}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}
