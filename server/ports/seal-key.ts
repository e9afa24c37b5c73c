import type { Sealer } from '#pdf/sign/sealer.ts';

/** The key that seals every document of this installation, with everything needed to trust it. */
export type SealKey = Sealer & {
  /** The root certificate in PEM. It is public, for download and for verifiers. */
  readonly rootPem: string;
  /**
   * Earlier roots of this installation in DER, as configured by the operator. Seals under them are accepted.
   */
  readonly earlierRoots?: readonly Uint8Array[];
  describe(): SealKeyDescription;
  /**
   * Returns the certificate revocation lists for the seal's certificates at `now` (ms UTC), in DER; none for
   * an external authority.
   */
  lists?(now: number): Promise<readonly Uint8Array[]>;
  /**
   * Returns when our stored revocation list expires (ms UTC); undefined if it is generated on request, or for
   * an external authority.
   */
  listEnds?(): Promise<number | undefined>;
  /** True if the server renews the key automatically at startup before it expires. */
  readonly changedAtStart?: boolean;
  /** A message for the operator, shown at this start. */
  readonly advice?: string;
};

export type SealKeyDescription = {
  /** The certificate's subject, such as 'O=Harbour, CN=Harbour Document Seal'. */
  readonly subject: string;
  readonly issuer: string;
  /** Time until which the key may seal (ms UTC). */
  readonly notAfter: number;
  /** Whether the product issued the certificates or the operator provided them. */
  readonly level: 'self-issued' | 'provided';
};

/** A sentence for the operator that says why there is no key. */
export type SealKeyProblem = { readonly problem: string; readonly passing?: boolean };
