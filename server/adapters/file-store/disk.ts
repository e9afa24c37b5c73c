import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { NoSuchFileError } from '#server/ports/file-store.ts';
import type { Sha256 } from '#server/ports/file-store.ts';
import { renameDurably, syncFolder, writeSynced } from '../../foundation/process/durable-files.ts';
import { hashed, only, openKept, readStoredFile, type Coding, type KeptStore } from './coding.ts';
import { unencrypted } from './encryption.ts';

/**
 * Stores files at `<folder>/ab/cd/abcd…`. Each file is written to a temporary file, synced and renamed, and
 * then the folder is synced (F-13). A file therefore exists completely or not at all, even after a power
 * failure.
 */
export function diskFileStore(folder: string, coding: Coding = unencrypted): KeptStore {
  const pathOf = (sha256: Sha256): string => {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new NoSuchFileError(sha256);
    return join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  };
  let tidied: Promise<void> | undefined;
  return {
    async put(bytes) {
      const unfinished = join(folder, 'unfinished');
      await makeFolder(unfinished);
      // Errors of the cleanup must not prevent storing a file. The next put tries again.
      await (tidied ??= removeAbandoned(unfinished).catch(() => {
        tidied = undefined;
      }));
      const temporary = join(unfinished, randomUUID());
      try {
        const sha256 = await writeHashed(temporary, bytes, coding);
        const path = pathOf(sha256);
        // Written even if the file already exists, since the existing file may be corrupt.
        await makeFolder(dirname(path));
        await renameDurably(temporary, path);
        return sha256;
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },

    ...readingFrom(pathOf, coding),

    async has(sha256) {
      try {
        await stat(pathOf(sha256)).catch((error: unknown) => refuseAbsent(error, sha256));
        return true;
      } catch (error) {
        if (error instanceof NoSuchFileError) return false;
        throw error; // a disk error does not mean that the file is missing
      }
    },

    async *putBefore(moment, since = -Infinity) {
      for (const first of await foldersIn(folder)) {
        for (const second of await foldersIn(join(folder, first))) {
          for (const sha256 of await readdir(join(folder, first, second)).catch(() => [])) {
            if (!/^[0-9a-f]{64}$/.test(sha256)) continue;
            const { mtimeMs } = await stat(pathOf(sha256)).catch(() => ({ mtimeMs: Infinity }));
            if (mtimeMs < moment && mtimeMs >= since) yield sha256;
          }
        }
      }
    },

    async delete(sha256, { putBefore = Infinity } = {}) {
      const path = pathOf(sha256);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
      if (mtimeMs >= putBefore) return;
      await rm(path, { force: true });
      await syncFolder(dirname(path)).catch(() => undefined); // a missing folder needs no sync
    },
  };
}

function readingFrom(
  pathOf: (sha256: Sha256) => string,
  coding: Coding,
): Pick<KeptStore, 'read' | 'open' | 'head'> {
  return {
    async read(sha256) {
      const bytes = await readFile(pathOf(sha256)).catch((error: unknown) => refuseAbsent(error, sha256));
      return readStoredFile(coding, bytes, sha256);
    },

    async open(sha256) {
      const file = await open(pathOf(sha256)).catch((error: unknown) => refuseAbsent(error, sha256));
      try {
        const kept = { size: (await file.stat()).size, stream: file.createReadStream({ autoClose: false }) };
        const { size, bytes } = await openKept(coding, kept, sha256);
        const stream = Readable.from(bytes, { objectMode: false });
        // Closes the file even if the stream was never read.
        stream.once('close', () => void file.close());
        return { size, stream };
      } catch (error) {
        await file.close();
        throw error;
      }
    },

    async head(sha256) {
      const file = await open(pathOf(sha256)).catch((error: unknown) => refuseAbsent(error, sha256));
      try {
        const { buffer, bytesRead } = await file.read(
          Buffer.alloc(coding.headLength),
          0,
          coding.headLength,
          0,
        );
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
  };
}

/** Returns the two-letter folders that contain files. */
async function foldersIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => /^[0-9a-f]{2}$/.test(name));
}

async function writeHashed(
  path: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  coding: Coding,
): Promise<Sha256> {
  const hash = createHash('sha256');
  const source = bytes instanceof Uint8Array ? only(bytes) : bytes;
  await writeSynced(path, 'wx', 0o600, async (file) => {
    for await (const chunk of coding.keep(hashed(source, hash))) await file.writeFile(chunk);
  });
  return hash.digest('hex');
}

/** Deletes temporary files of killed processes after a day, which is longer than any upload. */
async function removeAbandoned(unfinished: string): Promise<void> {
  for (const name of await readdir(unfinished)) {
    const path = join(unfinished, name);
    const age = Date.now() - (await stat(path).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs;
    if (age > 24 * 3600 * 1000) await rm(path, { force: true });
  }
}

/** Creates the folder and its parents, and syncs each parent to which an entry was added. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!first) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

function refuseAbsent(error: unknown, sha256: Sha256): never {
  throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? new NoSuchFileError(sha256) : error;
}
