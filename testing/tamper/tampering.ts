/** A way to alter a sealed file, its evidence or its trail. */
export type Tampering = {
  readonly family: string;
  readonly name: string;
  /** Returns the altered file. `sealAgain` seals altered evidence, for an attacker who has the key. */
  make(file: { sealed: Uint8Array; sealAgain: (lie: Lie) => Promise<Uint8Array> }): Promise<Uint8Array>;
};

export type Lie = {
  evidence?: string;
  /** Log proofs to attach next to it. */
  logProofs?: string[];
  reason?: string;
  /** Changes the composed file before it is sealed. */
  harm?: (composed: Uint8Array) => Uint8Array;
};
