import type { Trust } from '#verify/verify-file.ts';
import type { Office } from './open-office.ts';

/** The grounds by which a stranger judges files of this office: its root and the keys of its log, as it serves them. */
export async function trustOf({ ports, product, now }: Office): Promise<Trust> {
  return {
    roots: ports.key.chain.slice(-1),
    timestampRoots: ports.timestamps?.roots ?? [],
    logKeys: await product.services.log.trustedKeys(),
    now: now(),
  };
}
