import type { Trust } from '#verify/report.ts';
import type { Office } from './open-office.ts';

/**
 * Returns the trust anchors for files of this office as it publishes them: its root, and the keys of its log.
 */
export async function trustOf({ ports, product, now }: Office): Promise<Trust> {
  return {
    roots: ports.key.chain.slice(-1),
    timestampRoots: ports.timestamps?.roots ?? [],
    logKeys: await product.services.log.trustedKeys(),
    now: now(),
  };
}
