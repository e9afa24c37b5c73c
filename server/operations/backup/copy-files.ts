import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { NoSuchFileError, WrongBytesError, type FileStore, type Sha256 } from '../../ports/file-store.ts';

/** Number of files copied concurrently. */
const atOnce = 4;

export type Copied = {
  copied: number;
  /** Number of files that an earlier attempt had already copied. */
  kept: number;
  /** Files that are missing or corrupt in the source. */
  damaged: Sha256[];
};

/** Copies files from one store to another. Skips existing files, so an interrupted copy can be resumed. */
export async function copyFiles(
  from: FileStore,
  to: FileStore,
  names: AsyncIterable<Sha256>,
  reportProgress: (done: number) => void = () => undefined,
): Promise<Copied> {
  const result: Copied = { copied: 0, kept: 0, damaged: [] };
  const iterator = names[Symbol.asyncIterator]();
  let failed = false;
  const work = async (): Promise<void> => {
    for (let next = await iterator.next(); !next.done && !failed; next = await iterator.next()) {
      const outcome = await copyOne(from, to, next.value);
      if (outcome === 'damaged') result.damaged.push(next.value);
      else result[outcome] += 1;
      const done = result.copied + result.kept;
      if (done % 1000 === 0) reportProgress(done);
    }
  };
  // Waits for all copies, so that none is running when the caller gets the error.
  const ends = await Promise.allSettled(
    Array.from({ length: atOnce }, () =>
      work().catch((error: unknown) => {
        failed = true;
        throw error;
      }),
    ),
  );
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return result;
}

async function copyOne(from: FileStore, to: FileStore, name: Sha256): Promise<'copied' | 'kept' | 'damaged'> {
  if (await to.has(name)) return 'kept';
  try {
    const { stream } = await from.open(name);
    try {
      await to.put(stream as AsyncIterable<Uint8Array>);
    } finally {
      stream.destroy();
    }
    return 'copied';
  } catch (error) {
    if (error instanceof NoSuchFileError || error instanceof WrongBytesError) return 'damaged';
    throw error;
  }
}

/** Streams the file names in files.txt. */
export async function* namesIn(path: string): AsyncGenerator<Sha256> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  for await (const line of lines) if (line !== '') yield line;
}
