import type { PaymentFailure, PaymentProvider } from '../../ports/payment-provider.ts';

const unavailable = (): Promise<PaymentFailure> =>
  Promise.resolve({
    failed: 'unavailable',
    detail: 'This server has no payment provider: set the STRIPE settings.',
  });

/**
 * Payment provider for a server with neither Stripe settings nor the sandbox. Plans are off there, so nothing
 * is sold.
 */
export const noPayments: PaymentProvider = {
  name: 'none',
  testMode: true,
  createCustomer: unavailable,
  readCustomer: unavailable,
  openCheckout: unavailable,
  readCheckout: unavailable,
  closeCheckout: unavailable,
  setCancelled: unavailable,
  quoteChange: unavailable,
  changePlan: unavailable,
  openPortal: unavailable,
  listInvoices: unavailable,
  readEvent: () => Promise.resolve(undefined),
};
