import { useQuery } from '@tanstack/react-query';
import type { DashboardStats } from '#contract/accounts/account.ts';
import { dashboardStatsQuery } from '../api/account.ts';
import { differenceOf, duration } from '../parts/format.ts';
import { LoadingError, Skeleton } from '../parts/states.tsx';
import { useTranslation, type Translate } from '../words.ts';

const nothing: DashboardStats = {
  totalDocuments: 0,
  pendingSignatures: 0,
  completedDocuments: 0,
  thisMonthDocuments: 0,
  averageSignTime: null,
  averageSignTimeBefore: null,
};

export function StatCards() {
  const { t } = useTranslation();
  const stats = useQuery(dashboardStatsQuery);
  if (stats.isLoadingError) {
    return (
      <div className="rounded-lg border border-line bg-surface">
        <LoadingError query={stats} />
      </div>
    );
  }
  const { totalDocuments, pendingSignatures, completedDocuments, thisMonthDocuments, ...rest } =
    stats.data ?? nothing;
  const average = { ...rest, completedDocuments };
  const percent = totalDocuments === 0 ? 0 : Math.round((completedDocuments / totalDocuments) * 100);
  const cards = [
    [t('dashboard.total'), totalDocuments, t('dashboard.thisMonth', { count: thisMonthDocuments })],
    [t('dashboard.pending'), pendingSignatures, t('dashboard.awaiting')],
    [t('dashboard.completed'), completedDocuments, t('dashboard.rate', { percent })],
    [t('dashboard.average'), averageText(average.averageSignTime), comparison(t, average)],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      {cards.map(([name, value, about]) => (
        <div key={name} className="rounded-lg border border-line bg-surface px-4 py-3 shadow-card sm:p-5">
          <dt className="text-muted">{name}</dt>
          <dd className="mt-1">
            {/* As high as the number, regardless of the font's line height. */}
            <span className="flex h-8 items-center font-serif text-xl leading-none sm:h-10 sm:text-2xl tracking-[-0.015em]">
              {stats.isPending ? <Skeleton className="h-8 w-16" /> : value}
            </span>
            {/* One line, or two on phones, so that nothing shifts when it loads and no word is cut off. */}
            <span className="mt-0.5 block h-4 truncate text-xs text-muted max-[26rem]:h-8 max-[26rem]:whitespace-normal sm:h-auto sm:min-h-4 sm:whitespace-normal">
              {stats.isPending ? <Skeleton className="h-3 w-24" /> : about}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function averageText(average: number | null): string {
  return average === null ? '–' : duration(average);
}

/** Compares the last 30 days with the 30 days before, because single days are not meaningful. */
function comparison(
  t: Translate,
  {
    averageSignTime: now,
    averageSignTimeBefore: before,
    completedDocuments,
  }: Pick<DashboardStats, 'averageSignTime' | 'averageSignTimeBefore' | 'completedDocuments'>,
): string {
  if (now === null) return t(completedDocuments === 0 ? 'dashboard.noAverage' : 'dashboard.noneLately');
  if (before === null) return t('dashboard.firstAverage');
  const by = differenceOf(Math.abs(now - before), now);
  if (by === null) return t('dashboard.same');
  return now < before ? t('dashboard.faster', { by }) : t('dashboard.slower', { by });
}
