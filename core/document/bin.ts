import type { DocumentState } from './lifecycle.ts';

/** How long a deleted document can be restored, in days (docs/decisions/0009). */
export const daysInBin = 30;

/** When a document that was deleted at `deletedAt` goes for ever; both ms UTC. */
export function leavesBinAt(deletedAt: number): number {
  return deletedAt + daysInBin * 24 * 60 * 60_000;
}

/**
 * Whether the files of a document outlive its deletion for ever: once a recipient has signed, approved or declined
 * it, others rely on what it said, and their copies and the evidence are owed until retention ends (L-18, L-19).
 */
export function keepsFiles(status: DocumentState, anybodyActed: boolean): boolean {
  return status === 'completed' || (status !== 'draft' && anybodyActed);
}
