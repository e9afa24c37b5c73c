import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { planNamed } from '#core/plan/plans.ts';
import { usageLevel } from '#core/plan/usage-level.ts';
import { userUsageQuery } from '../api/account.ts';
import { classNames } from '../parts/class-names.ts';
import { Skeleton } from '../parts/states.tsx';
import { UsageBar } from '../plans/usage-meter.tsx';

/** 'Usage This Month': how many documents of how many. */
export function UsageCard() {
  const { t } = useTranslation();
  const { data: usage, isPending } = useQuery(userUsageQuery);
  if (isPending) return <Skeleton className="h-[88px] rounded-lg" />;
  if (!usage) return null;
  const plan = t(`plan.${planNamed(usage.planType)}`);
  const limit = usage.isUnlimited ? -1 : usage.documentsLimit;
  const { unlimited, level } = usageLevel(usage.documentsUsed, limit);
  return (
    <section className="rounded-lg border border-line bg-surface p-3.5 shadow-card">
      <div className="flex items-baseline justify-between gap-2">
        <h2 className="font-semibold">{t('shell.usage')}</h2>
        <span className={classNames('tabular-nums', level !== 'fine' && 'font-medium text-warn')}>
          {usage.documentsUsed} / {unlimited ? '∞' : limit}
        </span>
      </div>
      <UsageBar
        name={t('shell.usageBar')}
        used={usage.documentsUsed}
        limit={limit}
        className="my-2.5 h-1.5"
      />
      <p className="text-xs text-muted">
        {unlimited ? t('shell.usageUnlimited', { plan }) : t('shell.usageLimited', { plan, count: limit })}
      </p>
    </section>
  );
}
