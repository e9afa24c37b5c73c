import { makeSealChain } from '#testing/pki/seal-chain.ts';
import { adoptPicture } from './countersign.ts';
import { makeJob } from './job.ts';

/**
 * Returns the minimum CPU time, in ms, of converting the picture to its sealed form, over this many warm
 * rounds.
 */
export async function adoptionMs(rounds: number): Promise<number> {
  const job = makeJob(await makeSealChain());
  const times: number[] = [];
  for (let round = 0; round < rounds + 3; round++) {
    const before = process.cpuUsage();
    adoptPicture(job);
    const { user, system } = process.cpuUsage(before);
    if (round >= 3) times.push((user + system) / 1000);
  }
  return Math.min(...times);
}
