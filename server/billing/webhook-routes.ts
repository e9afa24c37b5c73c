import { billingRows } from '#contract/routes/billing.ts';
import { refuse } from '#core/refusal.ts';
import { takeBytes } from '../http/take-bytes.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Feature } from '../http/fastify-app.ts';
import { proves, serve } from '../http/serve.ts';
import type { PaymentEvent } from '../ports/payment-provider.ts';
import type { Services } from '../services.ts';
import { accountOfCustomer, takeEvent } from './subscription-store.ts';

declare module '../http/serve.ts' {
  interface Callers {
    'payment-provider': { event: PaymentEvent };
  }
}

/**
 * Events of the provider (S-36). They arrive late, twice and out of order, so an event is only a hint that there
 * is something to read: it is noted once, with the job that reads, in one transaction, and what it says is never
 * believed. Whatever is genuine is acknowledged, also kinds and customers that we do not know.
 */
export function webhookRoutes(services: Pick<Services, 'db' | 'jobs' | 'provider' | 'clock'>): Feature {
  const { db, jobs, provider, clock } = services;
  return (app) => {
    // The signature is over the bytes as they came.
    takeBytes(app);
    proves(app, 'payment-provider', {
      caller: async ({ headers, body }) => {
        const signature = headers['stripe-signature'];
        const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
        const signed = typeof signature === 'string' ? signature : undefined;
        const event = await provider.readEvent(bytes, signed, clock());
        return event ? { event } : forged;
      },
    });
    serve(app, billingRows.takePaymentEvent, async ({ event }) => {
      await inTransaction(db, async (tx) => {
        if (!(await takeEvent(tx, provider.name, event, new Date(clock())))) return;
        const accountId = event.customerId && (await accountOfCustomer(tx, provider.name, event.customerId));
        if (accountId) await jobs.enqueue(tx, 'read-subscription', { accountId });
      });
      return { received: true as const };
    });
  };
}

const forged = refuse(
  'request-malformed',
  'This is not an event of our payment provider, or it is too old. Nothing was done.',
);
