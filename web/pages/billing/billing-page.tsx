import { useQuery } from '@tanstack/react-query';
import type { SubscriptionStatus } from '#contract/operations/billing.ts';
import { userUsageQuery } from '../../api/account.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { subscriptionStatusQuery, subscriptionUsageQuery } from '../../api/subscription.ts';
import { classNames } from '../../parts/class-names.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { LoadingError, Skeleton } from '../../parts/states.tsx';
import { CheckoutNotice } from '../../plans/checkout-notice.tsx';
import { PlansOffNotice } from '../../plans/plans-off-notice.tsx';
import { TestModeNotice } from '../../plans/test-mode-notice.tsx';
import { useCheckoutReturn } from '../../plans/use-checkout-return.ts';
import { BillingInformation } from './billing-information.tsx';
import { CurrentUsage } from './current-usage.tsx';
import { InvoiceList } from './invoice-list.tsx';
import { ManageBilling } from './manage-billing.tsx';
import { PlanChoice } from './plan-choice.tsx';
import { BillingNotices } from './billing-notices.tsx';

/** Billing & Usage: the usage, the three plans, and payment (specification §2). */
export function BillingPage() {
  const say = useRequiredTexts('pages');
  const status = useQuery(subscriptionStatusQuery);
  const checkout = useCheckoutReturn();
  const hasPaid = Boolean(status.data?.subscribedPlan);
  const used = [useQuery(userUsageQuery), useQuery(subscriptionUsageQuery)];
  // Everything appears together, because each part would shift the others. Each part retries its own failed
  // requests.
  const waiting = [status, ...used].some(({ isFetched }) => !isFetched);
  const known = waiting ? undefined : status.data;
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={say('billing.title')}
        about={say('billing.about')}
        action={hasPaid ? <ManageBilling /> : null}
      />
      <CheckoutNotice {...checkout} />
      {known ? <Notices status={known} /> : null}
      {/* A separate element from the placeholder, because otherwise it would visibly move. */}
      <div
        key={String(waiting)}
        className={classNames('grid gap-6', (!known?.plansOff || hasPaid) && 'lg:grid-cols-2')}
      >
        {waiting ? <Skeleton className="h-72 rounded-lg" /> : <CurrentUsage />}
        {waiting ? <Skeleton className="h-72 rounded-lg" /> : null}
        {status.isLoadingError ? (
          <div className="rounded-lg border border-line bg-surface shadow-card">
            <LoadingError query={status} />
          </div>
        ) : null}
        {/* A subscription from before plans were turned off can still be canceled. */}
        {known && (!known.plansOff || hasPaid) ? <BillingInformation status={known} /> : null}
      </div>
      {waiting ? <Skeleton className="h-96 rounded-lg" /> : null}
      {known?.testMode && !known.plansOff ? <TestModeNotice /> : null}
      {known && !known.plansOff ? <PlanChoice status={known} /> : null}
      {hasPaid && !waiting ? <InvoiceList /> : null}
    </div>
  );
}

function Notices({ status }: { status: SubscriptionStatus }) {
  return status.plansOff ? <PlansOffNotice /> : <BillingNotices status={status} />;
}
