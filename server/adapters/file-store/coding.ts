import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  UnknownFileKeyError,
  WrongBytesError,
  type FileStore,
  type Sha256,
} from '#server/ports/file-store.ts';
import { checked } from './checked.ts';

/** How a store keeps the bytes of files: as they are, or in another form. */
export type Coding = {
  /** Bytes that have to be seen before it can be told what lies there. */
  headLength: number;
  /** The form in which a file is kept. */
  keep(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /**
   * The file behind a head; undefined for one that is taken as it is. `kept` is all that lies there, in bytes.
   * Its bytes fail with NotAsKept where they were changed.
   */
  read(head: Buffer, rest: AsyncIterable<Buffer>, kept: number): Stored | undefined;
  /** The name of the key that this head speaks of, had or not. */
  needs(head: Buffer): string | undefined;
};

export type Stored = { size: number; bytes: AsyncIterable<Buffer> };

/** A store whose files can be asked how they are kept. */
export type KeptStore = FileStore & {
  /** The beginning of what is kept under the name, as long as the coding needs it. Throws NoSuchFileError. */
  head(sha256: Sha256): Promise<Buffer>;
};

/** Not as it was kept: a part was changed, moved or left out, or the end is missing. */
export class NotAsKept extends Error {}

/** The file in what is kept, with its true size; its bytes are compared with its name. */
export async function openKept(
  coding: Coding,
  kept: { size: number; stream: Readable },
  sha256: Sha256,
): Promise<Stored> {
  const source = kept.stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const begun = await take(source, coding.headLength);
  const head = begun.subarray(0, coding.headLength);
  const behind = begun.subarray(coding.headLength);
  const found = coding.read(head, following(behind, source), kept.size);
  if (found) return { size: found.size, bytes: named(found.bytes, sha256) };
  const raw = named(following(begun, source), sha256);
  return { size: kept.size, bytes: orKeyMissing(raw, coding.needs(head)) };
}

export async function readKept(coding: Coding, bytes: Buffer, sha256: Sha256): Promise<Uint8Array> {
  const head = bytes.subarray(0, coding.headLength);
  const found = coding.read(head, only(bytes.subarray(coding.headLength)), bytes.length);
  if (found) return buffer(named(found.bytes, sha256));
  if (createHash('sha256').update(bytes).digest('hex') === sha256) return bytes;
  throw wrong(coding.needs(head), sha256);
}

/** The bytes as they pass, counted into a hash. */
export async function* hashed(bytes: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

export async function* only<Bytes extends Uint8Array>(bytes: Bytes): AsyncGenerator<Bytes> {
  yield await Promise.resolve(bytes);
}

async function* named(bytes: AsyncIterable<Buffer>, sha256: Sha256): AsyncGenerator<Buffer> {
  try {
    yield* checked(bytes, sha256);
  } catch (error) {
    throw error instanceof NotAsKept ? new WrongBytesError(sha256) : error;
  }
}

/** A file may begin by itself as an encrypted one does: its hash decides, and only then the key is missed. */
async function* orKeyMissing(
  bytes: AsyncIterable<Buffer>,
  keyId: string | undefined,
): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    if (error instanceof WrongBytesError && keyId !== undefined) throw new UnknownFileKeyError(keyId);
    throw error;
  }
}

function wrong(keyId: string | undefined, sha256: Sha256): Error {
  return keyId === undefined ? new WrongBytesError(sha256) : new UnknownFileKeyError(keyId);
}

/** At least so many bytes, or all. */
export async function take(source: AsyncIterator<Buffer>, length: number): Promise<Buffer> {
  const taken: Buffer[] = [];
  for (let size = 0; size < length;) {
    const next = await source.next();
    if (next.done) break;
    taken.push(next.value);
    size += next.value.length;
  }
  return Buffer.concat(taken);
}

async function* following(begun: Buffer, source: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (begun.length > 0) yield begun;
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
  } finally {
    await source.return?.();
  }
}
