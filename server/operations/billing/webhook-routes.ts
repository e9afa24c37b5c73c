import { billingRows } from '#contract/operations/billing.ts';
import { refuse } from '#core/refusal.ts';
import { acceptRawBodies } from '../../foundation/http/input/read-bytes.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import type { Routes } from '../../foundation/http/fastify-app.ts';
import { authenticates, serve } from '../../foundation/http/serve.ts';
import type { PaymentEvent } from '../../ports/payment-provider.ts';
import type { BillingDeps } from './deps.ts';
import { accountOfCustomer, recordProviderEvent } from './subscription-store.ts';

declare module '../../foundation/http/serve.ts' {
  interface Callers {
    'payment-provider': { event: PaymentEvent };
  }
}

/**
 * Webhook for the provider's events (S-36). Events may be late, repeated or out of order, and their content
 * is never trusted, so each one is only a reason to read the state. One transaction records the event and the
 * job that reads. Every genuine event is acknowledged, including unknown types and customers.
 */
export function webhookRoutes(services: Pick<BillingDeps, 'db' | 'jobs' | 'provider' | 'clock'>): Routes {
  const { db, jobs, provider, clock } = services;
  return (app) => {
    // The signature is over the raw bytes.
    acceptRawBodies(app);
    authenticates(app, 'payment-provider', {
      caller: async ({ headers, body }) => {
        const signature = headers['stripe-signature'];
        const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
        const signed = typeof signature === 'string' ? signature : undefined;
        const event = await provider.readEvent(bytes, signed, clock());
        return event ? { event } : forged;
      },
    });
    serve(app, billingRows.receivePaymentEvent, async ({ event }) => {
      await inTransaction(db, async (tx) => {
        if (!(await recordProviderEvent(tx, provider.name, event, new Date(clock())))) return;
        const accountId = event.customerId && (await accountOfCustomer(tx, provider.name, event.customerId));
        if (accountId) await jobs.enqueue(tx, 'read-subscription', { accountId });
      });
      return { received: true as const };
    });
  };
}

const forged = refuse(
  'request-malformed',
  'This event is not from our payment provider or is too old. Nothing was done.',
);
