import { randomUUID } from 'node:crypto';
import { renews } from '#core/plan/subscription.ts';
import { isFailure, type PaymentFailure } from '../ports/payment-provider.ts';
import type { Services } from '../services.ts';
import { cannotBeAsked, heldByRealProvider, type Held } from './held-elsewhere.ts';
import { isLeft } from './left-account.ts';
import { readSubscription } from './read-subscription.ts';
import { findSubscription } from './subscription-store.ts';

type Parts = Pick<Services, 'db' | 'provider' | 'clock' | 'jobs'>;

/**
 * Sees to it that nothing more is charged for an account that nobody can enter: its checkout cannot be paid any more, and
 * each subscription ends with the time that is paid for. A job, which tries again when the provider cannot be asked.
 */
export async function endSubscription(services: Parts, accountId: string): Promise<void> {
  const { db, provider } = services;
  const stored = await findSubscription(db, provider.name, accountId);
  if (!(await isLeft(db, accountId))) return;
  if (!stored) return mustNotBeCharged(await heldByRealProvider(services, accountId));
  // Paid until it is closed it is seen below, and closed it cannot be paid after.
  if (stored.checkout) mustBeDone(await provider.closeCheckout(stored.checkout.id));
  const customer = await provider.readCustomer(stored.customerId);
  mustBeDone(customer);
  if (isFailure(customer)) return;
  for (const one of customer.subscriptions)
    if (renews(one)) mustBeDone(await provider.setCancelled(one.id, true, randomUUID()));
  mustBeDone(await readSubscription(services, accountId));
}

/** By a provider that this process cannot ask; another one, started with its settings, ends it at a later try. */
function mustNotBeCharged(held: readonly Held[]): void {
  const charged = held.find(({ read, checkout }) => (read ? renews(read) : checkout !== null));
  if (charged) throw new Error(cannotBeAsked(charged));
}

/** Whatever the provider does not know costs nothing. */
function mustBeDone(answer: unknown): void {
  if (isFailure(answer) && answer.failed !== 'unknown') throw new Error(notEnded(answer));
}

function notEnded({ detail }: PaymentFailure): string {
  return `The subscription of an account that nobody can enter could not be ended: ${detail}`;
}
