import type { Readable } from 'node:stream';

/** SHA-256 of the bytes as 64 lowercase hexadecimal digits. It is the only name of a stored file. */
export type Sha256 = string;

export interface StoredFile {
  /** Size in bytes. */
  size: number;
  /** Fails with WrongBytesError before `end` if the bytes do not match the name. */
  stream: Readable;
}

/**
 * Stores files by the hash of their bytes. A file is written once and never changed, and identical bytes are
 * one file. When `put` resolves, the bytes survive a power failure. Every read is verified against the name
 * (F-07), so a corrupted store causes an error instead of returning wrong bytes.
 */
export interface FileStore {
  put(bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<Sha256>;
  /** @throws NoSuchFileError, WrongBytesError */
  read(sha256: Sha256): Promise<Uint8Array>;
  /**
   * Opens a file as a stream instead of loading it into memory.
   *
   * @throws NoSuchFileError
   */
  open(sha256: Sha256): Promise<StoredFile>;
  has(sha256: Sha256): Promise<boolean>;
  /**
   * Yields the names of all files stored before `moment` (ms UTC), and at or after `since` if given, in no
   * particular order.
   */
  putBefore(moment: number, since?: number): AsyncIterable<Sha256>;
  /**
   * Deletes a file. A missing file is not an error. With `putBefore` (ms UTC), a file that was stored again
   * since then is kept.
   */
  delete(sha256: Sha256, options?: { putBefore?: number }): Promise<void>;
}

export class NoSuchFileError extends Error {
  override readonly name = 'NoSuchFileError';
  constructor(sha256: Sha256) {
    super(`The store has no file ${sha256}.`);
  }
}

export class WrongBytesError extends Error {
  override readonly name = 'WrongBytesError';
  constructor(sha256: Sha256) {
    super(`The stored content of ${sha256} does not match its name.`);
  }
}

/** The store does not respond, is full, or is read-only. The error may be temporary. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
  constructor(reason: string, options?: ErrorOptions) {
    super(`The file store is unavailable. ${reason}`, options);
  }
}

/** The file is encrypted with a key that is not configured. */
export class UnknownFileKeyError extends StoreUnavailableError {
  /** Hexadecimal id of the key. It reveals nothing about the key itself. */
  readonly keyId: string;
  constructor(keyId: string) {
    super(
      `A file is encrypted with the key ${keyId}, which is neither FILES_KEY nor among FILES_KEY_PREVIOUS.`,
    );
    this.keyId = keyId;
  }
}
