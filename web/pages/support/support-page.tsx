import { PageHeader } from '../../parts/page-header.tsx';
import { useTranslation } from '../../words.ts';
import { Faq } from './faq.tsx';
import { MessageForm } from './message-form.tsx';
import { MemberMessages } from './own-messages.tsx';
import { StatusCard } from './status-card.tsx';
import { Ways } from './ways.tsx';
import { addressOf } from '#contract/address.ts';
import { aboutPaths } from '#contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { currentUserQuery } from '../../api/account.ts';
import { Card } from '../../parts/card.tsx';

/** Lists only resources that exist and that the reader can access. */
function Resources() {
  const { t } = useTranslation();
  const { data: user } = useQuery(currentUserQuery);
  const links = [
    ...(user
      ? [
          { to: '/upload', text: t('support.resources.upload') },
          { to: '/user-management', text: t('support.resources.usage') },
        ]
      : []),
    { to: '/verify', text: t('footer.verify') },
    { to: '/privacy', text: t('footer.privacy') },
    { to: '/terms', text: t('footer.terms') },
  ];
  return (
    <Card title={t('support.resources.title')}>
      <ul className="mt-2 flex flex-col">
        {links.map(({ to, text }) => (
          <li key={to}>
            <Link to={to} className={link}>
              {text}
            </Link>
          </li>
        ))}
        <li>
          <a href={addressOf(aboutPaths.downloadRootPem)} download className={link}>
            {t('support.resources.root')}
          </a>
        </li>
      </ul>
    </Card>
  );
}

const link =
  'inline-flex min-h-8 items-center rounded-sm text-ink underline underline-offset-3 hover:no-underline pointer-coarse:min-h-11';

/** The support center, for account holders and visitors (specification §2). */
export function SupportPage() {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('support.title')} about={t('support.about')} />
      <Ways />
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_340px]">
        <div className="flex min-w-0 flex-col gap-6">
          <MessageForm />
          <MemberMessages />
          <Faq />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <StatusCard />
          <Resources />
        </div>
      </div>
    </div>
  );
}
