import type { Certificate } from '../read-certificate.ts';
import { readName } from '../read-name.ts';
import { fingerprint } from '../fingerprint.ts';
import type { CheckedTimestamp, TimestampProblem } from './check-timestamp.ts';

/** A timestamp that holds. */
export type DescribedTimestamp = {
  /** Over the signature of the seal, or over the whole file as it was then. */
  readonly over: 'signature' | 'document';
  /** ms UTC, as the authority says. */
  readonly at: number;
  /** For people: 'O=Harbour Time, CN=Clock 1'. */
  readonly authority: string;
  /** The last moment at which the authority's certificate is valid, ms UTC. */
  readonly notAfter: number;
  /** SHA-256 of the root certificate that the token leads to, 64 lower-case hexadecimal digits. */
  readonly root: string;
  /** Whether that root is one that was given. */
  readonly trusted: boolean;
  /** The authority's certificate and those above it, to the root. */
  readonly path: readonly Certificate[];
};

/** Clocks differ: a timestamp may be earlier by so much than what it covers says of itself. Ms. */
const clocksDiffer = 5 * 60_000;

export function isTooEarly(at: number, covered: number): boolean {
  return at < covered - clocksDiffer;
}

export async function describeTimestamp(
  { problem, timestamp, chain }: CheckedTimestamp,
  over: DescribedTimestamp['over'],
): Promise<DescribedTimestamp | TimestampProblem> {
  const [leaf] = chain?.path ?? [];
  const root = chain?.path.at(-1);
  if (problem !== undefined || timestamp === undefined || leaf === undefined || root === undefined) {
    return problem ?? 'timestamp-unreadable';
  }
  return {
    over,
    at: timestamp.at,
    authority: readName(leaf.subject),
    notAfter: leaf.notAfter,
    root: await fingerprint(root.bytes),
    trusted: chain!.trusted,
    path: chain!.path,
  };
}
