import { useQuery } from '@tanstack/react-query';
import {
  CreditCard,
  FileText,
  Inbox,
  LayoutDashboard,
  LayoutTemplate,
  ScrollText,
  Settings,
  Users,
  LifeBuoy,
  UserCog,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { currentUserQuery, dashboardStatsQuery } from '../api/account.ts';
import { waitingForYouQuery } from '../api/for-you.ts';
import { classNames } from '../parts/class-names.ts';
import { useTranslation } from '../words.ts';

/**
 * An entry is active if the path starts with the entry's path. The dashboard is active only on exactly /
 * (specification §2).
 */
export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const { t } = useTranslation();
  const { data: stats } = useQuery(dashboardStatsQuery);
  const count = stats?.totalDocuments ?? 0;
  const { data: user } = useQuery(currentUserQuery);
  const { data: mine } = useQuery({ ...waitingForYouQuery, enabled: user?.emailConfirmed === true });
  const waiting = mine?.waiting ?? 0;
  return (
    <nav aria-label={t('shell.navigation')}>
      <ul className="flex flex-col gap-0.5">
        <Entry to="/" icon={LayoutDashboard} text={t('shell.dashboard')} onNavigate={onNavigate} />
        <Entry to="/documents" icon={FileText} text={t('shell.documents')} onNavigate={onNavigate}>
          {count > 0 ? (
            <span
              className="text-xs tabular-nums"
              aria-label={t('shell.documentsCount', { count })}
              role="note"
            >
              {count}
            </span>
          ) : null}
        </Entry>
        <Entry to="/for-you" icon={Inbox} text={t('shell.forYou')} onNavigate={onNavigate}>
          {waiting > 0 ? (
            <span
              className="rounded-full bg-ink px-1.5 text-xs/5 font-semibold text-on-ink tabular-nums"
              aria-label={t('shell.forYouCount', { count: waiting })}
              role="note"
            >
              {waiting}
            </span>
          ) : null}
        </Entry>
        <Entry to="/templates" icon={LayoutTemplate} text={t('shell.templates')} onNavigate={onNavigate} />
        <Entry to="/contacts" icon={Users} text={t('shell.contacts')} onNavigate={onNavigate} />
        <Entry to="/audit" icon={ScrollText} text={t('shell.audit')} onNavigate={onNavigate} />
      </ul>
      <ul className="mt-3 flex flex-col gap-0.5 border-t border-line pt-3">
        <Entry
          to="/user-management"
          icon={UserCog}
          text={t('shell.userManagement')}
          onNavigate={onNavigate}
        />
        <Entry to="/billing" icon={CreditCard} text={t('shell.billing')} onNavigate={onNavigate} />
        <Entry to="/settings" icon={Settings} text={t('shell.settings')} onNavigate={onNavigate} />
        <Entry to="/support" icon={LifeBuoy} text={t('shell.support')} onNavigate={onNavigate} />
      </ul>
    </nav>
  );
}

type EntryProps = {
  to: string;
  icon: LucideIcon;
  text: string;
  onNavigate: (() => void) | undefined;
  children?: ReactNode;
};

function Entry({ to, icon: Icon, text, onNavigate, children }: EntryProps) {
  const { pathname } = useLocation();
  const active = to === '/' ? pathname === '/' : pathname.startsWith(to);
  return (
    <li>
      <Link
        to={to}
        onClick={onNavigate}
        aria-current={active ? 'page' : undefined}
        className={classNames(
          'flex min-h-9 items-center gap-2.5 rounded-md px-2.5 py-1 font-medium pointer-coarse:min-h-11',
          active ? 'bg-ink-soft text-ink' : 'text-muted hover:bg-sunken hover:text-text',
        )}
      >
        <Icon aria-hidden="true" className="size-[18px] shrink-0 stroke-[1.75]" />
        <span className="flex-1">{text}</span>
        {children}
      </Link>
    </li>
  );
}
