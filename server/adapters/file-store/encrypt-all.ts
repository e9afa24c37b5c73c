import { NoSuchFileError, WrongBytesError, type Sha256 } from '#server/ports/file-store.ts';
import type { FileKeys } from '#server/foundation/config/store-settings.ts';
import type { KeptStore } from './coding.ts';
import { keyIdOf, masterKey } from './encryption.ts';

/** Files processed concurrently. */
const atOnce = 4;

/** Returns the number of files by key id; '' means unencrypted. */
export async function countByKey(files: KeptStore): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  await forEach(files, async (name) => {
    const id = keyIdOf(await files.head(name)) ?? '';
    counts.set(id, (counts.get(id) ?? 0) + 1);
  });
  return counts;
}

export type EncryptedAll = {
  done: number;
  /** Number of files already encrypted with the current key. */
  kept: number;
  /** Files that are corrupt or whose key is missing. They were not changed. */
  damaged: Sha256[];
};

/**
 * Rewrites every file that is not stored as configured: encrypted with the current key, or unencrypted if
 * there is none. The server may run at the same time. The process can be interrupted and resumed.
 */
export async function encryptAll(
  files: KeptStore,
  keys: FileKeys,
  reportProgress: (done: number) => void = () => undefined,
): Promise<EncryptedAll> {
  const wanted = keys.current && idOf(keys.current);
  const result: EncryptedAll = { done: 0, kept: 0, damaged: [] };
  await forEach(files, async (name) => {
    if (keyIdOf(await files.head(name)) === wanted) {
      result.kept += 1;
      return;
    }
    try {
      const { stream } = await files.open(name);
      try {
        await files.put(stream as AsyncIterable<Uint8Array>);
      } finally {
        stream.destroy();
      }
      result.done += 1;
      if (result.done % 1000 === 0) reportProgress(result.done);
    } catch (error) {
      if (!(error instanceof WrongBytesError)) throw error;
      result.damaged.push(name);
    }
  });
  return result;
}

/** Returns the id of a key that a file needs but the configuration lacks. Checks a sample of the files. */
export async function missingKey(files: KeptStore, keys: FileKeys, most = 20): Promise<string | undefined> {
  const known = [...(keys.current ? [keys.current] : []), ...keys.previous].map(idOf);
  for await (const name of files.putBefore(Infinity)) {
    const id = keyIdOf(await headOf(files, name));
    if (id !== undefined && !known.includes(id) && !(await isItself(files, name))) return id;
    if ((most -= 1) <= 0) return undefined;
  }
  return undefined;
}

const idOf = (key: Buffer): string => masterKey(key).id.toString('hex');

const headOf = (files: KeptStore, name: Sha256): Promise<Buffer> =>
  files.head(name).catch((error: unknown) => {
    if (error instanceof NoSuchFileError) return Buffer.alloc(0);
    throw error;
  });

/** Returns true for an unencrypted file that happens to start like an encrypted one. */
const isItself = (files: KeptStore, name: Sha256): Promise<boolean> =>
  files.read(name).then(
    () => true,
    () => false,
  );

/** Calls `act` for each file, skipping files that are deleted in the meantime. */
async function forEach(files: KeptStore, act: (name: Sha256) => Promise<void>): Promise<void> {
  const names = files.putBefore(Infinity)[Symbol.asyncIterator]();
  let failed = false;
  const work = async (): Promise<void> => {
    for (let next = await names.next(); !next.done && !failed; next = await names.next()) {
      await act(next.value).catch((error: unknown) => {
        if (error instanceof NoSuchFileError) return;
        failed = true;
        throw error;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
