/** One way to alter a sealed file, its evidence or its trail. */
export type Tampering = {
  readonly family: string;
  readonly name: string;
  /** The altered file; `sealAgain` seals evidence that was altered, for who has the key. */
  make(file: { sealed: Uint8Array; sealAgain: (lie: Lie) => Promise<Uint8Array> }): Promise<Uint8Array>;
};

export type Lie = {
  evidence?: string;
  /** Files beside it that are to prove that it is in the log. */
  logProofs?: string[];
  reason?: string;
  /** Done to the file that is filled in and not sealed yet. */
  harm?: (composed: Uint8Array) => Uint8Array;
};
