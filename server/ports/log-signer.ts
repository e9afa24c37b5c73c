import type { LogKey } from '#core/log/checkpoint.ts';

/**
 * The key that signs heads of the log, and the data stored beside it, out of reach of an attacker who only
 * owns the database.
 */
export type LogSigner = {
  readonly key: LogKey;
  /** The public key as published. */
  readonly text: string;
  sign(note: string): Uint8Array;
  /** Returns the newest head signed here, as published; undefined before the first. */
  keptHead(): Promise<string | undefined>;
  keepHead(checkpoint: string): Promise<void>;
  /**
   * Returns why nothing is signed, as recorded by a process with this key; undefined if there is no problem.
   */
  keptProblem(): Promise<string | undefined>;
  keepProblem(problem: string | undefined): Promise<void>;
  /**
   * Returns the list of all keys that ever signed here (core/log/trusted-keys.ts); undefined before the first
   * was stored.
   */
  keptKeys(): Promise<string | undefined>;
  keepKeys(text: string): Promise<void>;
};

/** Why there is no key, as a sentence for the operator. */
export type LogSignerProblem = {
  readonly problem: string;
  keptKeys?(): Promise<string | undefined>;
};
