import type { DocumentSummary } from '#contract/documents/documents.ts';
import { allows } from '#core/document/lifecycle.ts';
import { canGiveUpSealing } from '#core/document/decide-void.ts';

type Standing = Pick<DocumentSummary, 'status' | 'sealing'>;

/** Returns true if the server would delete the document, so that no failing action is offered. */
export function canBeDeleted({ status, sealing }: Standing): boolean {
  return allows(sealing ? 'sealing' : status, 'remove');
}

/** Returns true if its recipients can get more time: it is pending or has expired. */
export function canBeExtended({ status, sealing }: Standing): boolean {
  return allows(sealing ? 'sealing' : status, 'extend');
}

/**
 * Returns true if the document can be voided: it is pending, or its seal has failed for a long time. `now`:
 * ms UTC.
 */
export function canBeVoided(
  { status, sealing, sealProblem, updatedAt }: Standing & Pick<DocumentSummary, 'sealProblem' | 'updatedAt'>,
  now: number,
): boolean {
  const state = sealing ? 'sealing' : status;
  return (
    allows(state, 'void') ||
    canGiveUpSealing({ status: state, sealProblem, updatedAt: new Date(updatedAt) }, now)
  );
}
