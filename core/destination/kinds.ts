/** Kinds of places to which an account has its finished files delivered, in display order. */
export const destinationKinds = ['webdav', 's3', 'sftp', 'email', 'https'] as const;
export type DestinationKind = (typeof destinationKinds)[number];

/** Where a destination is, without its secret. */
export type Place =
  /** The URL of a folder. */
  | { kind: 'webdav'; url: string; user: string }
  /** `prefix` precedes every key. `lockDays`: objects can't be deleted or changed that long (Object Lock). */
  | {
      kind: 's3';
      endpoint: string;
      region: string;
      bucket: string;
      prefix: string;
      accessKeyId: string;
      lockDays: number | null;
      lockMode: 'GOVERNANCE' | 'COMPLIANCE';
    }
  /** `hostKey`: 'SHA256:…' as OpenSSH prints it; null until the first connection. */
  | { kind: 'sftp'; host: string; port: number; user: string; folder: string; hostKey: string | null }
  /** An address of the account's own people, or at a domain that the account has proven. */
  | { kind: 'email'; address: string }
  /** Receives each file in the body of a signed POST request (Standard Webhooks). */
  | { kind: 'https'; url: string };

/**
 * How a place confirmed a file: it returned the same bytes; it compared their SHA-256 itself; or it only
 * answered that it has them.
 */
export type Confirmation = 'read-back' | 'checksum' | 'accepted';

/** Why a place did not take a file. */
export const deliveryProblems = [
  'address-refused',
  'name-unknown',
  'unreachable',
  'tls-failed',
  'too-slow',
  'answer-broken',
  /** The server refused the sign-in, or the user may not write to the folder. */
  'sign-in-refused',
  /** The folder or bucket does not exist. */
  'place-unknown',
  'storage-full',
  /** The server has a different host key than at the first connection. */
  'host-key-changed',
  /** The file that was read back differs from the one that was sent. */
  'file-differs',
  /** The destination rejected the file, for example because it is too large. */
  'file-refused',
  'refused',
  /** The stored secret cannot be decrypted, because SECRET_KEY changed. */
  'secret-unreadable',
  /** The file itself is missing or was altered here. */
  'file-unavailable',
] as const;
export type DeliveryProblem = (typeof deliveryProblems)[number];

/** True if another file could succeed at the same place; then only this file waits. */
export const isOfFile = (problem: DeliveryProblem): boolean =>
  problem === 'file-refused' || problem === 'file-unavailable';
