import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { UserUsage } from '#contract/accounts/account.ts';
import { planNamed, plans, type PlanName } from '#core/plan/plans.ts';
import { currentUserQuery, userUsageQuery } from '../../api/account.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { invitationsQuery, membersQuery, teamQuery } from '../../api/team.ts';
import { subscriptionStatusQuery } from '../../api/subscription.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { classNames } from '../../parts/class-names.ts';
import { dollars, percent } from '../../parts/format.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { LoadingError, Skeleton } from '../../parts/states.tsx';
import { PlansOffNotice } from '../../plans/plans-off-notice.tsx';
import { UsageMeter } from '../../plans/usage-meter.tsx';
import { useTranslation } from '../../words.ts';
import { PeopleSection } from './people-section.tsx';
import { PlanTable } from './plan-table.tsx';
import { UsageChart } from './usage-chart.tsx';

/** The members of the account, followed by its plan, usage and limits (specification §2). */
export function UserManagementPage() {
  const say = useRequiredTexts('pages');
  const usage = useQuery(userUsageQuery);
  const plansOff = useQuery(subscriptionStatusQuery).data?.plansOff === true;
  const header = <PageHeader title={say('users.title')} about={say('users.about')} />;
  if (!useSettled())
    return (
      <div className="flex flex-col gap-6">
        {header}
        <Skeleton className="h-96 rounded-lg" />
      </div>
    );
  return (
    <div className="flex flex-col gap-6">
      {header}
      {plansOff ? <PlansOffNotice /> : null}
      <PeopleSection />
      {usage.isPending ? <Skeleton className="h-72 rounded-lg" /> : null}
      {usage.isLoadingError ? (
        <div className="rounded-lg border border-line bg-surface">
          <LoadingError query={usage} />
        </div>
      ) : null}
      {usage.data ? <Use usage={usage.data} plansOff={plansOff} /> : null}
      {usage.data ? <UsageChart history={usage.data.history} /> : null}
      {plansOff || usage.isPending ? null : (
        <PlanTable current={usage.data ? planNamed(usage.data.planType) : null} />
      )}
    </div>
  );
}

/** Returns true if the height of everything above is known. Until then, content below would shift. */
function useSettled(): boolean {
  const can = useQuery(currentUserQuery).data?.can;
  const manages = can?.includes('team.manage') === true;
  // Fetched with or without success, because each part retries its own failed requests.
  const parts = [
    useQuery(teamQuery).isFetched,
    useQuery(membersQuery).isFetched,
    useQuery(subscriptionStatusQuery).isFetched,
    useQuery({ ...invitationsQuery, enabled: manages }).isFetched || !manages,
  ];
  return !parts.includes(false);
}

function Use({ usage, plansOff }: { usage: UserUsage; plansOff: boolean }) {
  const { t } = useTranslation();
  const say = useRequiredTexts('pages');
  const rate = usage.documentsUsed === 0 ? 0 : Math.min(1, usage.completedDocuments / usage.documentsUsed);
  return (
    <div className={classNames('grid gap-6', !plansOff && 'lg:grid-cols-[240px_1fr]')}>
      {plansOff ? null : <CurrentPlan plan={planNamed(usage.planType)} />}
      <Card title={say('users.usage')} className="flex min-w-0 flex-col sm:p-6">
        <div className="mt-4 grid gap-x-8 gap-y-6 sm:grid-cols-2">
          <UsageMeter name={t('users.documents')} used={usage.documentsUsed} limit={usage.documentsLimit} />
          <UsageMeter name={t('users.templates')} used={usage.templatesUsed} limit={usage.templatesLimit} />
        </div>
        <dl className="mt-6 grid gap-x-8 gap-y-4 border-t border-line pt-5 sm:grid-cols-2">
          <div>
            <dt className="text-muted">{say('users.completed')}</dt>
            <dd className="font-serif text-xl tabular-nums">{usage.completedDocuments}</dd>
          </div>
          <div>
            <dt className="text-muted">{say('users.successRate')}</dt>
            <dd>
              <span className="font-serif text-xl tabular-nums">{percent(rate)}</span>
              <span className="block text-xs text-muted">{say('users.successAbout')}</span>
            </dd>
          </div>
        </dl>
      </Card>
    </div>
  );
}

function CurrentPlan({ plan }: { plan: PlanName }) {
  const { t } = useTranslation();
  const say = useRequiredTexts('pages');
  return (
    <section aria-labelledby="plan-title" className={card}>
      <h2 id="plan-title" className="text-muted">
        {say('users.plan')}
      </h2>
      <p className="mt-1 font-serif text-2xl tracking-[-0.015em]">{t(`plan.${plan}`)}</p>
      <p className="mt-1 text-muted">
        {say('users.perMonth', { price: dollars(plans[plan].dollarsPerMonth) })}
      </p>
      <div className="mt-auto pt-5">
        {plan === 'business' ? (
          <Button asChild>
            <Link to="/billing">{say('users.toBilling')}</Link>
          </Button>
        ) : (
          <Button asChild>
            <Link to="/billing">{say('users.askMore')}</Link>
          </Button>
        )}
      </div>
    </section>
  );
}

const card = 'flex min-w-0 flex-col rounded-lg border border-line bg-surface p-4 shadow-card sm:p-6';
