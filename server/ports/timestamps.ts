/** Authorities for time (RFC 3161): who says, in our stead, that bytes were there at a moment. */
export interface TimestampAuthorities {
  /** Their root certificates in DER: who trusts these trusts the times. */
  readonly roots: readonly Uint8Array[];
  /** The same, to hand out. */
  readonly rootsPem: string;
  /** Bytes of the longest token so far, with some to spare; a guess before the first. */
  longestToken(): number;
  /**
   * The lists of withdrawn certificates, DER, of these authorities (`paths` of certificates in DER, each to its root) and
   * of the one that answered last; those that cannot be had now are left out.
   */
  lists(paths: readonly (readonly Uint8Array[])[]): Promise<readonly Uint8Array[]>;
  /**
   * A token over these bytes that was checked in every way, or undefined when none of them gives one. With `hurry`
   * all of them together get a few seconds, and one that has just failed is not asked: somebody waits.
   */
  stamp(bytes: Uint8Array, how: { hurry: boolean }): Promise<Uint8Array | undefined>;
}
