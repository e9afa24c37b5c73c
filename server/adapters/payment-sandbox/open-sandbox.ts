import { billingPaths, pathOf } from '#contract/paths.ts';
import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Config } from '../../foundation/config/config.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { App, Routes } from '../../foundation/http/fastify-app.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PaymentProvider, PaymentSandbox } from '../../ports/payment-provider.ts';
import type { Prices } from '../payments/read-stripe.ts';
import { openStripe } from '../payments/stripe.ts';
import { apiRoutes } from './api-routes.ts';
import { pageRoutes } from './page-routes.ts';
import { sandboxStore, type SandboxStore } from './sandbox-store.ts';
import { sandboxPrices } from './stripe-objects.ts';

export type SandboxParts = {
  db: Kysely<Schema>;
  clock: Clock;
  config: Pick<Config, 'publicUrl' | 'secretKey' | 'stripe'>;
  /** Price ids in the format of the Stripe settings. */
  prices?: Prices;
};

/** Milliseconds between updates of all customers. Reading a customer also updates it. */
const tick = 15_000;

/**
 * Replaces Stripe if PAYMENTS=sandbox. The same client talks to a small server in this process, which has a
 * checkout, a portal, invoices and a clock per customer, and sends signed events. It refuses to run with real
 * keys, so that no one gets a real plan with a test card.
 */
export function openPaymentSandbox({ db, clock, config, prices = sandboxPrices }: SandboxParts): {
  provider: PaymentProvider;
  sandbox: PaymentSandbox;
} {
  if (config.stripe) throw new Error('The payment sandbox does not run if Stripe’s keys are set.');
  const secret = (use: string): string =>
    createHmac('sha256', config.secretKey).update(`payment sandbox ${use}`).digest('hex');
  const key = `sk_test_${secret('key')}`;
  const webhookSecret = `whsec_${secret('events')}`;
  let app: App | undefined;
  let store: SandboxStore | undefined;
  const running = (): App => {
    if (!app) throw new Error('The payment sandbox was called before the server was built.');
    return app;
  };
  const provider = openStripe({
    name: 'sandbox',
    testMode: true,
    secretKey: key,
    webhookSecret,
    prices,
    at: { fetch: (...request) => fetchFrom(running(), ...request) },
  });
  const routes =
    (jobs: Parameters<PaymentSandbox['routes']>[0]): Routes =>
    (scope) => {
      app = scope;
      const place = { origin: config.publicUrl };
      store = sandboxStore({ db, jobs, clock, place });
      acceptForms(scope);
      apiRoutes(scope, store, { key, place, prices });
      pageRoutes(scope, store);
    };
  const deliver = async (eventId: string): Promise<void> => {
    const payload = await store?.undelivered(eventId);
    if (payload === undefined) return;
    const { default: Stripe } = await import('stripe');
    const timestamp = Math.floor(clock() / 1000);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret, timestamp });
    const { statusCode } = await running().inject({
      method: 'POST',
      url: pathOf(billingPaths.receivePaymentEvent),
      payload,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    });
    if (statusCode !== 200) throw new Error(`The event ${eventId} got the response ${statusCode}.`);
    await store?.delivered(eventId);
  };
  return { provider, sandbox: { routes, deliver, startRenewals: () => startRenewals(store) } };
}

function startRenewals(store: SandboxStore | undefined): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(() => store?.renewDue()).catch(() => undefined);
  }, tick).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/** Calls the sandbox in-process, without DNS or a network route from a container back to itself. */
async function fetchFrom(app: App, ...[address, init]: Parameters<typeof fetch>): Promise<Response> {
  const url = new URL(address instanceof Request ? address.url : address);
  const { status, headers, body } = await app
    .inject({
      method: (init?.method ?? 'GET') as 'GET' | 'POST',
      url: `/sandbox-payments${url.pathname}${url.search}`,
      headers: Object.fromEntries(new Headers(init?.headers)),
      ...(typeof init?.body === 'string' && { payload: init.body }),
    })
    .then((answer) => ({ status: answer.statusCode, headers: answer.headers, body: answer.body }));
  const type = String(headers['content-type'] ?? 'application/json');
  return new Response(body, { status, headers: { 'content-type': type } });
}

function acceptForms(app: App): void {
  const options = { parseAs: 'string' as const, bodyLimit: 65_536 };
  app.addContentTypeParser<string>('application/x-www-form-urlencoded', options, (_request, body, done) =>
    done(null, new URLSearchParams(body)),
  );
}
