import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { planNamed } from '#core/plan/plans.ts';
import { usageLevel } from '#core/plan/usage-level.ts';
import { userUsageQuery } from '../api/account.ts';
import { classNames } from '../parts/class-names.ts';
import { Skeleton } from '../parts/states.tsx';
import { arePlansOff } from '../plans/plans-off.ts';
import { UsageBar } from '../plans/usage-meter.tsx';
import { useTranslation } from '../words.ts';

/** 'Usage This Month' shows the documents used and the limit. If plans are off, there is no card. */
export function UsageCard() {
  return arePlansOff() ? null : <Usage />;
}

function Usage() {
  const { t } = useTranslation();
  const { data: usage, isPending } = useQuery(userUsageQuery);
  if (isPending) return <Skeleton className="h-[88px] rounded-lg" />;
  if (!usage) return null;
  const plan = t(`plan.${planNamed(usage.planType)}`);
  const limit = usage.isUnlimited ? -1 : usage.documentsLimit;
  const use = usageLevel(usage.documentsUsed, limit);
  const warn = use !== undefined && use.level !== 'fine';
  return (
    <section className="rounded-lg border border-line bg-surface p-3.5 shadow-card">
      <div className="flex items-baseline justify-between gap-2">
        <h2 className="font-semibold">{t('shell.usage')}</h2>
        <bdi
          dir="ltr"
          className={classNames('whitespace-nowrap tabular-nums', warn && 'font-medium text-warn')}
        >
          {usage.documentsUsed} / {use ? limit : '∞'}
        </bdi>
      </div>
      <UsageBar
        name={t('shell.usageBar')}
        used={usage.documentsUsed}
        limit={limit}
        className="my-2.5 h-1.5"
      />
      <p className={classNames('text-xs text-muted', !use && 'mt-1.5')}>
        {use ? t('shell.usageLimited', { plan, count: limit }) : t('shell.usageUnlimited', { plan })}
      </p>
      {warn ? (
        <p className="mt-2 flex items-start gap-1.5 text-xs text-warn">
          <TriangleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
          <span>
            {use.level === 'full'
              ? t('usage.full')
              : t('usage.near', { percent: Math.round(use.part * 100) })}{' '}
            <Link to="/billing" className="rounded-sm text-ink underline underline-offset-2">
              {t('usage.seePlans')}
            </Link>
          </span>
        </p>
      ) : null}
    </section>
  );
}
