import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import { senderName } from '../frame.tsx';
import { t } from '../words.ts';

/**
 * Returns the text for a recipient who has acted. After a withdrawal of consent no email is sent, because the
 * recipient is owed paper (L-07).
 */
export function nextStepText({ document, recipient }: CeremonyAnswer): string {
  const parts = { email: recipient.email, sender: senderName(document) };
  const onPaper = recipient.consentWithdrawn;
  if (recipient.email === '' && !onPaper) return withoutMailbox(document);
  if (document.status === 'completed') return t(onPaper ? 'complete.sealedPaper' : 'complete.sealed', parts);
  if (document.sealing) return t(onPaper ? 'complete.sealingPaper' : 'complete.sealing', parts);
  if (document.status !== 'sent') return t('complete.ended', parts);
  return t(onPaper ? 'complete.waitingPaper' : 'complete.waiting', parts);
}

/** These recipients can download their copy with the same link. */
function withoutMailbox(document: CeremonyAnswer['document']): string {
  if (document.status === 'completed') return t('complete.sealedLink');
  if (document.sealing) return t('complete.sealingLink');
  return document.status === 'sent'
    ? t('complete.waitingLink')
    : t('complete.ended', { sender: senderName(document) });
}
