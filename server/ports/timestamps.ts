/** Timestamp authorities (RFC 3161), which certify independently of us that bytes existed at a moment. */
export interface TimestampAuthorities {
  /** Their root certificates in DER: trusting these means trusting the timestamps. */
  readonly roots: readonly Uint8Array[];
  /** The same in PEM, for download. */
  readonly rootsPem: string;
  /** Returns the size in bytes of the longest token so far plus a margin; an estimate before the first. */
  maxTokenLength(): number;
  /**
   * Returns the certificate revocation lists, DER, of these authorities (`paths` of certificates in DER, each
   * to its root) and of the one that responded last; unavailable lists are omitted.
   */
  lists(paths: readonly (readonly Uint8Array[])[]): Promise<readonly Uint8Array[]>;
  /**
   * Returns a verified token over these bytes; undefined if no authority provides one. With `hurry`, all of
   * them together get a few seconds, and one that has just failed is skipped, since a user is waiting.
   */
  stamp(bytes: Uint8Array, how: { hurry: boolean }): Promise<Uint8Array | undefined>;
}
