import type { DocumentState } from './lifecycle.ts';

/**
 * How long after the last signature the seal is waited for: it is tried for about a week (server/jobs/jobs.ts), and a
 * disk that is full for an hour takes nobody's signature away. Ms.
 */
const sealIsAwaited = 8 * 86_400_000;

/** `updatedAt`: while it is being sealed, when the last recipient signed, since a try that fails leaves it as it is. */
export type Voidable = { status: DocumentState; sealProblem: string | null; updatedAt: Date };

/** Whether everybody has signed and the seal has failed for so long that the document has to have an end. `now`: ms UTC. */
export function mayGiveUp({ status, sealProblem, updatedAt }: Voidable, now: number): boolean {
  return status === 'sealing' && sealProblem !== null && updatedAt.getTime() + sealIsAwaited <= now;
}
