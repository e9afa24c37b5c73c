import type { DocumentSummary } from '#contract/documents/documents.ts';
import { dayOfYear } from '../parts/format.ts';
import type { Translate } from '../words.ts';

/** Returns one short line about the progress of the document. */
export function progressText(t: Translate, document: DocumentSummary): string {
  switch (document.status) {
    case 'draft':
      return draftText(t, document);
    case 'sent':
      if (document.sealing) return document.sealProblem ? t('progress.sealDelayed') : t('progress.sealing');
      return sentText(t, document);
    case 'completed':
      if (document.sealedElsewhere) return t('status.elsewhere');
      return t('progress.sealed', { date: dayOfYear(document.completedAt ?? document.updatedAt) });
    case 'expired':
      return t('progress.expired', { date: dayOfYear(document.expirationDate ?? document.updatedAt) });
    case 'declined':
      return document.declinedBy === null
        ? t('progress.declined', { date: dayOfYear(document.updatedAt) })
        : t('progress.declinedBy', { name: document.declinedBy });
    case 'voided':
      return t('progress.voided', { date: dayOfYear(document.updatedAt) });
  }
}

/**
 * Names the person the document is waiting for, or counts the finished recipients if no one else can continue
 * here, for example after a request for paper.
 */
function sentText(t: Translate, { waitingFor, actedCount, actingCount }: DocumentSummary): string {
  if (!waitingFor) return t('progress.signed', { acted: actedCount, acting: actingCount });
  const { name, more } = waitingFor;
  return more === 0 ? t('progress.waiting', { name }) : t('progress.waitingMore', { name, count: more });
}

function draftText(t: Translate, { recipientCount, fieldCount }: DocumentSummary): string {
  if (recipientCount === 0) return t('progress.noRecipients');
  if (fieldCount === 0) return t('progress.noFields');
  return t('progress.prepared', {
    fields: t('progress.fields', { count: fieldCount }),
    recipients: t('progress.recipients', { count: recipientCount }),
  });
}
