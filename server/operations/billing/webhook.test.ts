import Stripe from 'stripe';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { SubscriptionStatus } from '#contract/operations/billing.ts';
import { openStripe } from '#server/adapters/payments/stripe.ts';
import type { ProviderSubscription } from '#core/plan/subscription.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import type { PaymentProvider } from '../../ports/payment-provider.ts';
import { saveCustomer } from './subscription-store.ts';

const day = 86_400_000;
const secret = 'whsec_of_ada';

/** The test sets the provider's state. Events may claim anything. */
let held: ProviderSubscription[] = [];
let readings = 0;
const stripe = openStripe({
  name: 'stripe-test',
  testMode: true,
  secretKey: 'sk_test_ada',
  webhookSecret: secret,
  prices: { pro: ['price_1'], business: ['price_2'] },
});
const atOnce: PaymentProvider['readCustomer'] = async () => {
  readings += 1;
  return { subscriptions: held, card: null };
};
let read = atOnce;
const provider: PaymentProvider = { ...stripe, readCustomer: (customerId) => read(customerId) };

describeOnOneDatabase('events from the payment provider', (open) => {
  let office: Office;
  let desk: Desk;
  let serial = 0;
  beforeAll(async () => {
    office = await openOffice(await open(), { ports: { payments: { provider } } });
  }, 60_000);
  beforeEach(async () => {
    desk = await office.desk({
      firstName: 'Ada',
      lastName: 'Moreau',
      email: 'ada@harbour.example',
      plan: 'free',
    });
    await saveCustomer(office.ports.database.db, provider.name, desk.accountId, customer());
    held = [];
    readings = 0;
  });

  const customer = () => `cus_${desk.accountId}`;
  const pro = (state: ProviderSubscription['state']): ProviderSubscription => ({
    id: 'sub_1',
    plan: 'pro',
    state,
    createdAt: office.now(),
    periodEnd: office.now() + 30 * day,
    trialEnd: null,
    cancelAt: null,
    endedAt: null,
  });
  const eventOf = (type: string, about: object = { customer: customer() }) =>
    JSON.stringify({ id: `evt_${(serial += 1)}`, object: 'event', type, data: { object: about } });
  const sign = (payload: string, { with: by = secret, age = 0 } = {}) =>
    Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: by,
      timestamp: Math.floor(office.now() / 1000) - age,
    });
  const deliver = async (payload: string, signature = sign(payload)) => {
    const { statusCode } = await office.product.app.inject({
      method: 'POST',
      url: '/api/webhooks/stripe',
      payload,
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    });
    await office.settled();
    return statusCode;
  };
  const status = async () => (await desk.ask<SubscriptionStatus>('/api/subscription/status')).body;
  const plan = async () => {
    const row = await office.ports.database.db
      .selectFrom('accounts')
      .select('plan')
      .where('id', '=', desk.accountId)
      .executeTakeFirstOrThrow();
    return row.plan;
  };

  test('a genuine event makes the server read the state, which determines the plan', async () => {
    held = [pro('active')];
    expect(await deliver(eventOf('customer.subscription.created'))).toBe(200);
    expect(readings).toBe(1);
    expect(await plan()).toBe('pro');
    expect(await status()).toMatchObject({ planName: 'pro', status: 'active' });
  });

  test('the server does not trust an event’s content', async () => {
    const boast = { customer: customer(), status: 'active', items: { data: [{ price: { id: 'price_2' } }] } };
    expect(await deliver(eventOf('customer.subscription.updated', boast))).toBe(200);
    expect(await plan()).toBe('free');
  });

  test('an event that is replayed three times is processed once', async () => {
    held = [pro('active')];
    const payload = eventOf('invoice.paid');
    for (let times = 0; times < 3; times += 1) expect(await deliver(payload)).toBe(200);
    expect(readings).toBe(1);
  });

  test('an event that is delivered ten times concurrently is processed once', async () => {
    const payload = eventOf('invoice.paid');
    const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(payload)));
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(readings).toBe(1);
  });

  test('events in random order result in the provider’s state', async () => {
    held = [{ ...pro('canceled'), endedAt: office.now() }];
    const types = ['deleted', 'created', 'updated'].map((what) => `customer.subscription.${what}`);
    for (const type of [...types, 'invoice.paid', 'checkout.session.completed']) await deliver(eventOf(type));
    expect(await plan()).toBe('free');
    expect(await status()).toMatchObject({ planName: 'free', status: 'ended' });
  });

  test.each([
    ['a forgery', () => deliver(eventOf('invoice.paid'), sign('{}', { with: 'whsec_of_mallory' }))],
    ['no signature', () => deliver(eventOf('invoice.paid'), '')],
    ['a signature of something else', () => deliver(eventOf('invoice.paid'), sign('{}'))],
    [
      'one changed byte',
      () => {
        const payload = eventOf('invoice.paid');
        return deliver(payload.replace('invoice.paid', 'invoice.Paid'), sign(payload));
      },
    ],
    [
      'one byte more',
      () => {
        const payload = eventOf('invoice.paid');
        return deliver(`${payload} `, sign(payload));
      },
    ],
    [
      'an old timestamp',
      () => {
        const payload = eventOf('invoice.paid');
        return deliver(payload, sign(payload, { age: 301 }));
      },
    ],
    [
      'a new timestamp on an old signature',
      () => {
        const payload = eventOf('invoice.paid');
        const [, old] = sign(payload, { age: 400 }).split(',');
        return deliver(payload, `t=${Math.floor(office.now() / 1000)},${old}`);
      },
    ],
    ['a body that is not an event', () => deliver('[]')],
  ])('%s is refused, and nothing is read', async (_, attack) => {
    held = [pro('active')];
    expect(await attack()).toBe(400);
    expect(readings).toBe(0);
    expect(await plan()).toBe('free');
  });

  test('accepts an event that is slightly late', async () => {
    const payload = eventOf('invoice.paid');
    expect(await deliver(payload, sign(payload, { age: 290 }))).toBe(200);
    expect(readings).toBe(1);
  });

  test('acknowledges events of unknown types and customers, and events without a subscription', async () => {
    expect(await deliver(eventOf('radar.early_fraud_warning.created', { object: 'warning' }))).toBe(200);
    expect(await deliver(eventOf('invoice.paid', { customer: 'cus_of_somebody_else' }))).toBe(200);
    expect(readings).toBe(0);
    expect(await deliver(eventOf('customer.updated', { object: 'customer', id: customer() }))).toBe(200);
    expect(readings).toBe(1);
  });

  test('ignores stale provider responses', async () => {
    const waiting: (() => void)[] = [];
    read = async () => {
      const subscriptions = held;
      await new Promise<void>((answer) => waiting.push(answer));
      return { subscriptions, card: null };
    };
    try {
      const refresh = () => desk.post('/api/subscription/refresh', {});
      held = [pro('active')];
      const first = refresh();
      await expect.poll(() => waiting.length).toBe(1);
      held = [{ ...pro('canceled'), endedAt: office.now() }];
      const second = refresh();
      await expect.poll(() => waiting.length).toBe(2);
      waiting[1]!();
      await second;
      waiting[0]!();
      await first;
      expect(await plan()).toBe('free');
    } finally {
      read = atOnce;
    }
  });
});
