import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { NoSuchFileError, WrongBytesError, type FileStore, type Sha256 } from '../ports/file-store.ts';

/** Files that are under way at once. */
const atOnce = 4;

export type Copied = {
  copied: number;
  /** Were there already, from an earlier try. */
  kept: number;
  /** Were not in the store, or not whole. */
  damaged: Sha256[];
};

/** Takes files from one store to another. What the other has already stays, so that this may be begun again. */
export async function copyFiles(
  from: FileStore,
  to: FileStore,
  names: AsyncIterable<Sha256>,
  told: (done: number) => void = () => undefined,
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
      if (done % 1000 === 0) told(done);
    }
  };
  // Whoever is told of a failure finds nothing still under way.
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

/** The names in files.txt, without having all of them in memory. */
export async function* namesIn(path: string): AsyncGenerator<Sha256> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  for await (const line of lines) if (line !== '') yield line;
}
