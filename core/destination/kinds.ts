/** Kinds of destinations to which an account can have finished files delivered, in display order. */
export const destinationKinds = ['webdav', 's3', 'sftp', 'email', 'https'] as const;
export type DestinationKind = (typeof destinationKinds)[number];

/** Location of a destination, without its secret. */
export type Place =
  /** A folder URL on a WebDAV server. */
  | { kind: 'webdav'; url: string; user: string }
  /**
   * `prefix` is prepended to every key. For `lockDays` days, objects cannot be deleted or changed (Object Lock).
   */
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
  /** `hostKey` is 'SHA256:…' as printed by OpenSSH; null until the first connection. */
  | { kind: 'sftp'; host: string; port: number; user: string; folder: string; hostKey: string | null }
  /** The address of a member, or an address at a domain that the account has verified. */
  | { kind: 'email'; address: string }
  /** Receives each file as the body of a signed POST request (Standard Webhooks). */
  | { kind: 'https'; url: string };

/**
 * How a destination confirmed a file: the file was read back and is identical, the destination compared the
 * SHA-256, or it only reported success.
 */
export type Confirmation = 'read-back' | 'checksum' | 'accepted';

/** Why a delivery to a destination failed. */
export const deliveryProblems = [
  'address-refused',
  'name-unknown',
  'unreachable',
  'tls-failed',
  'too-slow',
  'answer-broken',
  /** The server rejected the sign-in, or the user has no write access to the folder. */
  'sign-in-refused',
  /** The folder or bucket does not exist. */
  'place-unknown',
  'storage-full',
  /** The server's host key differs from the one at the first connection. */
  'host-key-changed',
  /** The file that was read back differs from the file that was sent. */
  'file-differs',
  /** The destination rejected the file, for example because it is too large. */
  'file-refused',
  'refused',
  /** The stored secret cannot be decrypted, because SECRET_KEY changed. */
  'secret-unreadable',
  /** The file is missing or was altered on this server. */
  'file-unavailable',
] as const;
export type DeliveryProblem = (typeof deliveryProblems)[number];

/**
 * Returns true if the problem concerns only this file. Other files are then still delivered to the destination.
 */
export const isOfFile = (problem: DeliveryProblem): boolean =>
  problem === 'file-refused' || problem === 'file-unavailable';
