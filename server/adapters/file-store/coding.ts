import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  UnknownFileKeyError,
  WrongBytesError,
  type FileStore,
  type Sha256,
} from '#server/ports/file-store.ts';

/** How file content is stored: unchanged or encrypted. */
export type Coding = {
  /** Bytes needed to detect the encoding. */
  headLength: number;
  /** Encodes a file for storage. */
  keep(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /**
   * Decodes a stored file by its head; undefined for a file that is stored unchanged. `kept` is the stored
   * size in bytes. Reading fails with `EditedSince` if the bytes were changed.
   */
  read(head: Buffer, rest: AsyncIterable<Buffer>, kept: number): Stored | undefined;
  /** Returns the id of the key that this head names, even if we do not have that key. */
  needs(head: Buffer): string | undefined;
};

export type Stored = { size: number; bytes: AsyncIterable<Buffer> };

/** A file store that can report how its files are encoded. */
export type KeptStore = FileStore & {
  /**
   * Returns the first bytes stored under the name, as many as the coding needs.
   *
   * @throws NoSuchFileError
   */
  head(sha256: Sha256): Promise<Buffer>;
};

/** The stored bytes were altered: a part was changed, moved or removed, or the end is missing. */
export class EditedSince extends Error {}

/** Opens a stored file with its original size. Reading verifies the bytes against the hash in its name. */
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

export async function readStoredFile(coding: Coding, bytes: Buffer, sha256: Sha256): Promise<Uint8Array> {
  const head = bytes.subarray(0, coding.headLength);
  const found = coding.read(head, only(bytes.subarray(coding.headLength)), bytes.length);
  if (found) return buffer(named(found.bytes, sha256));
  if (createHash('sha256').update(bytes).digest('hex') === sha256) return bytes;
  throw wrong(coding.needs(head), sha256);
}

/** Passes the bytes through and adds them to the hash. */
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
    throw error instanceof EditedSince ? new WrongBytesError(sha256) : error;
  }
}

/**
 * An unencrypted file may happen to start like an encrypted one. It is returned if its hash matches its name.
 * Only otherwise is the key reported as missing.
 */
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

/** Reads at least this many bytes, or all there are. */
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

/** Holds back the last chunk until the hash is verified, so that wrong bytes never look complete. */
async function* checked(bytes: AsyncIterable<Buffer>, sha256: Sha256): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let held: Buffer | undefined;
  for await (const chunk of bytes) {
    hash.update(chunk);
    if (held) yield held;
    held = chunk;
  }
  if (hash.digest('hex') !== sha256) throw new WrongBytesError(sha256);
  if (held) yield held;
}
