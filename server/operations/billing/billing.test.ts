import { beforeAll, expect, test } from 'vitest';
import type {
  ChangePreview,
  CreateAnswer,
  Invoice,
  SubscriptionStatus,
} from '#contract/operations/billing.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { openDesk, type Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { cards, checkoutIn, openShopper } from '#testing/payments/shopper.ts';
import { findSubscription } from './subscription-store.ts';

const day = 86_400_000;
const ada = { firstName: 'Ada', lastName: 'Moreau', email: 'ada@harbour.example' };

describeOnOneDatabase('a subscription from checkout to its end', (open) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await open());
  }, 60_000);

  const post = <Body = SubscriptionStatus>(desk: Desk, path: string, body?: unknown) =>
    desk.post<Body>(`/api/subscription/${path}`, body);
  const statusOf = async (desk: Desk) =>
    (await desk.ask<SubscriptionStatus>('/api/subscription/status')).body;
  const begin = async (desk: Desk, planName: string, from?: string) =>
    (await post<CreateAnswer>(desk, 'create', { planName, ...(from && { from }) })).body;
  const shop = (url: string | undefined) => openShopper(office.product.app, url ?? '');
  const portal = async (desk: Desk) =>
    shop((await desk.ask<{ url: string }>('/api/subscription/portal')).body.url);
  /** Returns an account on a Pro trial, after every event has arrived. */
  async function trialist(card: string = cards.pays): Promise<Desk> {
    const desk = await office.desk({ ...ada, plan: 'free' });
    expect((await shop((await begin(desk, 'pro')).url).pay(card)).status).toBe(303);
    await office.settled();
    return desk;
  }
  async function subscriber(planName = 'business'): Promise<Desk> {
    const desk = await office.desk({ ...ada, plan: 'free' });
    await shop((await begin(desk, planName)).url).pay(cards.pays);
    await office.settled();
    return desk;
  }

  test('starting a checkout buys nothing, and abandoning it has no effect', async () => {
    const desk = await office.desk({ ...ada, plan: 'free' });
    const { url, success } = await begin(desk, 'Pro');
    expect(success).toBe(false);
    expect((await shop(url).look()).text).toContain('14 days free');
    await office.settled();
    expect(await statusOf(desk)).toMatchObject({ planName: 'free', status: 'free', nextBillingDate: null });
    expect((await begin(desk, 'pro')).url).toBe(url);
    // Choosing another plan closes the first checkout, so that only one of them can be paid.
    const other = await begin(desk, 'business');
    expect(other.url).not.toBe(url);
    expect(await shop(url).pay(cards.pays)).toMatchObject({ status: 410 });
    expect(await statusOf(desk)).toMatchObject({ planName: 'free' });
  });

  longTest(
    'with plans off, existing subscriptions can be canceled and closed, and nothing new is sold',
    async () => {
      const desk = await subscriber();
      const off = await openOffice(office.ports.database, { settings: { PLANS: 'off' }, working: false });
      const there = openDesk(off, desk);
      expect(await statusOf(there)).toMatchObject({ plansOff: true, subscribedPlan: 'business', amount: 49 });
      for (const [path, body] of [
        ['create', { planName: 'pro' }],
        ['change', { planName: 'pro' }],
        ['preview', { planName: 'pro' }],
        ['resume', undefined],
      ] as const)
        expect((await post(there, path, body)).body).toMatchObject({ code: 'plans-off' });
      expect((await there.ask('/api/subscription/portal')).status).toBe(200);
      expect((await post(there, 'cancel')).body).toMatchObject({ status: 'cancelling', plansOff: true });
      const closing = await there.post('/api/account/closure', { confirmation: ada.email });
      expect(closing.status).toBe(200);
    },
  );

  longTest(
    'a subscription that has already ended at the provider is reported as missing and then shown as ended',
    async () => {
      for (const [path, body] of [
        ['cancel', undefined],
        ['resume', undefined],
        ['change', { planName: 'pro' }],
        ['preview', { planName: 'pro' }],
      ] as const) {
        const desk = await subscriber();
        const { db, provider } = office.product.services;
        const copy = async () => (await findSubscription(db, provider.name, desk.accountId))!.read!;
        const before = { ...(await copy()), periodEnd: office.now() + 20 * day };
        const page = await portal(desk);
        await page.act('cancel');
        await page.act('month');
        await office.settled();
        // Restores the earlier copy, as if the event about the end had not arrived.
        await db
          .updateTable('subscriptions')
          .set({ read: before })
          .where('account_id', '=', desk.accountId)
          .execute();
        expect(await post(desk, path, body)).toMatchObject({
          status: 409,
          body: { code: 'subscription-missing' },
        });
        expect(await statusOf(desk), path).toMatchObject({ status: 'ended' });
      }
    },
  );

  longTest('only one of several concurrent checkouts can be paid', async () => {
    const desk = await office.desk({ ...ada, plan: 'free' });
    const wishes = ['pro', 'business', 'pro', 'business', 'business'];
    const begun = await Promise.all(wishes.map((plan) => begin(desk, plan)));
    const urls = [...new Set(begun.map(({ url }) => url))];
    const paid = [];
    for (const url of urls) paid.push((await shop(url).pay(cards.pays)).status);
    expect(paid.filter((status) => status === 303)).toHaveLength(1);
  });

  test('after returning from the checkout, the new limits apply before any event has arrived', async () => {
    const desk = await office.desk({ ...ada, plan: 'free' });
    for (let used = 0; used < 3; used += 1) await desk.upload(sampleLease());
    expect((await desk.upload(sampleLease())).status).toBe(403);
    const paid = await shop((await begin(desk, 'pro')).url).pay(cards.pays);
    expect(paid).toMatchObject({
      status: 303,
      goesTo: expect.stringMatching(/\/billing\?checkout=cs_test_/),
    });
    const { body } = await post(desk, 'refresh', { checkout: checkoutIn(paid.goesTo) });
    expect(body).toMatchObject({
      planName: 'pro',
      status: 'trialing',
      amount: 19,
      trialAvailable: false,
      card: { brand: 'visa', last4: '4242' },
      stale: false,
      testMode: true,
    });
    expect(Date.parse(body.trialEndsAt ?? '')).toBeCloseTo(office.now() + 14 * day, -5);
    expect(body.nextBillingDate).toBe(body.trialEndsAt);
    expect((await desk.upload(sampleLease())).status).toBe(201);
  });

  test('a checkout that started in onboarding returns there with the plan chosen', async () => {
    const desk = await office.desk({ ...ada, plan: '' as 'free' });
    expect((await desk.ask('/api/auth/user')).body).toMatchObject({ planType: '' });
    const paid = await shop((await begin(desk, 'pro', 'onboarding')).url).pay(cards.pays);
    expect(paid.goesTo).toContain('/onboarding?checkout=cs_test_');
    await office.settled();
    expect((await desk.ask('/api/auth/user')).body).toMatchObject({ planType: 'pro' });
  });

  test('Free takes effect immediately, and unknown plans are rejected', async () => {
    const desk = await office.desk({ ...ada, plan: '' as 'free' });
    expect(await begin(desk, 'Free')).toEqual({ success: true, planName: 'free' });
    expect((await desk.ask('/api/auth/user')).body).toMatchObject({ planType: 'free' });
    expect(await post(desk, 'create', { planName: 'gold' })).toMatchObject({
      status: 422,
      body: { code: 'plan-unknown' },
    });
  });

  test('a declined card is reported, and another card can be used', async () => {
    const desk = await office.desk({ ...ada, plan: 'free' });
    const page = shop((await begin(desk, 'business')).url);
    expect(await page.pay(cards.declined)).toMatchObject({
      status: 402,
      text: expect.stringContaining('declined'),
    });
    expect(await page.pay('4111 1111 1111 1111')).toMatchObject({ status: 402 });
    expect(await statusOf(desk)).toMatchObject({ planName: 'free' });
    expect((await page.pay(cards.pays)).status).toBe(303);
    await office.settled();
    expect(await statusOf(desk)).toMatchObject({ planName: 'business', status: 'active', amount: 49 });
  });

  test('a card that requires authentication is charged only after authentication', async () => {
    const desk = await office.desk({ ...ada, plan: 'free' });
    const page = shop((await begin(desk, 'business')).url);
    expect((await page.pay(cards.asks)).text).toContain('Is it you?');
    expect((await page.act('refuse')).text).toContain('did not confirm');
    await office.settled();
    expect(await statusOf(desk)).toMatchObject({ planName: 'free' });
    await page.pay(cards.asks);
    expect((await page.act('confirm')).status).toBe(303);
    await office.settled();
    expect(await statusOf(desk)).toMatchObject({ planName: 'business', status: 'active' });
  });

  test('a second subscription cannot be bought, and Free requires a cancellation', async () => {
    const desk = await subscriber();
    expect(await post(desk, 'create', { planName: 'business' })).toMatchObject({
      status: 409,
      body: { code: 'plan-already-active' },
    });
    for (const planName of ['pro', 'free']) {
      expect(await post(desk, 'create', { planName })).toMatchObject({
        status: 409,
        body: { code: 'subscription-exists' },
      });
    }
  });

  test('a canceled subscription lasts until the end of the period, can be resumed, and does not affect documents', async () => {
    const desk = await trialist();
    for (let used = 0; used < 4; used += 1) await desk.upload(sampleLease());
    const cancelled = (await post(desk, 'cancel')).body;
    expect(cancelled).toMatchObject({ planName: 'pro', status: 'cancelling', nextBillingDate: null });
    expect((await post(desk, 'resume')).body).toMatchObject({ status: 'trialing', endsAt: null });
    // Choosing the canceled plan again also resumes it, without another payment.
    await post(desk, 'cancel');
    expect(await begin(desk, 'pro')).toEqual({ success: true, planName: 'pro' });
    await post(desk, 'cancel');
    await (await portal(desk)).act('day');
    await office.settled();
    expect(await statusOf(desk)).toMatchObject({ planName: 'pro', status: 'cancelling' });
    await (await portal(desk)).act('month');
    await office.settled();
    expect(await statusOf(desk)).toMatchObject({
      planName: 'free',
      status: 'ended',
      subscribedPlan: 'pro',
      trialAvailable: false,
    });
    expect((await desk.ask<unknown[]>('/api/documents')).body).toHaveLength(4);
    expect((await desk.upload(sampleLease())).status).toBe(403);
    expect((await post(desk, 'cancel')).body).toMatchObject({ code: 'subscription-missing' });
    // There is no second trial.
    expect((await shop((await begin(desk, 'pro')).url).look()).text).not.toContain('14 days free');
  });

  test('a change of plan shows its cost in advance', async () => {
    const desk = await subscriber('business');
    const down = (await post<ChangePreview>(desk, 'preview', { planName: 'pro' })).body;
    expect(down).toMatchObject({ dueNowCents: 0, creditCents: 3000, nextAmountCents: 1900 });
    expect(down.lines.map(({ amountCents }) => amountCents)).toEqual([-4900, 1900]);
    expect((await post(desk, 'change', { planName: 'pro' })).body).toMatchObject({
      planName: 'pro',
      status: 'active',
    });
    const up = (await post<ChangePreview>(desk, 'preview', { planName: 'business' })).body;
    expect(up).toMatchObject({ dueNowCents: 0, creditCents: 0 });
    expect((await post(desk, 'change', { planName: 'pro' })).body).toMatchObject({
      code: 'plan-already-active',
    });
    const invoices = (await desk.ask<Invoice[]>('/api/subscription/invoices')).body;
    expect(invoices.map(({ amountCents, status }) => [amountCents, status])).toEqual([
      [-3000, 'paid'],
      [4900, 'paid'],
    ]);
    expect((await shop(invoices[1]!.url!).look()).text).toContain('$49.00');
  });

  test('after a failed payment, the plan remains during retries, and another card fixes it', async () => {
    const desk = await trialist(cards.failsLater);
    await (await portal(desk)).act('next');
    await office.settled();
    expect(await statusOf(desk)).toMatchObject({
      planName: 'pro',
      status: 'past_due',
      paymentProblem: 'declined',
    });
    expect(await post(desk, 'change', { planName: 'business' })).toMatchObject({
      status: 402,
      body: { code: 'payment-declined' },
    });
    await (await portal(desk)).useCard(cards.pays);
    await office.settled();
    expect(await statusOf(desk)).toMatchObject({ planName: 'pro', status: 'active', paymentProblem: null });
  });

  test('a payment that fails permanently ends the plan', async () => {
    const desk = await trialist(cards.failsLater);
    for (let due = 0; due < 3; due += 1) await (await portal(desk)).act('next');
    await office.settled();
    expect(await statusOf(desk)).toMatchObject({ planName: 'pro', status: 'past_due' });
    await (await portal(desk)).act('next');
    await office.settled();
    expect(await statusOf(desk)).toMatchObject({ planName: 'free', status: 'ended' });
  });

  test('other accounts can neither use a checkout nor read the subscription', async () => {
    const desk = await trialist();
    const mallory = await office.desk({ ...ada, email: 'mallory@elsewhere.example', plan: 'free' });
    const other = await begin(mallory, 'business');
    const stolen = new URL(other.url ?? '').pathname.split('/').at(-1);
    expect((await post(desk, 'refresh', { checkout: stolen })).body).toMatchObject({
      code: 'checkout-unknown',
    });
    for (const path of ['status', 'usage', 'portal', 'invoices']) {
      const { statusCode } = await office.product.app.inject(`/api/subscription/${path}`);
      expect(statusCode).toBe(401);
    }
  });

  test('the sandbox requires its key and has URLs that cannot be guessed', async () => {
    const { app } = office.product;
    for (const path of ['v1/subscriptions?customer=cus_1', 'v1/invoices']) {
      expect((await app.inject(`/sandbox-payments/${path}`)).statusCode).toBe(401);
    }
    for (const path of ['checkout/cs_test_1', 'portal/bps_1', 'invoices/in_1', 'elsewhere']) {
      expect((await app.inject(`/sandbox-payments/${path}`)).statusCode).toBe(404);
    }
    const desk = await office.desk({ ...ada, plan: 'free' });
    const { url } = await begin(desk, 'business');
    const forged = await app.inject({
      method: 'POST',
      url: new URL(url ?? '').pathname,
      payload: 'act=pay',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://elsewhere.example',
      },
    });
    expect(forged.statusCode).toBe(403);
  });
});
