import type { Confirmation, DeliveryProblem, Place } from '#core/destination/kinds.ts';

/** A file for a destination. `path`: folders and name, separated by '/'. */
export type FileToDeliver = {
  path: string;
  bytes: Buffer;
  sha256: string;
  mediaType: string;
  /** Sent as headers of the same name by destinations that receive requests; the id is that of the delivery. */
  headers: Readonly<Record<string, string>>;
};

export type PutOutcome =
  | { confirmed: Confirmation; hostKey?: string }
  /** `detail`: the status or message of the server, for the members who chose the address. */
  | { problem: DeliveryProblem; detail?: string };

/** Stores files at places that accounts chose, from inside our network (S-33). */
export type FileDestinations = {
  /** Returns true if the address itself is acceptable; does not resolve its name. */
  takes(place: Place): boolean;
  /**
   * Stores the file under its path, replacing an earlier version of it, and checks what arrived. Creates
   * folders. Never rejects.
   */
  put(place: Place, secret: string, file: FileToDeliver, signal: AbortSignal): Promise<PutOutcome>;
};
