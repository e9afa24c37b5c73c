import { z } from 'zod';
import { oneOf, prices } from './setting-kinds.ts';

export const paymentSettings = {
  /**
   * `off` means that plans limit nothing and nothing can be bought. By default, plans are on if payments are
   * possible: with the Stripe settings or PAYMENTS=sandbox.
   */
  PLANS: oneOf(['on', 'off']).optional(),
  /**
   * Simulates payments so that the checkout can be tried, as in `npm start`. No money moves, so anyone can
   * get a paid plan. Ignored if the Stripe settings are set.
   */
  PAYMENTS: oneOf(['sandbox']).optional(),
  /**
   * Stripe. All four settings are required together. The webhook URL is PUBLIC_URL/api/webhooks/stripe.
   * Prices are per month in US dollars. A changed price has a new id at Stripe, and existing subscribers keep
   * the old price.
   */
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(?:sk|rk)_(?:test|live)_\w+$/, 'must be a secret key such as sk_live_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must be a signing secret such as whsec_…')
    .optional(),
  STRIPE_PRICE_PRO: prices().optional(),
  STRIPE_PRICE_BUSINESS: prices().optional(),
};

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** The current price id of each plan, followed by earlier ones. */
  prices: { pro: string[]; business: string[] };
}

export interface PaymentSettings {
  plans: 'on' | 'off';
  stripe: StripeSettings | undefined;
  /** True if payments are simulated. Never true together with the Stripe settings. */
  paymentSandbox: boolean;
}

const shape = z.object(paymentSettings);
type Values = z.output<typeof shape>;

export function readPayments(value: Values): PaymentSettings {
  const stripe = value.STRIPE_SECRET_KEY
    ? {
        secretKey: value.STRIPE_SECRET_KEY,
        webhookSecret: value.STRIPE_WEBHOOK_SECRET!,
        prices: { pro: value.STRIPE_PRICE_PRO!, business: value.STRIPE_PRICE_BUSINESS! },
      }
    : undefined;
  const paymentSandbox = value.PAYMENTS === 'sandbox' && !stripe;
  return { plans: value.PLANS ?? (stripe || paymentSandbox ? 'on' : 'off'), stripe, paymentSandbox };
}

export function paymentSettingsMismatch(value: Values): string | undefined {
  const stripe = [
    value.STRIPE_SECRET_KEY,
    value.STRIPE_WEBHOOK_SECRET,
    value.STRIPE_PRICE_PRO,
    value.STRIPE_PRICE_BUSINESS,
  ];
  if (stripe.some(Boolean) && !stripe.every(Boolean)) {
    return 'STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_PRO and STRIPE_PRICE_BUSINESS belong together: set all four or none.';
  }
  if (value.PLANS === 'on' && !value.STRIPE_SECRET_KEY && value.PAYMENTS !== 'sandbox') {
    return 'PLANS=on needs payments: set the four STRIPE settings, or PAYMENTS=sandbox to try the checkout without money.';
  }
  return undefined;
}
