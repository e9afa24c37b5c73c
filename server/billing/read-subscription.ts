import { entitlement, leading, renews } from '#core/plan/subscription.ts';
import { readPlanChosen, setPlan } from '../records/plan-store.ts';
import { inTransaction } from '../db/transaction.ts';
import { isFailure, type PaymentFailure, type ReadOptions } from '../ports/payment-provider.ts';
import type { Services } from '../services.ts';
import { cannotBeAsked, heldByRealProvider } from './held-elsewhere.ts';
import { isLeft } from './left-account.ts';
import {
  beginReading,
  findAsker,
  findSubscription,
  forgetAsker,
  paidAccountsOfOthers,
  saveReading,
} from './subscription-store.ts';

/**
 * Reads what the provider holds of an account, and gives the account the plan that follows from it: the only way
 * by which a plan is had or lost. Called when an event hints at a change, after each act of ours, and when the
 * copy is old; it may be called at any time and any number of times. Undefined when all is well.
 */
export async function readSubscription(
  services: Pick<Services, 'db' | 'provider' | 'clock' | 'jobs'>,
  accountId: string,
  options?: ReadOptions,
): Promise<PaymentFailure | undefined> {
  const { db, provider, clock, jobs } = services;
  const begun = await beginReading(db, provider.name, accountId);
  if (!begun) return undefined;
  const answer = await provider.readCustomer(begun.customerId, options);
  // A customer who was deleted there has no subscription.
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
    // As after a checkout that was paid while the account was closed.
    if (goesOn && (await isLeft(tx, accountId))) await jobs.enqueue(tx, 'end-subscription', { accountId });
    const due = entitlement(read, now);
    // Somebody who is still choosing a plan, and has none there, goes on choosing.
    if (due.plan === 'free' && !(await readPlanChosen(tx, accountId))) return;
    const asker = await findAsker(tx, provider.name, accountId, now);
    const changed = await setPlan(tx, accountId, due, now, asker);
    if (changed && asker) await forgetAsker(tx, provider.name, accountId);
    if (changed && read?.plan === null) process.stderr.write(unknownPrice(accountId, read.id));
  });
  return undefined;
}

/** For the operator: nobody else can tell what was sold at it. */
function unknownPrice(accountId: string, subscriptionId: string): string {
  return (
    `billing: account ${accountId} is on Free, and its subscription ${subscriptionId} is charged at a price that is no ` +
    `plan's. If it is one, add it to the setting of that plan: STRIPE_PRICE_PRO or STRIPE_PRICE_BUSINESS.\n`
  );
}

/** As a job: what could not be read is read later (F-21), also by a process that can ask the provider of this account. */
export async function readSubscriptionJob(
  services: Pick<Services, 'db' | 'provider' | 'clock' | 'jobs'>,
  accountId: string,
): Promise<void> {
  const [held] = await heldByRealProvider(services, accountId);
  if (held) throw new Error(cannotBeAsked(held));
  const failure = await readSubscription(services, accountId);
  if (failure) throw new Error(`The subscription could not be read: ${failure.detail}`);
}

/**
 * At the start, when another provider was here before: what was had for a test card in the sandbox is not had
 * where payments are real. Each account has what this provider says of it, which may be nothing. A provider that moves no
 * money ends nothing: its process may only have been started without the settings of the real one.
 */
export async function endPlansOfOtherProviders({
  db,
  provider,
  clock,
}: Pick<Services, 'db' | 'provider' | 'clock'>): Promise<void> {
  if (provider.testMode) return;
  for (const accountId of await paidAccountsOfOthers(db, provider.name)) {
    const own = await findSubscription(db, provider.name, accountId);
    const now = clock();
    await inTransaction(db, (tx) => setPlan(tx, accountId, entitlement(own?.read ?? null, now), now));
  }
}
