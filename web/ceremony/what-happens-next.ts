import type { CeremonyAnswer } from '#contract/ceremony.ts';
import { senderName } from './frame.tsx';
import { t } from './words.ts';

/** The words to whoever has acted. No email goes to who took their consent back: they are owed paper (L-07). */
export function whatHappensNext({ document, recipient }: CeremonyAnswer): string {
  const parts = { email: recipient.email, sender: senderName(document) };
  const onPaper = recipient.consentWithdrawn;
  if (document.status === 'completed') return t(onPaper ? 'complete.sealedPaper' : 'complete.sealed', parts);
  if (document.sealing) return t(onPaper ? 'complete.sealingPaper' : 'complete.sealing', parts);
  if (document.status !== 'sent') return t('complete.ended', parts);
  return t(onPaper ? 'complete.waitingPaper' : 'complete.waiting', parts);
}
