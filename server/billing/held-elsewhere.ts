import type { Services } from '../services.ts';
import { findSubscription, findSubscriptionsElsewhere } from './subscription-store.ts';

export type Held = Awaited<ReturnType<typeof findSubscriptionsElsewhere>>[number];

/**
 * The subscriptions at other providers of an account that the provider of this process has never seen. Only where that one
 * moves no money, as in a worker that was started without the settings of Stripe: beside a real provider the others were
 * tests, and nothing is owed there.
 */
export async function heldByRealProvider(
  { db, provider }: Pick<Services, 'db' | 'provider'>,
  accountId: string,
): Promise<Held[]> {
  if (!provider.testMode || (await findSubscription(db, provider.name, accountId))) return [];
  return findSubscriptionsElsewhere(db, provider.name, accountId);
}

/** For the operator, who finds it at a job that is tried again. */
export const cannotBeAsked = ({ provider }: Held): string =>
  `The account is a customer of ${provider}, which this process was started without the settings to ask.`;
