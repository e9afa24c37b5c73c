import { createHash } from 'node:crypto';

/** Remembers files that exceeded a task's limits, so that the same work is not started repeatedly. */
export type Outgrown = {
  has(task: string, file: Uint8Array): boolean;
  add(task: string, file: Uint8Array): void;
};

/** Maximum number of remembered files. The oldest are dropped first. */
const most = 1000;
/**
 * Milliseconds for which a file is remembered. The machine rather than the file may have been the cause, so
 * the file is tried again later.
 */
const rememberedFor = 60 * 60_000;

export function trackOutgrownFiles(now: () => number = Date.now): Outgrown {
  const until = new Map<string, number>();
  /** Lengths of the remembered files. Only files with one of these lengths need to be hashed. */
  const lengths = new Set<number>();
  const keyOf = (task: string, file: Uint8Array) =>
    `${task} ${createHash('sha256').update(file).digest('base64')}`;
  return {
    has: (task, file) => lengths.has(file.length) && (until.get(keyOf(task, file)) ?? 0) > now(),
    add(task, file) {
      until.set(keyOf(task, file), now() + rememberedFor);
      lengths.add(file.length);
      const oldest = until.size > most ? until.keys().next().value : undefined;
      if (oldest !== undefined) until.delete(oldest);
    },
  };
}
