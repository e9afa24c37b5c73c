import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { SubscriptionStatus, CreateAnswer } from '#contract/operations/billing.ts';
import { entitlement, leading } from '#core/plan/subscription.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { longRun } from '#testing/long-run.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { cards, openShopper } from '#testing/payments/shopper.ts';
import { isFailure } from '../../ports/payment-provider.ts';
import { findSubscription } from './subscription-store.ts';

/** Actions of users, outcomes of cards and changes of time, in random order. */
const deed = fc.oneof(
  fc.record({
    what: fc.constant('buy' as const),
    plan: fc.constantFrom('pro', 'business'),
    card: fc.constantFrom(...(Object.keys(cards) as (keyof typeof cards)[])),
  }),
  fc.record({ what: fc.constant('change' as const), plan: fc.constantFrom('pro', 'business') }),
  fc.record({
    what: fc.constant('card' as const),
    card: fc.constantFrom(...(Object.keys(cards) as (keyof typeof cards)[])),
  }),
  fc.record({ what: fc.constantFrom('cancel' as const, 'resume' as const) }),
  fc.record({ what: fc.constant('leave checkout' as const) }),
  fc.record({ what: fc.constant('time' as const), step: fc.constantFrom('day', 'next', 'month') }),
);
type Deed = typeof deed extends fc.Arbitrary<infer Value> ? Value : never;

describeOnOneDatabase('random sequences of billing events', (open) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await open());
  }, 60_000);

  const post = (desk: Desk, path: string, body?: unknown) =>
    desk.post<CreateAnswer>(`/api/subscription/${path}`, body);
  const portal = async (desk: Desk) => {
    const { status, body } = await desk.ask<{ url: string }>('/api/subscription/portal');
    return status === 200 ? openShopper(office.product.app, body.url) : undefined;
  };

  async function happen(desk: Desk, event: Deed): Promise<void> {
    switch (event.what) {
      case 'leave checkout':
        return void (await post(desk, 'create', { planName: 'pro' }));
      case 'buy': {
        const { url } = (await post(desk, 'create', { planName: event.plan })).body;
        if (!url) return;
        const page = openShopper(office.product.app, url);
        if ((await page.pay(cards[event.card])).text.includes('Is it you?')) await page.act('confirm');
        return;
      }
      case 'change':
        return void (await post(desk, 'change', { planName: event.plan }));
      case 'card':
        return void (await (await portal(desk))?.useCard(cards[event.card]));
      case 'time':
        return void (await (await portal(desk))?.act(event.step));
      default:
        return void (await post(desk, event.what));
    }
  }

  /** After every event has arrived, returns the plan as shown, as enforced, and as stored at the provider. */
  async function threeViews(desk: Desk) {
    const { db } = office.ports.database;
    const { provider } = office.ports.payments;
    const shown = (await desk.ask<SubscriptionStatus>('/api/subscription/status')).body;
    const enforced = (await desk.ask<{ planType: string; documentsLimit: number }>('/api/user/usage')).body;
    const stored = await findSubscription(db, provider.name, desk.accountId);
    const read = stored && (await provider.readCustomer(stored.customerId));
    if (isFailure(read)) throw new Error(read.detail);
    const due = entitlement(leading(read?.subscriptions ?? []), office.now());
    return {
      shown,
      enforced,
      due,
      live: read?.subscriptions.filter(({ endedAt }) => endedAt === null) ?? [],
    };
  }

  test('the plan shown, the plan enforced and the provider’s state always agree', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 4, maxLength: 10 }), async (deeds) => {
        const desk = await office.desk({
          firstName: 'Ada',
          lastName: 'Moreau',
          email: 'ada@harbour.example',
          plan: 'free',
        });
        for (const event of deeds) {
          await happen(desk, event);
          await office.settled();
          const { shown, enforced, due, live } = await threeViews(desk);
          expect([shown.planName, enforced.planType]).toEqual([due.plan, due.plan]);
          expect(shown.status).toBe(due.standing);
          expect(enforced.documentsLimit).toBe(due.plan === 'free' ? 3 : -1);
          expect(live.length, 'nobody pays twice').toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: longRun ? 15 : 6, seed: 1843 },
    );
  }, 120_000);
});
