import type { DocumentState } from './lifecycle.ts';

/** Days during which a deleted document can be restored (docs/decisions/0009). */
export const daysInBin = 30;

/** Returns when a document deleted at `deletedAt` is removed permanently; both in ms UTC. */
export function purgeTime(deletedAt: number): number {
  return deletedAt + daysInBin * 24 * 60 * 60_000;
}

/**
 * Returns true if the files of a document outlive its permanent deletion. Once a recipient has signed,
 * approved or declined, others rely on its content, and their copies and the evidence must be kept until
 * retention ends (L-18, L-19).
 */
export function retainsFiles(status: DocumentState, anybodyActed: boolean): boolean {
  return status === 'completed' || (status !== 'draft' && anybodyActed);
}
