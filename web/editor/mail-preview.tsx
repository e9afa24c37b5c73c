import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { currentUserQuery } from '../api/account.ts';
import { shortDate } from '../parts/format.ts';
import { useWords } from '../words.ts';

type Props = { title: string; subject: string; message: string; days: number };

/** The mail as a recipient will read it, while it is being written. The mail itself is in the recipient's language. */
export function MailPreview({ title, subject, message, days }: Props) {
  const { t } = useWords();
  const { data: member } = useQuery(currentUserQuery);
  const sender = [member?.firstName, member?.lastName].filter(Boolean).join(' ') || member?.email || '';
  const [now] = useState(() => Date.now());
  return (
    <section
      aria-label={t('send.preview')}
      className="rounded-lg border border-line bg-sunken p-4 text-sm break-words"
    >
      <p className="text-xs text-muted">{t('send.preview')}</p>
      <p className="mt-1 font-semibold">{subject.trim() || t('send.previewSubject', { sender, title })}</p>
      {message.trim() ? (
        <p className="mt-2 border-s-2 border-line-strong ps-3 whitespace-pre-line">{message.trim()}</p>
      ) : null}
      <p className="mt-2 text-muted">
        {t('send.previewText', { sender, title })}{' '}
        {Number.isInteger(days) && days > 0
          ? t('send.previewUntil', { date: shortDate(new Date(now + days * 86_400_000).toISOString()) })
          : null}
      </p>
    </section>
  );
}
