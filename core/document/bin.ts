import type { DocumentState } from './lifecycle.ts';

/** Number of days during which a deleted document can be restored (docs/decisions/0009). */
export const daysInBin = 30;

/** Returns when a document deleted at `deletedAt` is permanently deleted. Both times are ms UTC. */
export function purgeTime(deletedAt: number): number {
  return deletedAt + daysInBin * 24 * 60 * 60_000;
}

/**
 * Returns true if the files must be kept when a document is permanently deleted. After a recipient has signed,
 * approved or declined, others rely on the content. Their copies and the evidence are then kept until the
 * retention period ends (L-18, L-19).
 */
export function retainsFiles(status: DocumentState, anybodyActed: boolean): boolean {
  return status === 'completed' || (status !== 'draft' && anybodyActed);
}
