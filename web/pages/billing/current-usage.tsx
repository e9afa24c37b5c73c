import { useQuery } from '@tanstack/react-query';
import type { UserUsage } from '#contract/accounts/account.ts';
import type { SubscriptionUsage } from '#contract/operations/billing.ts';
import { userUsageQuery } from '../../api/account.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { subscriptionUsageQuery } from '../../api/subscription.ts';
import { Card } from '../../parts/card.tsx';
import { wholeNumber } from '../../parts/format.ts';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { UsageMeter } from '../../plans/usage-meter.tsx';
import { useTranslation } from '../../words.ts';
import { card } from './card.ts';

/** How much of the plan was used this month */
export function CurrentUsage() {
  const say = useRequiredTexts('pages');
  const limits = useQuery(userUsageQuery);
  const month = useQuery(subscriptionUsageQuery);
  const failed = limits.isLoadingError ? limits : month.isLoadingError ? month : null;
  if (failed?.error) {
    const again = () => void Promise.all([limits.refetch(), month.refetch()]);
    return (
      <div className={card}>
        <ErrorState reason={reasonOf(failed.error)} onRetry={again} />
      </div>
    );
  }
  if (!limits.data || !month.data) return <Skeleton className="h-72 rounded-lg" />;
  return (
    <Card title={say('billing.usage')} className="flex min-w-0 flex-col sm:p-6">
      <Meters usage={limits.data} />
      <Month month={month.data} />
    </Card>
  );
}

function Meters({ usage }: { usage: UserUsage }) {
  const { t } = useTranslation();
  return (
    <div className="mt-4 grid gap-x-8 gap-y-6 sm:grid-cols-2">
      <UsageMeter name={t('users.documents')} used={usage.documentsUsed} limit={usage.documentsLimit} />
      <UsageMeter name={t('users.templates')} used={usage.templatesUsed} limit={usage.templatesLimit} />
    </div>
  );
}

function Month({ month }: { month: SubscriptionUsage }) {
  const say = useRequiredTexts('pages');
  const counts: [string, number][] = [
    [say('billing.used'), month.documentsUsed],
    [say('billing.completed'), month.completedDocuments],
    [say('billing.pending'), month.pendingDocuments],
  ];
  return (
    // Each figure has a separate line on the narrowest phones, because three long German words do not fit
    // next to each other.
    <dl className="mt-auto grid grid-cols-3 gap-4 pt-6 before:col-span-full before:border-t before:border-line max-[22.5rem]:grid-cols-1 max-[22.5rem]:gap-2 sm:gap-x-8">
      {counts.map(([name, count]) => (
        <div
          key={name}
          className="flex flex-col max-[22.5rem]:flex-row max-[22.5rem]:items-baseline max-[22.5rem]:justify-between max-[22.5rem]:gap-3"
        >
          <dt className="text-muted">{name}</dt>
          <dd className="mt-auto font-serif text-xl tabular-nums">{wholeNumber(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
