import type { Certificate } from './read-certificate.ts';
import type { RevocationList } from './revocation/read-crl.ts';
import { isWithdrawn, statusOf, type Status } from './revocation/status-of.ts';
import type { DescribedTimestamp } from './timestamp/describe-timestamp.ts';

export type LongTerm = {
  /**
   * ETSI EN 319 142-1: by our own clock alone; with a time by an authority that is trusted; or with all that is
   * needed to judge it when every certificate is over. No level is claimed for what only could be in the file.
   */
  readonly level: 'B-B' | 'B-T' | 'B-LTA';
  /** The earliest time at which the seal is proved to have been there, ms UTC. */
  readonly provedAt: number | undefined;
  /**
   * Whether the certificates of the seal stood at that time, and those of the authorities at theirs. Where no time is
   * proved, a seal is `revoked` whenever its certificate was.
   */
  readonly seal: Status;
  readonly authorities: Status;
};

/**
 * How far a seal that holds proves its time at `now` (ms UTC). From the newest timestamp back: each one counts while
 * its certificate is not over, or was not when the next one that counts was made (EN 319 102-1, 5.6). `brought` are lists
 * that are not in the file: they can take belief away, and give no file a level that it has not by itself.
 */
export async function longTerm(
  held: {
    readonly certificates?: readonly Certificate[];
    readonly timestamps: readonly DescribedTimestamp[];
    readonly lists?: readonly RevocationList[];
  },
  now: number,
  brought: readonly RevocationList[] = [],
): Promise<LongTerm> {
  const { certificates = [], timestamps, lists = [] } = held;
  const judge: typeof statusOf = async (path, own, at, role) =>
    (await statusOf(path, brought, at, role)) === 'revoked' ? 'revoked' : statusOf(path, own, at, role);
  let until = now;
  let provedAt: number | undefined;
  let isCovered = false;
  let authorities: Status = 'good';
  for (const { trusted, notAfter, at, over, path } of timestamps.toReversed()) {
    if (!trusted || until > notAfter) continue;
    const own = await judge(path, lists, at, 'timestamp');
    if (own === 'revoked') continue;
    if (own === 'unknown') authorities = 'unknown';
    isCovered ||= over === 'document';
    provedAt = at;
    until = at;
  }
  if (provedAt === undefined) {
    const isRevoked = await isWithdrawn(certificates, [...lists, ...brought], now);
    return { level: 'B-B', provedAt, seal: isRevoked ? 'revoked' : 'unknown', authorities: 'unknown' };
  }
  const seal = await judge(certificates, lists, provedAt, 'seal');
  const isWhole = isCovered && seal === 'good' && authorities === 'good';
  return { level: isWhole ? 'B-LTA' : 'B-T', provedAt, seal, authorities };
}
