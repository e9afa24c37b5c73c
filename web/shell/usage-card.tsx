import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { planNamed } from '#core/plan/plans.ts';
import { userUsageQuery } from '../api/account.ts';
import { classNames } from '../parts/class-names.ts';
import { Skeleton } from '../parts/states.tsx';

/** Without a limit the bar is full at fifty documents; a limit warns from four fifths (specification §9). */
const unlimitedScale = 50;
const warningFrom = 0.8;

/** 'Usage This Month': how many documents of how many. */
export function UsageCard() {
  const { t } = useTranslation();
  const { data: usage, isPending } = useQuery(userUsageQuery);
  if (isPending) return <Skeleton className="h-[88px] rounded-lg" />;
  if (!usage) return null;
  const plan = t(`plan.${planNamed(usage.planType)}`);
  const unlimited = usage.isUnlimited || usage.documentsLimit < 0;
  const part = Math.min(1, usage.documentsUsed / (unlimited ? unlimitedScale : usage.documentsLimit));
  const warn = !unlimited && part >= warningFrom;
  return (
    <section className="rounded-lg border border-line bg-surface p-3.5 shadow-card">
      <div className="flex items-baseline justify-between gap-2">
        <h2 className="font-semibold">{t('shell.usage')}</h2>
        <span className={classNames('tabular-nums', warn && 'font-medium text-warn')}>
          {usage.documentsUsed} / {unlimited ? '∞' : usage.documentsLimit}
        </span>
      </div>
      <div
        role="meter"
        aria-label={t('shell.usageBar')}
        aria-valuemin={0}
        aria-valuemax={unlimited ? unlimitedScale : usage.documentsLimit}
        aria-valuenow={Math.min(usage.documentsUsed, unlimited ? unlimitedScale : usage.documentsLimit)}
        className="my-2.5 h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className={classNames('h-full rounded-full', warn ? 'bg-warn' : 'bg-ink')}
          style={{ width: `${part * 100}%` }}
        />
      </div>
      <p className="text-xs text-muted">
        {unlimited
          ? t('shell.usageUnlimited', { plan })
          : t('shell.usageLimited', { plan, count: usage.documentsLimit })}
      </p>
    </section>
  );
}
