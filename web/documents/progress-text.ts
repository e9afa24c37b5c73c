import type { DocumentSummary } from '#contract/documents.ts';
import { dayOfYear } from '../parts/format.ts';
import type { Translate } from '../words.ts';

/** One short line: how far the document has come. */
export function progressText(t: Translate, document: DocumentSummary): string {
  switch (document.status) {
    case 'draft':
      return draftText(t, document);
    case 'sent':
      if (document.sealing) return document.sealProblem ? t('progress.sealDelayed') : t('progress.sealing');
      return t('progress.signed', { acted: document.actedCount, acting: document.actingCount });
    case 'completed':
      return t('progress.sealed', { date: dayOfYear(document.completedAt ?? document.updatedAt) });
    case 'expired':
      return t('progress.ended', { date: dayOfYear(document.expirationDate ?? document.updatedAt) });
    case 'declined':
    case 'voided':
      return t('progress.ended', { date: dayOfYear(document.updatedAt) });
  }
}

function draftText(t: Translate, { recipientCount, fieldCount }: DocumentSummary): string {
  if (recipientCount === 0) return t('progress.noRecipients');
  if (fieldCount === 0) return t('progress.noFields');
  return t('progress.prepared', {
    fields: t('progress.fields', { count: fieldCount }),
    recipients: t('progress.recipients', { count: recipientCount }),
  });
}
