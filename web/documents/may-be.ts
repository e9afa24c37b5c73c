import type { DocumentSummary } from '#contract/documents/documents.ts';
import { allows } from '#core/document/lifecycle.ts';
import { canGiveUpSealing } from '#core/document/decide-void.ts';

type Standing = Pick<DocumentSummary, 'status' | 'sealing'>;

/** Returns true if the server would delete the document, so that the action is offered only then. */
export function canBeDeleted({ status, sealing }: Standing): boolean {
  return allows(sealing ? 'sealing' : status, 'remove');
}

/** Returns true if its recipients can get more time, because the document is pending or expired. */
export function canBeExtended({ status, sealing }: Standing): boolean {
  return allows(sealing ? 'sealing' : status, 'extend');
}

/**
 * Returns true if the document can be voided, because it is pending or its seal has failed for a long time.
 * `now` is in ms UTC.
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
