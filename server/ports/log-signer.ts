import type { LogKey } from '#core/log/checkpoint.ts';

/**
 * The key that signs the heads of the log, and the data stored next to it, which an attacker with access only
 * to the database cannot reach.
 */
export type LogSigner = {
  readonly key: LogKey;
  /** The public key in its published form. */
  readonly text: string;
  sign(note: string): Uint8Array;
  /** Returns the newest head signed here, in its published form; undefined before the first one. */
  keptHead(): Promise<string | undefined>;
  keepHead(checkpoint: string): Promise<void>;
  /**
   * Returns why heads are not signed, as recorded by a process with this key; undefined if there is no
   * problem.
   */
  keptProblem(): Promise<string | undefined>;
  keepProblem(problem: string | undefined): Promise<void>;
  /**
   * Returns the list of all keys that ever signed here (core/log/trusted-keys.ts); undefined before the first
   * one is stored.
   */
  keptKeys(): Promise<string | undefined>;
  keepKeys(text: string): Promise<void>;
};

/** A sentence for the operator that says why there is no key. */
export type LogSignerProblem = {
  readonly problem: string;
  keptKeys?(): Promise<string | undefined>;
};
