import { makeSealChain } from '#testing/pki/seal-chain.ts';
import { adoptPicture } from './countersign.ts';
import { makeJob } from './job.ts';

/** The least processor time, in ms, of bringing the picture into the form that is sealed, of so many warm rounds. */
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
