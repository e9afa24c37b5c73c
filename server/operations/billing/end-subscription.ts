import { randomUUID } from 'node:crypto';
import { renews } from '#core/plan/subscription.ts';
import { isFailure, type PaymentFailure } from '../../ports/payment-provider.ts';
import type { BillingDeps } from './deps.ts';
import { subscriptionElsewhereSentence, hasLiveSubscription, type Held } from './held-elsewhere.ts';
import { isLeft } from './left-account.ts';
import { readSubscription } from './read-subscription.ts';
import { findSubscription } from './subscription-store.ts';

type Parts = Pick<BillingDeps, 'db' | 'provider' | 'clock' | 'jobs'>;

/**
 * Prevents further charges for an account that no one can access: closes its open checkout, and cancels each
 * subscription at the end of the paid period. Runs as a job, which is retried if the provider cannot be
 * reached.
 */
export async function endSubscription(services: Parts, accountId: string): Promise<void> {
  const { db, provider } = services;
  const stored = await findSubscription(db, provider.name, accountId);
  if (!(await isLeft(db, accountId))) return;
  if (!stored) return mustNotBeCharged(await hasLiveSubscription(services, accountId));
  // If the checkout was paid in the meantime, the subscription is found below. A closed checkout cannot be
  // paid.
  if (stored.checkout) mustBeDone(await provider.closeCheckout(stored.checkout.id));
  const customer = await provider.readCustomer(stored.customerId);
  mustBeDone(customer);
  if (isFailure(customer)) return;
  for (const one of customer.subscriptions)
    if (renews(one)) mustBeDone(await provider.setCancelled(one.id, true, randomUUID()));
  mustBeDone(await readSubscription(services, accountId));
}

/**
 * Fails if the account has subscriptions at a provider that this process cannot reach. Another process with
 * the right settings then ends them in a later attempt.
 */
function mustNotBeCharged(held: readonly Held[]): void {
  const charged = held.find(({ read, checkout }) => (read ? renews(read) : checkout !== null));
  if (charged) throw new Error(subscriptionElsewhereSentence(charged));
}

/** The provider does not charge for customers or subscriptions that it does not know. */
function mustBeDone(answer: unknown): void {
  if (isFailure(answer) && answer.failed !== 'unknown') throw new Error(notEnded(answer));
}

function notEnded({ detail }: PaymentFailure): string {
  return `The subscription of an account that no one can access could not be ended: ${detail}`;
}
