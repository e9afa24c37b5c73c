import type { Sealer } from '#pdf/sign/sealer.ts';

/** The key that seals every document of this installation, and what anyone needs to trust it. */
export type SealKey = Sealer & {
  /** The root certificate as PEM, for download and for verifiers; no secret. */
  readonly rootPem: string;
  /** In DER: roots under which was sealed here before, and that the operator vouches for. Seals under them are known. */
  readonly earlierRoots?: readonly Uint8Array[];
  describe(): SealKeyDescription;
  /**
   * The lists of withdrawn certificates that say whether those of the seal stand, as of `now` (ms UTC), in DER; none where
   * the authority is somebody else's.
   */
  lists?(now: number): Promise<readonly Uint8Array[]>;
  /**
   * When the list of ours that is kept is out of date, in ms UTC; undefined where it is made anew whenever it is asked
   * for, or the authority is somebody else's.
   */
  listEnds?(): Promise<number | undefined>;
  /** Whether a start changes the key before its end, without anybody's help. */
  readonly changedAtStart?: boolean;
  /** A sentence for the operator at this start. */
  readonly advice?: string;
};

export type SealKeyDescription = {
  /** Names as 'O=Harbour, CN=Harbour Document Seal'. */
  readonly subject: string;
  readonly issuer: string;
  /** The last moment at which the key may seal, ms UTC. */
  readonly notAfter: number;
  /** Whether we made the certificates ourselves, or the operator brought them. */
  readonly level: 'self-issued' | 'provided';
};

/** Why there is no key: one sentence for the operator. */
export type SealKeyProblem = { readonly problem: string; readonly passing?: boolean };
