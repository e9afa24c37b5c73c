import { queryOptions } from '@tanstack/react-query';
import type {
  ChangePreview,
  CreateAnswer,
  CreateBody,
  Invoice,
  SubscriptionStatus,
  SubscriptionUsage,
} from '#contract/billing.ts';
import type { PlanName } from '#core/plan/plans.ts';
import { forgetAccount } from './account.ts';
import { queryClient } from './query-client.ts';
import { change, load } from './request.ts';

export const subscriptionStatusQuery = queryOptions({
  queryKey: ['api', 'subscription', 'status'],
  queryFn: ({ signal }) => load<SubscriptionStatus>('/api/subscription/status', signal),
});

export const subscriptionUsageQuery = queryOptions({
  queryKey: ['api', 'subscription', 'usage'],
  queryFn: ({ signal }) => load<SubscriptionUsage>('/api/subscription/usage', signal),
});

export const invoicesQuery = queryOptions({
  queryKey: ['api', 'subscription', 'invoices'],
  queryFn: async ({ signal }) => (await load<Invoice[]>('/api/subscription/invoices', signal)) ?? [],
});

/**
 * What changing from one paid plan to another costs now. Asked anew each time the dialog opens, since it changes by
 * the minute, and by nothing else: its key lies beside the subscription's, so that a change that was made does not
 * ask what the same change would cost once more, which the server refuses.
 */
export function changePreviewQuery(planName: PlanName) {
  return queryOptions({
    queryKey: ['plan-change', planName],
    queryFn: () => change<ChangePreview>('POST', '/api/subscription/preview', { planName }),
    gcTime: 0,
  });
}

/** With a `url` in the answer the checkout goes on there; without, it is done. */
export function createSubscription(body: CreateBody): Promise<CreateAnswer> {
  return change<CreateAnswer>('POST', '/api/subscription/create', body);
}

/** Reads the subscription anew from the provider; `checkout` is the session that the checkout came back with. */
export async function refreshSubscription(checkout?: string): Promise<SubscriptionStatus> {
  return keep(await change('POST', '/api/subscription/refresh', checkout === undefined ? {} : { checkout }));
}

export async function cancelSubscription(): Promise<SubscriptionStatus> {
  return keep(await change('POST', '/api/subscription/cancel'));
}

export async function resumeSubscription(): Promise<SubscriptionStatus> {
  return keep(await change('POST', '/api/subscription/resume'));
}

export async function changePlan(planName: PlanName): Promise<SubscriptionStatus> {
  return keep(await change('POST', '/api/subscription/change', { planName }));
}

/** The address of the provider's portal; it is good for one visit. */
export async function portalAddress(): Promise<string> {
  return (await change<{ url: string }>('GET', '/api/subscription/portal')).url;
}

/** The answer is the newest there is, and everything that depends on the plan is asked again. */
function keep(status: SubscriptionStatus): SubscriptionStatus {
  queryClient.setQueryData(subscriptionStatusQuery.queryKey, status);
  void forgetAccount();
  return status;
}
