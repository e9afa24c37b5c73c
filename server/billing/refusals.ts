import { refuse, type Refusal } from '#core/refusal.ts';
import type { PaymentFailure } from '../ports/payment-provider.ts';

export const plansOff = refuse(
  'plans-off',
  'Plans are switched off on this server: everything is unlimited, and there is nothing to buy.',
);

export const unavailable = refuse(
  'payments-unavailable',
  'The payment provider cannot be reached just now. Nothing was changed. Please try again in a minute.',
);

export const noSubscription = refuse(
  'subscription-missing',
  'There is no running subscription. Choose a plan first.',
);

export const unknownPlan = refuse('plan-unknown', 'There is no such plan. Choose Free, Pro or Business.');

export const alreadyYours = refuse('plan-already-yours', 'You’re already on this plan.');

/** Converts a failure of the provider into a refusal. */
export function refusalOf({ failed, detail }: PaymentFailure): Refusal {
  if (failed !== 'declined') return unavailable;
  return refuse('payment-declined', `${detail} Nothing was changed. Use another card in the billing portal.`);
}
