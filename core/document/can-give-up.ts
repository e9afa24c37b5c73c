import type { DocumentState } from './lifecycle.ts';

/**
 * Waiting time in ms for the seal after the last signature. Sealing is tried for about a week
 * (server/foundation/jobs/jobs.ts), so that a disk that is full for an hour invalidates no signature.
 */
const sealIsAwaited = 8 * 86_400_000;

/**
 * `updatedAt`: during sealing, when the last recipient signed, because a failed attempt does not change it.
 */
export type Voidable = { status: DocumentState; sealProblem: string | null; updatedAt: Date };

/**
 * Returns true if all recipients have signed and the seal has failed for so long that the document may be
 * ended. `now`: ms UTC.
 */
export function canGiveUpSealing({ status, sealProblem, updatedAt }: Voidable, now: number): boolean {
  return status === 'sealing' && sealProblem !== null && updatedAt.getTime() + sealIsAwaited <= now;
}
