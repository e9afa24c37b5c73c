import type { Certificate } from '../read-certificate.ts';
import { readName } from '../read-name.ts';
import { fingerprint } from '../fingerprint.ts';
import type { CheckedTimestamp, TimestampProblem } from './check-timestamp.ts';

/** A valid timestamp of a seal or document. */
export type DescribedTimestamp = {
  /** Whether the timestamp covers the signature of the seal, or the whole file at that time. */
  readonly over: 'signature' | 'document';
  /** Time according to the authority in ms UTC. */
  readonly at: number;
  /** Readable name of the authority: 'O=Harbour Time, CN=Clock 1'. */
  readonly authority: string;
  /** Time in ms UTC until which the authority's certificate is valid. */
  readonly notAfter: number;
  /** SHA-256 of the token's root certificate as 64 lowercase hexadecimal digits. */
  readonly root: string;
  /** True if that root is one of the trusted roots. */
  readonly trusted: boolean;
  /** The authority's certificate and its issuers up to the root. */
  readonly path: readonly Certificate[];
};

/** Number of ms by which a timestamp may be earlier than the time in its content, because clocks differ. */
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
