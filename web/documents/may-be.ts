import type { DocumentSummary } from '#contract/documents.ts';
import { allows } from '#core/document/lifecycle.ts';
import { mayGiveUp } from '#core/document/may-give-up.ts';

type Standing = Pick<DocumentSummary, 'status' | 'sealing'>;

/** Whether the server would delete it: an act that can only fail is not offered. */
export function mayBeDeleted({ status, sealing }: Standing): boolean {
  return allows(sealing ? 'sealing' : status, 'remove');
}

/** Whether it can be taken back from everybody: it is out for signature, or its seal has failed for long. `now`: ms UTC. */
export function mayBeVoided(
  { status, sealing, sealProblem, updatedAt }: Standing & Pick<DocumentSummary, 'sealProblem' | 'updatedAt'>,
  now: number,
): boolean {
  const state = sealing ? 'sealing' : status;
  return (
    allows(state, 'void') || mayGiveUp({ status: state, sealProblem, updatedAt: new Date(updatedAt) }, now)
  );
}
