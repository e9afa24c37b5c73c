import { queryOptions } from '@tanstack/react-query';
import type { CreateAnswer, CreateBody, SubscriptionStatus } from '#contract/billing.ts';
import { billingPaths } from '#contract/paths.ts';
import type { PlanName } from '#core/plan/plans.ts';
import { forgetAccount } from './account.ts';
import { change, load, toLoad } from './call.ts';
import { queryClient } from './query-client.ts';

export const subscriptionStatusQuery = toLoad(
  ['api', 'subscription', 'status'],
  billingPaths.readSubscription,
);

export const subscriptionUsageQuery = toLoad(
  ['api', 'subscription', 'usage'],
  billingPaths.readSubscriptionUsage,
);

export const invoicesQuery = queryOptions({
  queryKey: ['api', 'subscription', 'invoices'],
  queryFn: async ({ signal }) => (await load(billingPaths.listInvoices, {}, signal)) ?? [],
});

/**
 * The cost of a change from one paid plan to another, as of now. Asked anew each time the dialog opens, since it changes by
 * the minute, and by nothing else: its key lies beside the subscription's, so that a change that was made does not
 * ask what the same change would cost once more, which the server refuses.
 */
export function changePreviewQuery(planName: PlanName) {
  return queryOptions({
    queryKey: ['plan-change', planName],
    queryFn: () => change(billingPaths.previewPlanChange, { body: { planName } }),
    gcTime: 0,
  });
}

/** With a `url` in the answer the checkout goes on there; without, it is done. */
export function createSubscription(body: CreateBody): Promise<CreateAnswer> {
  return change(billingPaths.createSubscription, { body });
}

/** Reads the subscription anew from the provider; `checkout` is the session that the checkout came back with. */
export async function refreshSubscription(checkout?: string): Promise<SubscriptionStatus> {
  return keep(
    await change(billingPaths.refreshSubscription, { body: checkout === undefined ? {} : { checkout } }),
  );
}

export async function cancelSubscription(): Promise<SubscriptionStatus> {
  return keep(await change(billingPaths.cancelSubscription));
}

export async function resumeSubscription(): Promise<SubscriptionStatus> {
  return keep(await change(billingPaths.resumeSubscription));
}

export async function changePlan(planName: PlanName): Promise<SubscriptionStatus> {
  return keep(await change(billingPaths.changeSubscription, { body: { planName } }));
}

/** The address of the provider's portal; it is good for one visit. */
export async function portalAddress(): Promise<string> {
  return (await change(billingPaths.openPortal)).url;
}

/** The answer is the newest there is, and everything that depends on the plan is asked again. */
function keep(status: SubscriptionStatus): SubscriptionStatus {
  queryClient.setQueryData(subscriptionStatusQuery.queryKey, status);
  void forgetAccount();
  return status;
}
