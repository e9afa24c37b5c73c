import type { Certificate } from './read-certificate.ts';
import type { RevocationList } from './revocation/read-crl.ts';
import { isWithdrawn, statusOf, type Status } from './revocation/status-of.ts';
import type { DescribedTimestamp } from './timestamp/describe-timestamp.ts';

export type LongTerm = {
  /**
   * Level of ETSI EN 319 142-1. B-B: only the server's clock. B-T: a time from a trusted authority. B-LTA:
   * everything needed for validation after all certificates have expired. Only the contents of the file
   * determine the level.
   */
  readonly level: 'B-B' | 'B-T' | 'B-LTA';
  /** Earliest proven time of the seal in ms UTC. */
  readonly verifiedAt: number | undefined;
  /**
   * Revocation status of the seal's certificates at that time, and of the timestamp authorities at their times.
   * Without a proven time, a seal is `revoked` if its certificate was revoked at any time.
   */
  readonly seal: Status;
  readonly authorities: Status;
};

/**
 * Determines how a valid seal proves its time at `now` (ms UTC). Starting from the newest timestamp, each one
 * counts if its certificate has not expired, or had not expired when the next valid timestamp was made (EN 319
 * 102-1, 5.6). `brought` contains revocation lists that are not in the file. They can reduce trust, but cannot
 * raise the level of the file.
 */
export async function longTerm(
  material: {
    readonly certificates?: readonly Certificate[];
    readonly timestamps: readonly DescribedTimestamp[];
    readonly lists?: readonly RevocationList[];
  },
  now: number,
  brought: readonly RevocationList[] = [],
): Promise<LongTerm> {
  const { certificates = [], timestamps, lists = [] } = material;
  const judge: typeof statusOf = async (path, own, at, role) =>
    (await statusOf(path, brought, at, role)) === 'revoked' ? 'revoked' : statusOf(path, own, at, role);
  let until = now;
  let verifiedAt: number | undefined;
  let isCovered = false;
  let authorities: Status = 'good';
  for (const { trusted, notAfter, at, over, path } of timestamps.toReversed()) {
    if (!trusted || until > notAfter) continue;
    const own = await judge(path, lists, at, 'timestamp');
    if (own === 'revoked') continue;
    if (own === 'unknown') authorities = 'unknown';
    isCovered ||= over === 'document';
    verifiedAt = at;
    until = at;
  }
  if (verifiedAt === undefined) {
    const isRevoked = await isWithdrawn(certificates, [...lists, ...brought], now);
    return { level: 'B-B', verifiedAt, seal: isRevoked ? 'revoked' : 'unknown', authorities: 'unknown' };
  }
  const seal = await judge(certificates, lists, verifiedAt, 'seal');
  const isWhole = isCovered && seal === 'good' && authorities === 'good';
  return { level: isWhole ? 'B-LTA' : 'B-T', verifiedAt, seal, authorities };
}
