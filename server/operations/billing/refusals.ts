import { refuse, type Refusal } from '#core/refusal.ts';
import type { PaymentFailure } from '../../ports/payment-provider.ts';

export const plansOff = refuse(
  'plans-off',
  'Plans are turned off on this server. Everything is unlimited, and there is nothing to buy.',
);

export const unavailable = refuse(
  'payments-unavailable',
  'We can’t reach the payment provider right now. Nothing was changed. Try again in a minute.',
);

export const noSubscription = refuse(
  'subscription-missing',
  'You don’t have an active subscription. Choose a plan first.',
);

export const unknownPlan = refuse('plan-unknown', 'This plan does not exist. Choose Free, Pro or Business.');

export const alreadyYours = refuse('plan-already-active', 'You’re already on this plan.');

/** Converts a provider's failure to a refusal. */
export function refusalOf({ failed, detail }: PaymentFailure): Refusal {
  if (failed !== 'declined') return unavailable;
  return refuse('payment-declined', `${detail} Nothing was changed. Use another card in the billing portal.`);
}
