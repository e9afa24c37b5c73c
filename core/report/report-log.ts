import { fromHex, readLogProof } from '../log/checkpoint.ts';
import { holdsLeaf, type HashBytes } from '../log/merkle.ts';
import type { Report } from './report.ts';

/**
 * Why the log of the service does not vouch for a report: undefined when each document's last event is in it. Heads are
 * signed notes; whose key signed them is for whoever compares them with a head that they hold.
 */
export async function reportLogFault(
  { documents }: Pick<Report, 'documents'>,
  hash: HashBytes,
): Promise<string | undefined> {
  for (const { id, events, logProof } of documents) {
    const last = events.at(-1);
    if (logProof === null || !last)
      return `Document ${id}: its last event was not in the log when the report was made.`;
    const proof = readLogProof(logProof);
    const leaf = fromHex(last.hash);
    const holds = proof && (await holdsLeaf(proof.checkpoint, { ...proof, leaf, proof: proof.hashes }, hash));
    if (!holds) return `Document ${id}: its last event is not the one in the log.`;
  }
  return undefined;
}
