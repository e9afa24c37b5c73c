import type { Sealer } from '#pdf/sign/sealer.ts';

/** The key that seals every document of this installation, with all that is needed to trust it. */
export type SealKey = Sealer & {
  /** The root certificate as PEM, for download and for verifiers; public. */
  readonly rootPem: string;
  /**
   * Earlier roots of this installation that the operator configured, in DER. Seals under them are accepted.
   */
  readonly earlierRoots?: readonly Uint8Array[];
  describe(): SealKeyDescription;
  /**
   * Returns the certificate revocation lists that cover the seal's certificates at `now` (ms UTC), in DER;
   * empty for an external authority.
   */
  lists?(now: number): Promise<readonly Uint8Array[]>;
  /**
   * Returns when our stored revocation list expires, ms UTC; undefined if it is generated on request, or for
   * an external authority.
   */
  listEnds?(): Promise<number | undefined>;
  /** True if the server renews the key automatically at startup before it expires. */
  readonly changedAtStart?: boolean;
  /** A message for the operator at this start. */
  readonly advice?: string;
};

export type SealKeyDescription = {
  /** A name such as 'O=Harbour, CN=Harbour Document Seal'. */
  readonly subject: string;
  readonly issuer: string;
  /** The last moment at which the key may seal, ms UTC. */
  readonly notAfter: number;
  /** Whether the product issued the certificates, or the operator provided them. */
  readonly level: 'self-issued' | 'provided';
};

/** Why there is no key, as a sentence for the operator. */
export type SealKeyProblem = { readonly problem: string; readonly passing?: boolean };
