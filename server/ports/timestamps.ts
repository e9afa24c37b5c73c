/** Timestamp authorities (RFC 3161), which certify independently of us that bytes existed at a given time. */
export interface TimestampAuthorities {
  /** Their root certificates in DER. Trusting these means trusting the timestamps. */
  readonly roots: readonly Uint8Array[];
  /** The root certificates in PEM, for download. */
  readonly rootsPem: string;
  /**
   * Returns the size in bytes of the longest token so far plus a margin; an estimate before the first token.
   */
  maxTokenLength(): number;
  /**
   * Returns the certificate revocation lists (DER) of the authorities in `paths` (certificates in DER, each
   * path up to its root) and of the one that responded last. Unavailable lists are omitted.
   */
  lists(paths: readonly (readonly Uint8Array[])[]): Promise<readonly Uint8Array[]>;
  /**
   * Returns a verified token over these bytes; undefined if no authority provides one. With `hurry`, a user
   * is waiting: all authorities together get a few seconds, and one that has just failed is skipped.
   */
  stamp(bytes: Uint8Array, how: { hurry: boolean }): Promise<Uint8Array | undefined>;
}
