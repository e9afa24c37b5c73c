import { refuse, type Refusal } from '../refusal.ts';
import { advance, type DocumentState } from './lifecycle.ts';

/**
 * Returns the status after the sender voids a document, or why voiding is refused. A fully signed document can
 * be voided only if sealing has failed for a long time. `now` is ms UTC.
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
 * Time in ms after the last signature during which sealing is awaited. Sealing is retried for about a week
 * (server/foundation/jobs/jobs.ts), so that a disk that is full for an hour does not invalidate signatures.
 */
const sealIsAwaited = 8 * 86_400_000;

/** During sealing, `updatedAt` is the time of the last signature, because failed attempts do not change it. */
type Voidable = { status: DocumentState; sealProblem: string | null; updatedAt: Date };

/**
 * Returns true if all recipients have signed and sealing has failed for so long that the sender may end the
 * document. `now` is ms UTC.
 */
export function canGiveUpSealing({ status, sealProblem, updatedAt }: Voidable, now: number): boolean {
  return status === 'sealing' && sealProblem !== null && updatedAt.getTime() + sealIsAwaited <= now;
}
