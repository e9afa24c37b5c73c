import { refuse, type Refusal } from '../refusal.ts';
import { advance, type DocumentState } from './lifecycle.ts';

/**
 * Returns the status of a document that its sender voids, or why voiding is refused. A fully signed document
 * can be voided only after its seal has failed for a long time. `now`: ms UTC.
 */
export function decideVoid(document: Voidable, now: number): { status: DocumentState } | Refusal {
  if (canGiveUpSealing(document, now)) return advance(document.status, 'give-up');
  const isTried = document.status === 'sealing' && document.sealProblem !== null;
  return isTried ? sealDelayed : advance(document.status, 'void');
}

const sealDelayed = refuse(
  'document-seal-delayed',
  'Everyone has signed, and only the seal is missing. We retry automatically, and immediately when you ask. You can void the document if sealing has failed for 8 days after the last signature.',
);

/**
 * Waiting time in ms for the seal after the last signature. Sealing is tried for about a week
 * (server/foundation/jobs/jobs.ts), so that a disk that is full for an hour invalidates no signature.
 */
const sealIsAwaited = 8 * 86_400_000;

/**
 * `updatedAt`: during sealing, when the last recipient signed, because a failed attempt does not change it.
 */
type Voidable = { status: DocumentState; sealProblem: string | null; updatedAt: Date };

/**
 * Returns true if all recipients have signed and the seal has failed for so long that the document may be
 * ended. `now`: ms UTC.
 */
export function canGiveUpSealing({ status, sealProblem, updatedAt }: Voidable, now: number): boolean {
  return status === 'sealing' && sealProblem !== null && updatedAt.getTime() + sealIsAwaited <= now;
}
