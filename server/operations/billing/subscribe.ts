import type { CreateAnswer } from '#contract/operations/billing.ts';
import { plans } from '#core/plan/plans.ts';
import { entitlement, renews, type PaidPlan } from '#core/plan/subscription.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { chooseFreePlan } from '../../records/plan-store.ts';
import { isFailure, type Checkout, type PaymentFailure } from '../../ports/payment-provider.ts';
import type { BillingDeps } from './deps.ts';
import type { Subscriber } from './subscriber.ts';
import { resumeSubscription } from './change-subscription.ts';
import { planByName } from './plan-called.ts';
import { readSubscription } from './read-subscription.ts';
import { alreadyYours, plansOff, refusalOf, unavailable, unknownPlan } from './refusals.ts';
import {
  findSubscription,
  saveCustomer,
  saveCheckoutUser,
  replaceCustomer,
  saveCheckout,
  type StoredSubscription,
} from './subscription-store.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';

export type Wish = { planName: string; from: 'billing' | 'onboarding'; origin: string };

/**
 * Chooses a plan: returns the URL of a checkout, or completes immediately if there is nothing to pay. Nothing
 * changes until a checkout is paid. An open checkout for the same plan is reused, and one for another plan is
 * closed first.
 */
export async function subscribe(
  services: BillingDeps,
  who: Subscriber,
  wish: Wish,
): Promise<CreateAnswer | Refusal> {
  if (services.plans === 'off') return plansOff;
  const plan = planByName(wish.planName);
  if (!plan) return unknownPlan;
  const { db, provider, clock } = services;
  const running = entitlement(
    (await findSubscription(db, provider.name, who.accountId))?.read ?? null,
    clock(),
  );
  if (plan === 'free') return running.plan === 'free' ? chooseFree(services, who.accountId) : cancelFirst;

  // The provider's state decides what can be sold, so that no one pays for a second subscription. An earlier
  // checkout was either paid already, or is closed here and cannot be paid any more.
  const before = await findSubscription(db, provider.name, who.accountId);
  const open = before && (await openAlready(services, before, plan, wish));
  if (isFailure(open)) return refusalOf(open);
  const failure = await readSubscription(services, who.accountId);
  if (failure) return refusalOf(failure);
  const stored = await findSubscription(db, provider.name, who.accountId);
  const now = entitlement(stored?.read ?? null, clock());
  if (now.plan === 'free') {
    if (stored?.read && renews(stored.read)) return cancelOther;
    if (open) await saveCheckoutUser(db, provider.name, who.accountId, who.asker, clock());
    return open
      ? { success: false, url: open, planName: plan }
      : checkOut(services, who, plan, wish, before?.checkouts ?? 0);
  }
  if (now.plan !== plan) return changeInstead;
  if (now.standing !== 'cancelling') return alreadyYours;
  const resumed = await resumeSubscription(services, who.accountId, who.asker);
  return isRefusal(resumed) ? resumed : { success: true, planName: plan };
}

async function chooseFree({ db }: BillingDeps, accountId: string): Promise<CreateAnswer> {
  await chooseFreePlan(db, accountId);
  return { success: true, planName: 'free' };
}

async function checkOut(
  services: BillingDeps,
  who: Subscriber,
  plan: PaidPlan,
  wish: Wish,
  checkouts: number,
): Promise<CreateAnswer | Refusal> {
  const customer = await asCustomer(services, who);
  if (isFailure(customer)) return refusalOf(customer);
  // `checkouts` was counted above. If another checkout was started since, storing this one fails.
  const stored = { ...customer, checkouts };
  let made = await order(services, stored, plan, wish);
  if (isFailure(made) && made.failed === 'unknown') {
    const replaced = await asNewCustomer(services, who);
    made = isFailure(replaced) ? replaced : await order(services, replaced, plan, wish);
  }
  if (isFailure(made)) return refusalOf(made);
  if (made.url === null) return unavailable;
  const { origin, from } = wish;
  const { db, provider, clock } = services;
  await saveCheckoutUser(db, provider.name, who.accountId, who.asker, clock());
  const checkout = { id: made.id, url: made.url, plan, origin, from };
  const chosen = { success: false, url: made.url, planName: plan };
  if (await saveCheckout(db, provider.name, who.accountId, checkout, stored.checkouts)) return chosen;
  // A concurrent request was faster. For the same order, the provider returned the same checkout. Otherwise
  // both could be paid, so this one is closed, and the next attempt finds the other one.
  const other = await findSubscription(db, provider.name, who.accountId);
  if (other?.checkout?.id === made.id) return chosen;
  const closed = await provider.closeCheckout(made.id);
  return isFailure(closed) ? refusalOf(closed) : subscribe(services, who, wish);
}

