import type { BillingDeps } from './deps.ts';
import { findSubscription, findSubscriptionsElsewhere } from './subscription-store.ts';

export type Held = Awaited<ReturnType<typeof findSubscriptionsElsewhere>>[number];

/**
 * Subscriptions of an account at other providers, if the current provider has never seen the account. Applies
 * only without a real provider, as in a worker started without the Stripe settings. Next to a real provider,
 * the others were tests and nothing is owed. Nothing is ever owed to the sandbox.
 */
export async function hasLiveSubscription(
  { db, provider }: Pick<BillingDeps, 'db' | 'provider'>,
  accountId: string,
): Promise<Held[]> {
  if (!provider.testMode || (await findSubscription(db, provider.name, accountId))) return [];
  const elsewhere = await findSubscriptionsElsewhere(db, provider.name, accountId);
  return elsewhere.filter((held) => held.provider !== 'sandbox');
}

/** Message for the operator, shown with a job that is retried. */
export const subscriptionElsewhereSentence = ({ provider }: Held): string =>
  `The account is a customer of ${provider}, and this process lacks the settings for that provider.`;
