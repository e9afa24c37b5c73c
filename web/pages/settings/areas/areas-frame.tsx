import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { currentUserQuery } from '../../../api/account.ts';
import { useRequiredTexts } from '../../../api/later-words.ts';
import { teamQuery } from '../../../api/team.ts';
import { classNames } from '../../../parts/class-names.ts';
import { Skeleton } from '../../../parts/states.tsx';
import { areasFor } from '../../../parts/settings-areas.ts';

/**
 * The areas of settings, people and billing with their sub-navigation, which is a column, or a collapsible
 * list on phones.
 */
export function AreasFrame() {
  const { pathname } = useLocation();
  return (
    <div className="grid gap-x-10 gap-y-6 xl:grid-cols-[184px_minmax(0,1fr)]">
      {/* Closes the list when another area opens. */}
      <SubNavigation key={pathname} />
      <div className="@container min-w-0">
        <Suspense fallback={<Skeleton className="h-64 rounded-lg" />}>
          <Outlet />
          <SectionOfAddress />
        </Suspense>
      </div>
    </div>
  );
}

function SubNavigation() {
  const say = useRequiredTexts('pages');
  const { pathname } = useLocation();
  const user = useQuery(currentUserQuery).data;
  const team = useQuery(teamQuery).data;
  // Until the second factor is set up, only one page is available.
  if (!user || user.twoFactorMissing) return null;
  const groups = areasFor(user.can, team?.hasTeam === true);
  const current = groups.flatMap(({ areas }) => areas).find(({ to }) => to === pathname);
  const listIn = (place: 'column' | 'sheet') => (
    <ul className="flex flex-col gap-5">
      {groups.map(({ group, areas }) => (
        <li key={group}>
          <p id={`areas-${place}-${group}`} className="px-2.5 pb-1 text-xs font-medium text-muted">
            {say(`areas.group.${group}`)}
          </p>
          <ul aria-labelledby={`areas-${place}-${group}`} className="flex flex-col gap-0.5">
            {areas.map(({ id, to }) => (
              <li key={id}>
                <Link
                  to={to}
                  aria-current={to === pathname ? 'page' : undefined}
                  className={classNames(
                    'flex min-h-8 items-center rounded-md px-2.5 py-1 pointer-coarse:min-h-11',
                    to === pathname
                      ? 'bg-ink-soft font-medium text-ink'
                      : 'text-muted hover:bg-sunken hover:text-text',
                  )}
                >
                  {say(`areas.${id}`)}
                </Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
  return (
    <nav aria-label={say('areas.title')} className="min-w-0">
      <div className="sticky top-20 max-xl:hidden">{listIn('column')}</div>
      <details className="group rounded-lg border border-line bg-surface xl:hidden">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-lg px-4 py-2 font-medium [&::-webkit-details-marker]:hidden">
          <span className="text-muted">{say('areas.title')}</span>
          <span className="min-w-0 flex-1 truncate">{current ? say(`areas.${current.id}`) : null}</span>
          <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-muted group-open:rotate-180" />
        </summary>
        <div className="border-t border-line p-2 pt-3">{listIn('sheet')}</div>
      </details>
    </nav>
  );
}

/** Scrolls to the section in a URL such as '/settings/brand#brand', even if it loads later. */
function SectionOfAddress() {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === '') return undefined;
    const show = (): boolean => {
      const section = document.getElementById(hash.slice(1));
      section?.scrollIntoView();
      section?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
      return section !== null;
    };
    if (show()) return undefined;
    const seen = new MutationObserver(() => {
      if (show()) seen.disconnect();
    });
    seen.observe(document.getElementById('content') ?? document.body, { childList: true, subtree: true });
    return () => seen.disconnect();
  }, [hash, key]);
  return null;
}
