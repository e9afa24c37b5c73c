import type { Readable } from 'node:stream';

/** SHA-256 of the bytes as 64 lower-case hexadecimal digits; the only name that a stored file has. */
export type Sha256 = string;

export interface StoredFile {
  /** Bytes. */
  size: number;
  /** Fails with WrongBytesError at its end, before `end`, when the bytes are not those of the name. */
  stream: Readable;
}

/**
 * Files by the hash of their bytes: written once, never changed, the same bytes are one file. When `put`
 * resolves, the bytes survive a power failure. What is read is checked against its name (F-07): a store that
 * has become wrong gives an error, and never other bytes than were put.
 */
export interface FileStore {
  put(bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<Sha256>;
  /** Throws NoSuchFileError, WrongBytesError. */
  read(sha256: Sha256): Promise<Uint8Array>;
  /** For sending on without holding the whole file in memory. Throws NoSuchFileError. */
  open(sha256: Sha256): Promise<StoredFile>;
  has(sha256: Sha256): Promise<boolean>;
  /** The names of all files that were put before this moment (ms UTC), and not before `since`, in no order. */
  putBefore(moment: number, since?: number): AsyncIterable<Sha256>;
  /** Removing what is not there is no error. With `putBefore` (ms UTC), what was put again since then stays. */
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
    super(`What the store holds as ${sha256} is not what was put there.`);
  }
}

/** The store does not answer, is full, or lets nothing be written: later it may. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
  constructor(reason: string, options?: ErrorOptions) {
    super(`The store of files cannot be used now. ${reason}`, options);
  }
}

/** The file is encrypted, and the settings do not name its key. */
export class UnknownFileKeyError extends StoreUnavailableError {
  /** Of the key, in hexadecimal digits; it tells nothing of the key itself. */
  readonly keyId: string;
  constructor(keyId: string) {
    super(
      `A file is encrypted with the key ${keyId}, which is neither FILES_KEY nor among FILES_KEY_PREVIOUS.`,
    );
    this.keyId = keyId;
  }
}
