import type { Confirmation, DeliveryProblem, Place } from '#core/destination/kinds.ts';

/** A file for a destination. `path` contains folders and the file name, separated by '/'. */
export type FileToDeliver = {
  path: string;
  bytes: Buffer;
  sha256: string;
  mediaType: string;
  /** Headers that HTTPS destinations send with the request. */
  headers: Readonly<Record<string, string>>;
};

export type PutOutcome =
  | { confirmed: Confirmation; hostKey?: string }
  /** `detail` is the status or message of the server, for the members who chose the address. */
  | { problem: DeliveryProblem; detail?: string };

/** Stores files at destinations that accounts chose, from inside our network (S-33). */
export type FileDestinations = {
  /** Returns true if the address itself is allowed. Does not resolve its name. */
  takes(place: Place): boolean;
  /**
   * Stores the file under its path, replacing an earlier version, and checks what was stored. Creates missing
   * folders. Never rejects.
   */
  put(place: Place, secret: string, file: FileToDeliver, signal: AbortSignal): Promise<PutOutcome>;
};
