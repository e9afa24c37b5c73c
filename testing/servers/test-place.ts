import type { Place } from '#core/destination/kinds.ts';

/** A server that accepts files, for tests of destinations. */
export type TestPlace = {
  place: Place;
  secret: string;
  /** Returns the file stored under this path; undefined if there is none. */
  read(path: string): Promise<Buffer | undefined>;
  /**
   * Sets how it responds from now on: unreachable, disk full, no access, or storing different bytes than it
   * received.
   */
  fail(fault: 'down' | 'full' | 'access' | 'corrupt' | undefined): void | Promise<void>;
  stop(): Promise<void>;
};
