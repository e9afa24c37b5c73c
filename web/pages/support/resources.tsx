import { addressOf } from '#contract/address.ts';
import { aboutPaths } from '#contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { currentUserQuery } from '../../api/account.ts';
import { useWords } from '../../words.ts';
import { Card } from '../../parts/card.tsx';

/** Lists only resources that exist and that the reader can access. */
export function Resources() {
  const { t } = useWords();
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
          <a href={addressOf(aboutPaths.readRootCertificate)} download className={link}>
            {t('support.resources.root')}
          </a>
        </li>
      </ul>
    </Card>
  );
}

const link =
  'inline-flex min-h-8 items-center rounded-sm text-ink underline underline-offset-3 hover:no-underline pointer-coarse:min-h-11';
