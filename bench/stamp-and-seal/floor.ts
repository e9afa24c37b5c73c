import { createHash } from 'node:crypto';
import type { Job, Stack } from './job.ts';

export const floorName = 'floor: copy, hash, sign';

/**
 * The lower bound: the file is copied and hashed once, and one signature is made. The result is not a sealed
 * file.
 */
export function floor({ seal }: Job): Stack {
  return async (contract) => {
    const copy = Buffer.allocUnsafeSlow(contract.length);
    copy.set(contract);
    await seal.sign(createHash('sha256').update(copy).digest());
    return copy;
  };
}
