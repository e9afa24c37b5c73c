import type { Certificate } from '../read-certificate.ts';
import { readName } from '../read-name.ts';
import { fingerprint } from '../fingerprint.ts';
import type { CheckedTimestamp, TimestampProblem } from './check-timestamp.ts';

/** A valid timestamp. */
export type DescribedTimestamp = {
  /** The timestamp covers the signature of the seal, or the whole file at that time. */
  readonly over: 'signature' | 'document';
  /** ms UTC, as stated by the authority. */
  readonly at: number;
  /** Readable form: 'O=Harbour Time, CN=Clock 1'. */
  readonly authority: string;
  /** End of validity of the authority's certificate, ms UTC. */
  readonly notAfter: number;
  /** SHA-256 of the root certificate of the token, 64 lower-case hexadecimal digits. */
  readonly root: string;
  /** True if that root is one of the given ones. */
  readonly trusted: boolean;
  /** The authority's certificate and those above it, up to the root. */
  readonly path: readonly Certificate[];
};

/**
 * Milliseconds by which a timestamp may be earlier than the time stated by its content, because clocks
 * differ.
 */
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
