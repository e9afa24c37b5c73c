import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { MailPreviewBody } from '#contract/documents/documents.ts';
import { mailPreviewQuery } from '../../api/documents.ts';
import { classNames } from '../../parts/class-names.ts';
import { Select } from '../../parts/forms/select.tsx';
import { Skeleton } from '../../parts/states.tsx';
import { useTranslation } from '../../words.ts';
import { useEditor } from '../state/editor-state.ts';
import { isEmailed } from './send-request.ts';
import { daysFrom } from './send-terms.tsx';
import type { SendForm } from './send-values.ts';

/** The email is rendered again after this many milliseconds without typing. */
const pause = 300;

/** The email as one recipient will receive it, rendered by the server with its email template. */
export function MailPreview({ form }: { form: UseFormReturn<SendForm> }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState('0');
  const { mail, named, at } = useMailPreview(form, Number(chosen));
  return (
    <section aria-label={t('send.preview')} className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-medium">{t('send.preview')}</h3>
        {named.length > 1 ? (
          <Select
            aria-label={t('send.previewFor')}
            value={String(at)}
            onChange={setChosen}
            className="h-8! w-auto! max-w-56 [&>span]:truncate"
            options={named.map(({ name, email }, index) => ({
              value: String(index),
              text: name.trim() || email.trim(),
            }))}
          />
        ) : null}
      </div>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 rounded-t-lg border border-line bg-surface px-3.5 py-2.5 text-xs">
        <Line label={t('send.previewFrom')} text={mail?.from} />
        <Line label={t('send.previewTo')} text={mail?.to} />
        <Line label={t('send.subject')} text={mail?.subject} strong />
      </dl>
      <MailFrame html={mail?.html} title={t('send.previewMail')} />
    </section>
  );
}

/** Returns the email of one recipient, by default of the first. */
export function useMailPreview(form: UseFormReturn<SendForm>, chosen = 0) {
  const { document } = useEditor();
  const values = form.watch();
  const named = values.recipients.filter((row) => isEmailed(row) && (row.email.trim() || row.name.trim()));
  const at = Math.min(chosen, Math.max(0, named.length - 1));
  const wanted = useSettled(bodyOf(values, named[at]));
  const { data: mail } = useQuery({
    ...mailPreviewQuery(document.id, wanted),
    placeholderData: keepPreviousData,
  });
  return { mail, named, at };
}

function Line({
  label,
  text,
  strong = false,
}: {
  label: string;
  text: string | undefined;
  strong?: boolean;
}) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className={classNames('min-w-0 truncate', strong && 'font-medium')}>
        {text === undefined ? <Skeleton className="h-3.5 w-40" /> : <bdi>{text}</bdi>}
      </dd>
    </>
  );
}

/**
 * The email in a sandboxed frame without scripts and working links. A new version renders behind the current
 * one and replaces it once it has loaded, so that nothing flickers while typing.
 */
function MailFrame({ html, title }: { html: string | undefined; title: string }) {
  const [shown, setShown] = useState<string>();
  const drawn = [...new Set([shown, html])].filter((one) => one !== undefined);
  return (
    <div className="relative min-h-80 flex-1 overflow-hidden rounded-b-lg border border-t-0 border-line bg-surface">
      {drawn.map((mail) => (
        <iframe
          key={mail}
          sandbox=""
          srcDoc={mail}
          title={title}
          {...(mail === shown || shown === undefined ? {} : { 'aria-hidden': true, tabIndex: -1 })}
          onLoad={() => setShown(html)}
          className={classNames('absolute inset-0 size-full', mail === shown ? '' : 'opacity-0')}
        />
      ))}
    </div>
  );
}

function bodyOf(values: SendForm, recipient: SendForm['recipients'][number] | undefined): MailPreviewBody {
  return {
    subject: values.subject,
    message: values.message,
    expirationDays: daysFrom(values.days),
    recipient: {
      email: recipient?.email ?? '',
      name: recipient?.name ?? '',
      role: recipient?.role ?? 'signer',
      message: recipient?.message ?? '',
      ...(recipient && { language: recipient.language }),
      hasCode: Boolean(recipient && (recipient.accessCode.trim() || recipient.mailCode)),
    },
  };
}

/** Returns the last input once it has not changed for a moment. */
function useSettled(body: MailPreviewBody): MailPreviewBody {
  const wanted = JSON.stringify(body);
  const [settled, setSettled] = useState(wanted);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(wanted), pause);
    return () => window.clearTimeout(timer);
  }, [wanted]);
  return JSON.parse(settled) as MailPreviewBody;
}
