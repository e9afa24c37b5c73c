import { beforeAll, expect, test } from 'vitest';
import type { CreateAnswer, SubscriptionStatus } from '#contract/operations/billing.ts';
import { loadConfig } from '#server/foundation/config/config.ts';
import { openPaymentSandbox } from '#server/adapters/payment-sandbox/open-sandbox.ts';
import { noPayments } from '#server/adapters/payments/no-payments.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { unreliablePayments } from '#testing/payments/shaky-payments.ts';
import { cards, openShopper } from '#testing/payments/shopper.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { endSubscription } from './end-subscription.ts';
import { endPlansOfOtherProviders, readSubscriptionJob } from './read-subscription.ts';
import { findSubscription } from './subscription-store.ts';

const ada = { firstName: 'Ada', lastName: 'Moreau', email: 'ada@harbour.example' };

describeOnOneDatabase('payment provider outages', (open) => {
  let office: Office;
  let payments: ReturnType<typeof unreliablePayments>;
  beforeAll(async () => {
    const database = await open();
    let now = Date.now;
    const config = loadConfig({ DATA_DIR: '/nowhere', SECRET_KEY: 'ink on paper, and the harbour in 1843' });
    if ('problem' in config) throw new Error(config.problem);
    payments = unreliablePayments(openPaymentSandbox({ db: database.db, clock: () => now(), config }));
    office = await openOffice(database, { ports: { payments } });
    now = office.now;
  }, 60_000);

  const post = (desk: Desk, path: string, body?: unknown) =>
    desk.post<SubscriptionStatus & CreateAnswer & { code?: string }>(`/api/subscription/${path}`, body);
  const status = async (desk: Desk) => (await desk.ask<SubscriptionStatus>('/api/subscription/status')).body;
  async function subscriber(): Promise<Desk> {
    const desk = await office.desk({ ...ada, plan: 'free' });
    const { url } = (await post(desk, 'create', { planName: 'business' })).body;
    await openShopper(office.product.app, url ?? '').pay(cards.pays);
    await office.settled();
    return desk;
  }

  test('during an outage, the last known status is shown as outdated, actions are refused, and everything recovers afterwards', async () => {
    const desk = await subscriber();
    const newcomer = await office.desk({ ...ada, plan: 'free' });
    const before = await status(desk);
    expect(before).toMatchObject({ planName: 'business', stale: false });

    payments.cut(true);
    office.wait(61_000);
    expect(await status(desk)).toEqual({ ...before, stale: true });
    expect(await status(newcomer)).toMatchObject({ planName: 'free', status: 'free' });
    expect((await desk.ask('/api/subscription/usage')).status).toBe(200);
    for (const [path, body] of [
      ['cancel', undefined],
      ['resume', undefined],
      ['change', { planName: 'pro' }],
      ['preview', { planName: 'pro' }],
      ['refresh', {}],
    ] as const) {
      expect(await post(desk, path, body)).toMatchObject({
        status: 503,
        body: { code: 'payments-unavailable' },
      });
    }
    expect(await post(newcomer, 'create', { planName: 'pro' })).toMatchObject({ status: 503 });
    for (const path of ['portal', 'invoices']) {
      expect(await desk.ask(`/api/subscription/${path}`)).toMatchObject({ status: 503 });
    }

    payments.cut(false);
    office.wait(61_000);
    expect(await status(desk)).toMatchObject({ planName: 'business', status: 'active', stale: false });
    expect((await post(newcomer, 'create', { planName: 'pro' })).body.url).toContain('/checkout/');
    expect((await post(desk, 'cancel')).body).toMatchObject({ status: 'cancelling' });
  });

  test('signing and everything else work during an outage', async () => {
    const desk = await subscriber();
    payments.cut(true);
    const document = await desk.sent(sampleLease(), [
      { email: 'grace@harbour.example', name: 'Grace Lindqvist' },
    ]);
    expect((await desk.signer('grace@harbour.example').sign()).status).toBe(200);
    await office.settled();
    expect(await desk.read(document.id)).toMatchObject({ status: 'completed' });
    payments.cut(false);
  });

  test('plans from a sandbox end once, when another provider takes over', async () => {
    const desk = await subscriber();
    const { db } = office.ports.database;
    const provider = { ...payments.provider, name: 'stripe-live', testMode: false };
    const taking = { db, clock: office.now, provider };
    await endPlansOfOtherProviders(taking);
    expect((await desk.ask('/api/auth/user')).body).toMatchObject({ planType: 'free' });
    const [plans] = await inTransaction(db, (tx) =>
      Promise.all([
        tx.selectFrom('accounts').select('plan').where('plan', 'in', ['pro', 'business']).execute(),
      ]),
    );
    expect(plans).toEqual([]);
  });

  const removeAllMembers = ({ accountId }: Desk) => {
    const users = office.ports.database.db.updateTable('users').where('account_id', '=', accountId);
    return users.set({ removed_at: new Date(office.now()) }).execute();
  };

  test.each([
    ['the sandbox', () => payments.provider],
    ['no payments', () => noPayments],
  ])(
    'a process with %s removes no plan and leaves its jobs to a process with Stripe',
    async (_, provider) => {
      const desk = await subscriber();
      const { db } = office.ports.database;
      const real = { provider: 'stripe-live' };
      await db.updateTable('subscriptions').set(real).where('account_id', '=', desk.accountId).execute();
      await endPlansOfOtherProviders({ db, clock: office.now, provider: provider() });
      expect((await desk.ask('/api/auth/user')).body).toMatchObject({ planType: 'business' });
      const services = { ...office.product.services, provider: provider() };
      await expect(readSubscriptionJob(services, desk.accountId)).rejects.toThrow('stripe-live');

      // The account still has members, so its subscription must not end.
      await endSubscription(services, desk.accountId);
      await removeAllMembers(desk);
      await expect(endSubscription(services, desk.accountId)).rejects.toThrow('stripe-live');
      // Once it is canceled at the provider, nothing more is charged, and no job is waiting.
      const { read } = (await findSubscription(db, 'stripe-live', desk.accountId))!;
      const cancelled = { read: { ...read!, cancelAt: read!.periodEnd } };
      await db.updateTable('subscriptions').set(cancelled).where('account_id', '=', desk.accountId).execute();
      await endSubscription(services, desk.accountId);
    },
  );

  test.each([
    ['the real provider', () => ({ ...payments.provider, name: 'stripe-live', testMode: false })],
    ['a server without payments', () => noPayments],
  ])('accounts that only used the sandbox leave no permanently failing job for %s', async (_, provider) => {
    const desk = await subscriber();
    const services = { ...office.product.services, provider: provider() };
    await readSubscriptionJob(services, desk.accountId);
    await removeAllMembers(desk);
    await endSubscription(services, desk.accountId);
  });
});

test('the sandbox refuses to run if real keys are set', () => {
  const config = { publicUrl: 'https://sign.harbour.example', secretKey: Buffer.alloc(32) };
  const stripe = {
    secretKey: 'sk_live_1',
    webhookSecret: 'whsec_1',
    prices: { pro: ['p'], business: ['b'] },
  };
  expect(() =>
    openPaymentSandbox({ db: undefined as never, clock: Date.now, config: { ...config, stripe } }),
  ).toThrow('does not run if Stripe’s keys are set');
});
