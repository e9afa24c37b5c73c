import { entitlement, leading, renews } from '#core/plan/subscription.ts';
import { readPlanChosen, setPlan } from '../../records/plan-store.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { isFailure, type PaymentFailure, type ReadOptions } from '../../ports/payment-provider.ts';
import type { BillingDeps } from './deps.ts';
import { subscriptionElsewhereSentence, hasLiveSubscription } from './held-elsewhere.ts';
import { isLeft } from './left-account.ts';
import {
  beginReading,
  findCheckoutUser,
  findSubscription,
  deleteCheckoutUser,
  paidAccountsOfOthers,
  saveReading,
} from './subscription-store.ts';
import { reportLine } from '../../foundation/process/report-line.ts';

/**
 * Reads the account's state from the provider and sets the plan accordingly. An account gains or loses a plan
 * only here. Called after events, after each of our own actions, and when our copy is outdated, and may be
 * called any number of times. Returns undefined on success.
 */
export async function readSubscription(
  services: Pick<BillingDeps, 'db' | 'provider' | 'clock' | 'jobs'>,
  accountId: string,
  options?: ReadOptions,
): Promise<PaymentFailure | undefined> {
  const { db, provider, clock, jobs } = services;
  const begun = await beginReading(db, provider.name, accountId);
  if (!begun) return undefined;
  const answer = await provider.readCustomer(begun.customerId, options);
  // A customer who was deleted at the provider has no subscription.
  const gone = isFailure(answer) && answer.failed === 'unknown';
  if (isFailure(answer) && !gone) return answer;
  const { subscriptions, card } = isFailure(answer) ? { subscriptions: [], card: null } : answer;
  const now = clock();
  const read = leading(subscriptions);
  const goesOn = subscriptions.some(renews);
  await inTransaction(db, async (tx) => {
    const trialUsed = subscriptions.some(({ trialEnd }) => trialEnd !== null);
    const kept = { reading: begun.reading, read, card, trialUsed, at: new Date(now) };
    if (!(await saveReading(tx, provider.name, accountId, kept))) return;
    // A checkout may have been paid while the account was being closed.
    if (goesOn && (await isLeft(tx, accountId))) await jobs.enqueue(tx, 'end-subscription', { accountId });
    const due = entitlement(read, now);
    // A user who has not chosen a plan, and has none at the provider, must still choose one.
    if (due.plan === 'free' && !(await readPlanChosen(tx, accountId))) return;
    const asker = await findCheckoutUser(tx, provider.name, accountId, now);
    const changed = await setPlan(tx, accountId, due, now, asker);
    if (changed && asker) await deleteCheckoutUser(tx, provider.name, accountId);
    if (changed && read?.plan === null) reportLine(unknownPrice(accountId, read.id));
  });
  return undefined;
}

/** Returns a message for the operator, because only they know what was sold at this price. */
function unknownPrice(accountId: string, subscriptionId: string): string {
  return (
    `billing: account ${accountId} is on Free, and its subscription ${subscriptionId} is charged at a price of no ` +
    `known plan. If it belongs to a plan, add it to that plan's setting: STRIPE_PRICE_PRO or STRIPE_PRICE_BUSINESS.`
  );
}

/**
 * Job: tries again until the subscription can be read (F-21), if necessary in another process that can reach
 * the account's provider.
 */
export async function readSubscriptionJob(
  services: Pick<BillingDeps, 'db' | 'provider' | 'clock' | 'jobs'>,
  accountId: string,
): Promise<void> {
  const [held] = await hasLiveSubscription(services, accountId);
  if (held) throw new Error(subscriptionElsewhereSentence(held));
  const failure = await readSubscription(services, accountId);
  if (failure) throw new Error(`The subscription could not be read: ${failure.detail}`);
}

/**
 * Runs at startup, because the server may have used another provider before, and plans bought with a test
 * card must not continue with real payments. Each account gets the plan that the current provider reports, if
 * any. Without a real provider nothing changes, because this process may only lack the settings.
 */
export async function endPlansOfOtherProviders({
  db,
  provider,
  clock,
}: Pick<BillingDeps, 'db' | 'provider' | 'clock'>): Promise<void> {
  if (provider.testMode) return;
  for (const accountId of await paidAccountsOfOthers(db, provider.name)) {
    const own = await findSubscription(db, provider.name, accountId);
    const now = clock();
    await inTransaction(db, (tx) => setPlan(tx, accountId, entitlement(own?.read ?? null, now), now));
  }
}
