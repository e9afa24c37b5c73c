import { createHash } from 'node:crypto';

/** Remembers which files took more than a task may have, so that nobody has the same work begun again and again. */
export type Outgrown = {
  has(task: string, file: Uint8Array): boolean;
  add(task: string, file: Uint8Array): void;
};

/** More than these are forgotten again, the oldest first. */
const most = 1000;
/** It may have been the machine and not the file, so that it is tried anew some time. Ms. */
const rememberedFor = 60 * 60_000;

export function rememberOutgrown(now: () => number = Date.now): Outgrown {
  const until = new Map<string, number>();
  /** Only a file as long as a known one is hashed. */
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
