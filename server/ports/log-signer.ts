import type { LogKey } from '#core/log/checkpoint.ts';

/** The key that signs heads of the log, and what is kept beside it, out of reach of whoever owns the database alone. */
export type LogSigner = {
  readonly key: LogKey;
  /** As it is handed out. */
  readonly text: string;
  sign(note: string): Uint8Array;
  /** The newest head that was signed here, as it was given out; undefined before the first. */
  keptHead(): Promise<string | undefined>;
  keepHead(checkpoint: string): Promise<void>;
  /** Why nothing is signed, as a process that has this key found it; undefined while all is well. */
  keptProblem(): Promise<string | undefined>;
  keepProblem(problem: string | undefined): Promise<void>;
  /** The list of all keys that ever signed here (core/log/trusted-keys.ts); undefined before the first was kept. */
  keptKeys(): Promise<string | undefined>;
  keepKeys(text: string): Promise<void>;
};

/** Why there is none: one sentence for the operator. */
export type LogSignerProblem = {
  readonly problem: string;
  keptKeys?(): Promise<string | undefined>;
};
