import type { Place } from '#core/destination/kinds.ts';

/** A server that takes files, for tests of destinations. */
export type TestPlace = {
  place: Place;
  secret: string;
  /** Returns a stored file; undefined if there is none under this path. */
  read(path: string): Promise<Buffer | undefined>;
  /** How it answers from now on: unreachable, full disk, no access, other bytes than it got. */
  fail(fault: 'down' | 'full' | 'access' | 'corrupt' | undefined): void | Promise<void>;
  stop(): Promise<void>;
};
