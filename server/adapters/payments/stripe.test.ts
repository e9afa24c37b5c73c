import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '#testing/servers/free-port.ts';
import { asSubscription } from './read-stripe.ts';
import { openStripe, stripeOf } from './stripe.ts';

const settings = {
  name: 'stripe-test',
  testMode: true,
  secretKey: 'sk_test_ada',
  webhookSecret: 'whsec_ada',
  prices: { pro: ['price_1'], business: ['price_2'] },
};

/** The response to every request. `undefined` means that the server does not respond. */
let answer: { status: number; body: string } | undefined;
let server: Server;
beforeAll(async () => {
  server = createServer((_request, response) => {
    if (!answer) return;
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const at = (port: number) => ({ host: '127.0.0.1', port, protocol: 'http' as const });
const open = () =>
  openStripe({ ...settings, at: at((server.address() as AddressInfo).port), timeout: 5_000 });
const problem = (type: string, code = '') => JSON.stringify({ error: { type, code, message: 'No.' } });

describe('provider failures as return values', () => {
  test('a refused connection returns a failure', async () => {
    const provider = openStripe({ ...settings, at: at(await freePort()), timeout: 1_000 });
    expect(await provider.listInvoices('cus_1')).toMatchObject({ failed: 'unavailable' });
  });

  test('a timeout returns a failure', async () => {
    answer = undefined;
    expect(await open().readCustomer('cus_1', { withinMs: 50 })).toMatchObject({ failed: 'unavailable' });
  });

  test.each([
    ['a provider error', 500, problem('api_error'), 'unavailable'],
    ['too many requests', 429, problem('rate_limit_error'), 'unavailable'],
    ['a wrong key', 401, problem('invalid_request_error'), 'unavailable'],
    ['no such customer', 400, problem('invalid_request_error', 'resource_missing'), 'unknown'],
    [
      'a subscription that has ended',
      400,
      problem('invalid_request_error', 'invalid_canceled_subscription_fields'),
      'unknown',
    ],
    ['a declined card', 402, problem('card_error', 'card_declined'), 'declined'],
  ] as const)('%s returns a failure', async (_, status, body, failed) => {
    answer = { status, body };
    expect(await open().readCustomer('cus_1', { withinMs: 5_000 })).toMatchObject({ failed });
  });

  test('an invalid request throws, since it is a bug', async () => {
    answer = { status: 400, body: problem('invalid_request_error', 'parameter_unknown') };
    await expect(open().readCustomer('cus_1', { withinMs: 5_000 })).rejects.toThrow('No.');
  });
});

test('a checkout that is paid while it is being closed is not an error', async () => {
  const states = ['open', 'complete'];
  const fetch = async (_address: unknown, { method }: { method?: string } = {}) => {
    const [status, body] =
      method === 'POST'
        ? [400, problem('invalid_request_error')]
        : [200, JSON.stringify({ id: 'cs_1', object: 'checkout.session', status: states.shift() })];
    return new Response(body, { status, headers: { 'content-type': 'application/json' } });
  };
  const provider = openStripe({ ...settings, at: { fetch } });
  expect(await provider.closeCheckout('cs_1')).toBeUndefined();
});

test.each([
  ['the price of a plan', 'price_1', {}, 'pro'],
  [
    'the price of a plan, after a change from the sold price',
    'price_1',
    { plan: 'business', price: 'price_2' },
    'pro',
  ],
  ['an earlier price at which it was sold', 'price_0', { plan: 'pro', price: 'price_0' }, 'pro'],
  ['a price other than the sold one', 'price_9', { plan: 'business', price: 'price_2' }, null],
  ['an unknown price', 'price_9', {}, null],
  ['a price sold as an unknown plan', 'price_9', { plan: 'gold', price: 'price_9' }, null],
])('the plan of a subscription at %s is identified', (_, price, metadata, plan) => {
  const item = { price: { id: price }, current_period_end: 2 };
  const subscription = {
    id: 'sub_1',
    status: 'active',
    created: 1,
    metadata,
    items: { data: [item] },
    trial_end: null,
    cancel_at: null,
    cancel_at_period_end: false,
    ended_at: null,
  } as unknown as Stripe.Subscription;
  expect(asSubscription(subscription, settings.prices)).toMatchObject([{ id: 'sub_1', plan }]);
});

test('test and live customers are separate', () => {
  const { webhookSecret, prices } = settings;
  const named = (secretKey: string) => {
    const { name, testMode } = stripeOf({ secretKey, webhookSecret, prices });
    return { name, testMode };
  };
  expect(named('sk_live_1')).toEqual({ name: 'stripe-live', testMode: false });
  expect(named('rk_test_1')).toEqual({ name: 'stripe-test', testMode: true });
});
