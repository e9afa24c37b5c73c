import { refuse } from '#core/refusal.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Feature } from '../http/fastify-app.ts';
import { sendRefusal } from '../http/problems.ts';
import type { Services } from '../services.ts';
import { accountOfCustomer, takeEvent } from './subscription-store.ts';

/** Stripe's events are a few kilobytes; a larger body is none. */
const bodyLimit = 262_144;

/**
 * Events of the provider (S-36). They arrive late, twice and out of order, so an event is only a hint that there
 * is something to read: it is noted once, with the job that reads, in one transaction, and what it says is never
 * believed. Whatever is genuine is acknowledged, also kinds and customers that we do not know.
 */
export function webhookRoutes(services: Pick<Services, 'db' | 'jobs' | 'provider' | 'clock'>): Feature {
  const { db, jobs, provider, clock } = services;
  return (app) => {
    // The signature is over the bytes as they came.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    );
    app.post('/api/webhooks/stripe', async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const event = provider.readEvent(body, typeof signature === 'string' ? signature : undefined, clock());
      if (!event) return sendRefusal(reply, forged);
      await inTransaction(db, async (tx) => {
        if (!(await takeEvent(tx, provider.name, event, new Date(clock())))) return;
        const accountId = event.customerId && (await accountOfCustomer(tx, provider.name, event.customerId));
        if (accountId) await jobs.enqueue(tx, 'read-subscription', { accountId });
      });
      return reply.send({ received: true });
    });
  };
}

const forged = refuse(
  'request-malformed',
  'This is not an event of our payment provider, or it is too old. Nothing was done.',
);
