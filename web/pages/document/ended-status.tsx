import { useQuery } from '@tanstack/react-query';
import { Ban, CalendarX, CircleCheck, CircleX, FileQuestionMark } from 'lucide-react';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import { trailQuery } from '../../api/documents.ts';
import { shortDate } from '../../parts/format.ts';
import { useTranslation } from '../../words.ts';
import { namesOf } from './names-of.ts';
import { DownloadSealed, DuplicateAndCorrect, Extend } from './next-acts.tsx';
import { StatusLine } from './status-line.tsx';

/** How the document ended: who ended it, when and why. */
export function Ended({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation();
  const { id, status } = document;
  switch (status) {
    case 'completed':
      if (document.sealedElsewhere)
        return (
          <StatusLine icon={<FileQuestionMark aria-hidden="true" />} tone="warn">
            {t('status.elsewhere')}
            <DownloadSealed id={id} />
          </StatusLine>
        );
      return (
        <StatusLine icon={<CircleCheck aria-hidden="true" />} tone="ok">
          {t('standing.completed', { date: shortDate(document.completedAt ?? document.updatedAt) })}
          <DownloadSealed id={id} />
        </StatusLine>
      );
    case 'expired':
      return (
        <StatusLine icon={<CalendarX aria-hidden="true" />} tone="warn">
          <ExpiredWords document={document} />
          <Extend />
        </StatusLine>
      );
    case 'declined':
    case 'voided':
      return (
        <StatusLine
          icon={status === 'declined' ? <CircleX aria-hidden="true" /> : <Ban aria-hidden="true" />}
          tone="danger"
        >
          <RefusedWords document={document} status={status} />
          <DuplicateAndCorrect id={id} />
        </StatusLine>
      );
    default:
      return null;
  }
}

function ExpiredWords({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation();
  const date = shortDate(document.expirationDate ?? document.updatedAt);
  const open = document.recipients.filter(
    ({ role, status }) =>
      (role === 'signer' || role === 'approver') && status !== 'signed' && status !== 'approved',
  );
  if (open.length === 0) return t('standing.expired', { date });
  return t('standing.expiredBefore', { date, names: namesOf(open) });
}

/** The person who ended it, with their full reason as recorded in the audit trail. */
function RefusedWords({ document, status }: { document: DocumentDetail; status: 'declined' | 'voided' }) {
  const { t } = useTranslation();
  const { data: trail } = useQuery(trailQuery(document.id));
  const event = trail?.events.findLast(({ type }) => type === `document_${status}`);
  const date = shortDate(event?.occurredAt ?? document.updatedAt);
  const isErased =
    status === 'declined' &&
    document.recipients.some(({ status: part, erasedAt }) => part === 'declined' && erasedAt);
  const reason = String(event?.data['reason'] ?? '').trim();
  return (
    <>
      <span>
        {event && !isErased
          ? t(`standing.${status}By`, { name: event.actor, date })
          : t(`standing.${status}`, { date })}
      </span>
      {reason ? (
        <blockquote className="mt-1.5 border-s-2 border-current ps-2.5 whitespace-pre-line">
          <bdi>{reason}</bdi>
        </blockquote>
      ) : null}
    </>
  );
}
