import { useQuery } from '@tanstack/react-query';
import { BookOpen, Mail, MessageSquare, Phone, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { installationQuery } from '../../api/support.ts';
import { classNames } from '../../parts/class-names.ts';
import { useTranslation } from '../../words.ts';

/** The available contact channels. Email and telephone appear only if the operator has configured them. */
export function Ways() {
  const { t } = useTranslation();
  const { data } = useQuery(installationQuery);
  const { supportEmail: email, supportPhone: phone } = data ?? {};
  return (
    <ul
      aria-label={t('support.ways')}
      className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(220px,1fr))] sm:gap-4"
    >
      <Way icon={MessageSquare} title={t('support.formWay')} text={useAnswerPromise()} promises>
        <a href="#message" className={link}>
          {t('support.formWayAction')}
        </a>
      </Way>
      {email ? (
        <Way icon={Mail} title={t('support.emailWay')} text={t('support.emailWayText')}>
          <a href={`mailto:${email}`} className={`${link} break-all`}>
            {email}
          </a>
        </Way>
      ) : null}
      {phone ? (
        <Way icon={Phone} title={t('support.phoneWay')} text={t('support.phoneWayText')}>
          <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} dir="ltr" className={link}>
            {phone}
          </a>
        </Way>
      ) : null}
      <Way icon={BookOpen} title={t('support.faqWay')} text={t('support.faqWayText')}>
        <a href="#answers" className={link}>
          {t('support.faqWayAction')}
        </a>
      </Way>
    </ul>
  );
}

/** Returns who receives a message, and the response time if the operator promises one. */
export function useAnswerPromise(): string {
  const { t } = useTranslation();
  const { data } = useQuery(installationQuery);
  if (!data) return t('support.promise.unknown');
  if (data.supportReplyHours !== null) return t('support.promise.hours', { count: data.supportReplyHours });
  return t(data.supportMessages === 'mailed' ? 'support.promise.mailed' : 'support.promise.kept');
}

const link = 'finger rounded-sm font-medium text-ink underline underline-offset-3 hover:no-underline';

function Way({
  icon: Icon,
  title,
  text,
  promises = false,
  children,
}: {
  icon: LucideIcon;
  title: string;
  text: string;
  promises?: boolean;
  children: ReactNode;
}) {
  return (
    <li className="flex flex-col rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5">
      <Icon aria-hidden="true" className="size-5 stroke-[1.75] text-ink" />
      <h2 className="mt-3 text-base">{title}</h2>
      {/* Reserves space for the longest promise, because the actual one is known only after the server's response. */}
      <p className={classNames('mt-1 flex-1 text-muted', promises && 'min-h-[2lh] max-sm:min-h-[3lh]')}>
        {text}
      </p>
      <div className="mt-3 min-h-5 max-sm:empty:hidden">{children}</div>
    </li>
  );
}
