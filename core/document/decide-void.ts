import { refuse, type Refusal } from '../refusal.ts';
import { advance, type DocumentState } from './lifecycle.ts';
import { canGiveUpSealing, type Voidable } from './can-give-up.ts';

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