/** The same order with the same number always returns the same checkout. */
function order(
  { provider }: BillingDeps,
  stored: StoredSubscription,
  plan: PaidPlan,
  { origin, from }: Wish,
): Promise<Checkout | PaymentFailure> {
  const trialDays = stored.trialUsedAt === null ? plans[plan].trialDays : 0;
  const page = `${origin}/${from}`;
  const key = [stored.customerId, stored.checkouts, plan, trialDays, page].join(' ');
  return provider.openCheckout(
    {
      accountId: stored.accountId,
      customerId: stored.customerId,
      plan,
      trialDays,
      successUrl: `${page}?checkout={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${page}?checkout=cancelled`,
    },
    `checkout-${sha256(key)}`,
  );
}

/** Returns the URL of the previous checkout if it is for the same order and can still be paid. */
async function openAlready(
  { provider }: BillingDeps,
  { customerId, checkout }: StoredSubscription,
  plan: PaidPlan,
  wish: Wish,
): Promise<string | undefined | PaymentFailure> {
  if (!checkout) return undefined;
  const now = await provider.readCheckout(customerId, checkout.id);
  if (isFailure(now)) return now.failed === 'unknown' ? undefined : now;
  if (now.state !== 'open') return undefined;
  const same = checkout.plan === plan && checkout.origin === wish.origin && checkout.from === wish.from;
  if (same) return now.url ?? checkout.url;
  const closed = await provider.closeCheckout(checkout.id);
  return isFailure(closed) ? closed : undefined;
}

async function asCustomer(
  services: BillingDeps,
  who: Subscriber,
): Promise<StoredSubscription | PaymentFailure> {
  const { db, provider } = services;
  const known = await findSubscription(db, provider.name, who.accountId);
  if (known) return known;
  const made = await createCustomer(services, who, 'first');
  if (isFailure(made)) return made;
  await saveCustomer(db, provider.name, who.accountId, made.id);
  return (await findSubscription(db, provider.name, who.accountId))!;
}

/** Replaces a customer that the provider no longer knows, for example after its data was deleted. */
async function asNewCustomer(
  services: BillingDeps,
  who: Subscriber,
): Promise<StoredSubscription | PaymentFailure> {
  const { db, provider, clock } = services;
  const made = await createCustomer(services, who, String(clock()));
  if (isFailure(made)) return made;
  await replaceCustomer(db, provider.name, who.accountId, made.id);
  return (await findSubscription(db, provider.name, who.accountId))!;
}

function createCustomer({ provider }: BillingDeps, who: Subscriber, time: string) {
  const name = `${who.firstName} ${who.lastName}`.trim();
  const key = `customer-${sha256([who.accountId, who.email, name, time].join(' '))}`;
  return provider.createCustomer({ accountId: who.accountId, email: who.email, name }, key);
}

const cancelFirst = refuse(
  'subscription-exists',
  'You have an active subscription. Cancel it, and your account moves to Free at the end of the paid period.',
);

const changeInstead = refuse(
  'subscription-exists',
  'You already have a subscription. Change its plan instead.',
);

const cancelOther = refuse(
  'subscription-exists',
  'Your subscription has a price that matches no plan of this server. Cancel it first or contact support.',
);
