import { z } from 'zod';
import { oneOf, prices } from './setting-kinds.ts';

export const paymentSettings = {
  /**
   * With off, plans limit nothing, and nothing can be bought. By default on if payments are possible: with the
   * Stripe settings, or with PAYMENTS=sandbox.
   */
  PLANS: oneOf(['on', 'off']).optional(),
  /**
   * Simulates payments for trying the checkout, as `npm start` does. No money moves, so anyone gets a paid plan.
   * Has no effect next to the Stripe settings.
   */
  PAYMENTS: oneOf(['sandbox']).optional(),
  /**
   * Stripe; all four are required together. The webhook URL is PUBLIC_URL/api/webhooks/stripe. Prices are
   * monthly in US dollars. A changed price has a new id at Stripe, and existing subscribers keep the old one.
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
  /** For each plan the current price id, followed by earlier ones. */
  prices: { pro: string[]; business: string[] };
}

export interface PaymentSettings {
  plans: 'on' | 'off';
  stripe: StripeSettings | undefined;
  /** Payments are simulated; never true next to the Stripe settings. */
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
