import type { Feature } from '../../foundation/http/feature.ts';
import type { BillingDeps } from './deps.ts';
import { endSubscription } from './end-subscription.ts';
import { readSubscriptionJob } from './read-subscription.ts';
import { billingRoutes } from './routes.ts';

export const openBilling = (services: BillingDeps): Feature => ({
  routes: [billingRoutes(services)],
  jobs: {
    'read-subscription': ({ accountId }) => readSubscriptionJob(services, accountId),
    'end-subscription': ({ accountId }) => endSubscription(services, accountId),
  },
});
