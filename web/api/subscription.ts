import { queryOptions } from '@tanstack/react-query';
import type { CreateAnswer, CreateBody, SubscriptionStatus } from '#contract/operations/billing.ts';
import { billingPaths, accountPaths } from '#contract/paths.ts';
import type { PlanName } from '#core/plan/plans.ts';
import { invalidatePlan } from './account.ts';
import { change, load, queryFor } from './transport/call.ts';
import { queryClient } from './transport/query-client.ts';

export const subscriptionStatusQuery = queryFor(
  ['api', 'subscription', 'status'],
  billingPaths.readSubscription,
);

export const subscriptionUsageQuery = queryFor(
  ['api', 'subscription', 'usage'],
  billingPaths.readSubscriptionUsage,
);

export const invoicesQuery = queryOptions({
  queryKey: ['api', 'subscription', 'invoices'],
  queryFn: async ({ signal }) => (await load(billingPaths.listInvoices, {}, signal)) ?? [],
});

/**
 * The current cost of changing from one paid plan to another. It is requested each time the dialog opens,
 * because it changes every minute. Its key does not begin with the subscription's key, so that it is not
 * reloaded after the change, when the server would refuse the request.
 */
export function changePreviewQuery(planName: PlanName) {
  return queryOptions({
    queryKey: ['plan-change', planName],
    queryFn: () => change(billingPaths.previewPlanChange, { body: { planName } }),
    gcTime: 0,
  });
}

/** If the response has a `url`, checkout continues there. Otherwise the change is complete. */
export function createSubscription(body: CreateBody): Promise<CreateAnswer> {
  return change(billingPaths.createSubscription, { body });
}

/**
 * Reloads the subscription from the provider. `checkout` is the id of the checkout session from which the
 * person returned.
 */
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

/** Returns the URL of the provider's portal, valid for one visit. */
export async function portalAddress(): Promise<string> {
  return (await change(billingPaths.openPortal)).url;
}

/** Stores the response, which is the newest state, and reloads everything that depends on the plan. */
function keep(status: SubscriptionStatus): SubscriptionStatus {
  queryClient.setQueryData(subscriptionStatusQuery.queryKey, status);
  void invalidatePlan();
  return status;
}

export const planLimitsQuery = queryFor(['api', 'plan', 'limits'], accountPaths.readPlanLimits);
