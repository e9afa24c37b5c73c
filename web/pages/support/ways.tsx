import { useQuery } from '@tanstack/react-query';
import { BookOpen, Mail, MessageSquare, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { installationQuery } from '../../api/support.ts';
import { Skeleton } from '../../parts/states.tsx';

/** The ways that are really there: chat and telephone are not, so no card promises them. */
export function Ways() {
  const { t } = useTranslation();
  const { data, isPending } = useQuery(installationQuery);
  const email = data?.supportEmail;
  return (
    <ul aria-label={t('support.ways')} className="grid gap-3 sm:grid-cols-3 sm:gap-4">
      <Way icon={MessageSquare} title={t('support.formWay')} text={t('support.formWayText')}>
        <a href="#message" className={link}>
          {t('support.formWayAction')}
        </a>
      </Way>
      <Way
        icon={Mail}
        title={t('support.emailWay')}
        text={isPending || email ? t('support.emailWayText') : t('support.emailWayNone')}
      >
        {isPending ? <Skeleton className="h-5 w-40" /> : null}
        {email ? (
          <a href={`mailto:${email}`} className={`${link} break-all`}>
            {email}
          </a>
        ) : null}
      </Way>
      <Way icon={BookOpen} title={t('support.faqWay')} text={t('support.faqWayText')}>
        <a href="#answers" className={link}>
          {t('support.faqWayAction')}
        </a>
      </Way>
    </ul>
  );
}

const link = 'rounded-sm font-medium text-ink underline underline-offset-3 hover:no-underline';

function Way({
  icon: Icon,
  title,
  text,
  children,
}: {
  icon: LucideIcon;
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <li className="flex flex-col rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5">
      <Icon aria-hidden="true" className="size-5 stroke-[1.75] text-ink" />
      <h2 className="mt-3 text-base">{title}</h2>
      <p className="mt-1 flex-1 text-muted">{text}</p>
      <div className="mt-3 min-h-5 max-sm:empty:hidden">{children}</div>
    </li>
  );
}
