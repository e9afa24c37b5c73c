import type { BillingDeps } from './deps.ts';
import { findSubscription, findSubscriptionsElsewhere } from './subscription-store.ts';

export type Held = Awaited<ReturnType<typeof findSubscriptionsElsewhere>>[number];

/**
 * Returns an account's subscriptions at other providers if the current provider has never seen the account.
 * Only a process without a real provider needs this, such as a worker started without the Stripe settings.
 * With a real provider, all others were tests. The sandbox never charges anything.
 */
export async function hasLiveSubscription(
  { db, provider }: Pick<BillingDeps, 'db' | 'provider'>,
  accountId: string,
): Promise<Held[]> {
  if (!provider.testMode || (await findSubscription(db, provider.name, accountId))) return [];
  const elsewhere = await findSubscriptionsElsewhere(db, provider.name, accountId);
  return elsewhere.filter((held) => held.provider !== 'sandbox');
}

/** Returns a message for the operator, shown with the job that is retried. */
export const subscriptionElsewhereSentence = ({ provider }: Held): string =>
  `The account is a customer of ${provider}, and this process lacks the settings for that provider.`;
