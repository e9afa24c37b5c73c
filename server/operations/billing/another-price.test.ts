import { beforeAll, expect, test, vi } from 'vitest';
import type { CreateAnswer, SubscriptionStatus } from '#contract/operations/billing.ts';
import { openPaymentSandbox } from '#server/adapters/payment-sandbox/open-sandbox.ts';
import type { Customer } from '#server/adapters/payment-sandbox/customer.ts';
import type { Prices } from '#server/adapters/payments/read-stripe.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { openDesk, type Desk } from '#testing/desk.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { cards, openShopper } from '#testing/payments/shopper.ts';
import { isFailure } from '../../ports/payment-provider.ts';
import { endSubscription } from './end-subscription.ts';
import { findSubscription } from './subscription-store.ts';

const ada = { firstName: 'Ada', lastName: 'Moreau', email: 'ada@harbour.example' };

describeOnOneDatabase('price changes in the settings', (open) => {
  let before: Office;
  /** The same installation, restarted after the operator changed the prices. */
  let after: Office;
  beforeAll(async () => {
    before = await openOffice(await open(), { working: false });
    after = await startedWith({ pro: ['price_new_pro'], business: ['price_new_business'] });
  }, 60_000);

  const startedWith = (prices: Prices): Promise<Office> => {
    const { database, clock } = before.ports;
    const { config } = before.product.services;
    const payments = openPaymentSandbox({ db: database.db, clock, config, prices });
    return openOffice(database, { ports: { payments }, working: false });
  };
  const post = (desk: Desk, path: string, body?: unknown) =>
    desk.post<SubscriptionStatus & CreateAnswer & { code?: string }>(`/api/subscription/${path}`, body);
  const refreshed = async (desk: Desk) => (await post(desk, 'refresh', {})).body;

  /** Returns an account that subscribed before the change, in the installation after it. */
  async function subscriber(planName: 'pro' | 'business'): Promise<Desk> {
    const desk = await before.desk({ ...ada, plan: 'free' });
    const { url } = (await post(desk, 'create', { planName })).body;
    await openShopper(before.product.app, url ?? '').pay(cards.pays);
    expect(await refreshed(desk)).toMatchObject({ planName });
    return openDesk(after, desk);
  }

  /**
   * Returns an account whose subscription has no plan metadata, as if the operator had created it by hand at
   * the provider.
   */
  async function unnamed(): Promise<Desk> {
    const desk = await subscriber('pro');
    const { db } = before.product.services;
    const id = await customerOf(desk);
    const sandbox = db.selectFrom('sandbox_customers').select('state').where('id', '=', id);
    const state = (await sandbox.executeTakeFirstOrThrow()).state as Customer;
    for (const one of state.subscriptions) delete one.metadata;
    await db.updateTable('sandbox_customers').set({ state }).where('id', '=', id).execute();
    return desk;
  }

  const customerOf = async ({ accountId }: Desk) => {
    const { db, provider } = before.product.services;
    return (await findSubscription(db, provider.name, accountId))!.customerId;
  };
  const held = async (desk: Desk) => {
    const read = await after.product.services.provider.readCustomer(await customerOf(desk));
    if (isFailure(read)) throw new Error(read.detail);
    return read.subscriptions;
  };

  test('existing subscribers keep their plan and cannot buy another one', async () => {
    const desk = await subscriber('pro');
    expect(await refreshed(desk)).toMatchObject({ planName: 'pro', status: 'trialing' });
    expect((await post(desk, 'create', { planName: 'pro' })).body).toMatchObject({
      code: 'plan-already-active',
    });
    expect((await post(desk, 'create', { planName: 'business' })).body).toMatchObject({
      code: 'subscription-exists',
    });
    const closing = await desk.post('/api/account/closure', { confirmation: ada.email });
    expect(closing.body).toMatchObject({ code: 'subscription-active' });
    expect((await post(desk, 'cancel')).body).toMatchObject({ planName: 'pro', status: 'cancelling' });
    expect((await post(desk, 'resume')).body).toMatchObject({ planName: 'pro', status: 'trialing' });
  });

  test('a change of plan uses the new price and survives the next change of prices', async () => {
    const desk = await subscriber('business');
    expect((await post(desk, 'change', { planName: 'pro' })).body).toMatchObject({ planName: 'pro' });
    const later = await startedWith({ pro: ['price_third_pro'], business: ['price_third_business'] });
    expect(await refreshed(openDesk(later, desk))).toMatchObject({ planName: 'pro', status: 'active' });
    expect(await held(desk)).toMatchObject([{ plan: 'pro' }]);
  });

  test('an old price that the settings list after the new one identifies subscriptions without metadata', async () => {
    const desk = await unnamed();
    const listed = await startedWith({
      pro: ['price_new_pro', 'price_sandbox_pro'],
      business: ['price_new_business'],
    });
    expect(await refreshed(openDesk(listed, desk))).toMatchObject({ planName: 'pro', status: 'trialing' });
  });

  test('a subscription with an unknown price includes no plan, is reported to the operator and prevents a second purchase', async () => {
    const desk = await unnamed();
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      expect(await refreshed(desk)).toMatchObject({ planName: 'free', status: 'trialing' });
      expect(log.mock.calls.flat().join('')).toContain(`account ${desk.accountId} is on Free`);
    } finally {
      log.mockRestore();
    }
    expect((await desk.ask('/api/auth/user')).body).toMatchObject({ planType: 'free' });
    for (const planName of ['pro', 'business'])
      expect(await post(desk, 'create', { planName })).toMatchObject({
        status: 409,
        body: { code: 'subscription-exists' },
      });
    for (const path of ['change', 'preview'])
      expect((await post(desk, path, { planName: 'business' })).body).toMatchObject({
        code: 'subscription-missing',
      });
    const closing = await desk.post('/api/account/closure', { confirmation: ada.email });
    expect(closing.body).toMatchObject({ code: 'subscription-active' });
    // After its cancellation, a new purchase cannot lead to double charges.
    expect((await post(desk, 'cancel')).body).toMatchObject({ planName: 'free', status: 'cancelling' });
    expect((await post(desk, 'create', { planName: 'pro' })).body.url).toContain('/checkout/');
  });

  test('a subscription with an unknown price ends if no one can access its account', async () => {
    const desk = await unnamed();
    const { services } = after.product;
    const gone = { removed_at: new Date(after.now()) };
    await services.db.updateTable('users').set(gone).where('account_id', '=', desk.accountId).execute();
    await endSubscription(services, desk.accountId);
    expect(await held(desk)).toMatchObject([{ plan: null, cancelAt: expect.any(Number) as number }]);
  });
});
