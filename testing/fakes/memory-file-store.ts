import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { NoSuchFileError, WrongBytesError } from '#server/ports/file-store.ts';
import type { FileStore } from '#server/ports/file-store.ts';

export interface MemoryFileStore extends FileStore {
  /** Changes the bytes stored under a name, as a failing disk would. */
  spoil(sha256: string, bytes: Uint8Array): void;
  /** Returns the number of stored files. */
  count(): number;
}

export function memoryFileStore(): MemoryFileStore {
  const files = new Map<string, Uint8Array>();
  const putAt = new Map<string, number>();
  const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
  const read = async (sha256: string): Promise<Uint8Array> => {
    const bytes = files.get(sha256);
    if (!bytes) throw new NoSuchFileError(sha256);
    if (sha256Of(bytes) !== sha256) throw new WrongBytesError(sha256);
    return bytes;
  };
  return {
    async put(source) {
      const bytes = source instanceof Uint8Array ? Uint8Array.from(source) : await buffer(source);
      const sha256 = sha256Of(bytes);
      files.set(sha256, bytes);
      putAt.set(sha256, Date.now());
      return sha256;
    },
    read,
    async open(sha256) {
      const size = files.get(sha256)?.length;
      if (size === undefined) throw new NoSuchFileError(sha256);
      const chunks = async function* (): AsyncGenerator<Uint8Array> {
        yield await read(sha256);
      };
      return { size, stream: Readable.from(chunks(), { objectMode: false }) };
    },
    async *putBefore(moment, since = -Infinity) {
      for (const [sha256, at] of putAt)
        if (files.has(sha256) && at < moment && at >= since) yield await Promise.resolve(sha256);
    },
    has: async (sha256) => files.has(sha256),
    async delete(sha256, { putBefore = Infinity } = {}) {
      if ((putAt.get(sha256) ?? 0) < putBefore) files.delete(sha256);
    },
    spoil: (sha256, bytes) => void files.set(sha256, bytes),
    count: () => files.size,
  };
}
