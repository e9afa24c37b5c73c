import { refuse, type Refusal } from '../refusal.ts';
import { advance, type DocumentState } from './lifecycle.ts';

/**
 * How long after the last signature the seal is waited for: it is tried for about a week (server/jobs/jobs.ts), and a
 * disk that is full for an hour takes nobody's signature away. Ms.
 */
const sealIsAwaited = 8 * 86_400_000;

/** `updatedAt`: while it is being sealed, when the last recipient signed, since a try that fails leaves it as it is. */
export type Voidable = { status: DocumentState; sealProblem: string | null; updatedAt: Date };

/**
 * The status of a document that its sender ends, or why it is refused. One that everybody has signed is ended only when
 * its seal has failed for so long that it has to have an end. `now`: ms UTC.
 */
export function decideVoid(
  { status, sealProblem, updatedAt }: Voidable,
  now: number,
): { status: DocumentState } | Refusal {
  if (status !== 'sealing' || sealProblem === null) return advance(status, 'void');
  return updatedAt.getTime() + sealIsAwaited <= now ? advance(status, 'give-up') : sealDelayed;
}

const sealDelayed = refuse(
  'document-seal-delayed',
  'Everybody has signed, and only the seal is missing. It is tried again by itself, and at once when you ask for it. The document can be voided when its seal has failed for 8 days after the last signature.',
);
