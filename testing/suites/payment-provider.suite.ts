import { beforeAll, describe, expect, test } from 'vitest';
import { isFailure, type PaymentFailure, type PaymentProvider } from '#server/ports/payment-provider.ts';

/**
 * The provider under test, a customer who pays at its checkouts with a valid card, and a function that ends
 * their subscription.
 */
export type ProviderUnderTest = {
  provider: PaymentProvider;
  pay(checkoutId: string): Promise<void>;
  end(customerId: string): Promise<void>;
};

/** These tests apply to every payment provider, including the fake. */
export function paymentProviderSuite(name: string, open: () => Promise<ProviderUnderTest>): void {
  describe(`payment provider: ${name}`, () => {
    let provider: PaymentProvider;
    let pay: ProviderUnderTest['pay'];
    let end: ProviderUnderTest['end'];
    let serial = 0;
    beforeAll(async () => {
      ({ provider, pay, end } = await open());
    }, 60_000);

    const key = (): string => `key-${(serial += 1)}`;
    const ada = { accountId: 'account-of-ada', email: 'ada@harbour.example', name: 'Ada Moreau' };
    const customer = async () => done(await provider.createCustomer(ada, key())).id;
    const order = (customerId: string, trialDays: number, plan: 'pro' | 'business' = 'pro') => ({
      accountId: ada.accountId,
      customerId,
      plan,
      trialDays,
      successUrl: 'http://127.0.0.1/billing?checkout={CHECKOUT_SESSION_ID}',
      cancelUrl: 'http://127.0.0.1/billing?checkout=cancelled',
    });
    async function subscribed(trialDays = 0, plan: 'pro' | 'business' = 'pro') {
      const id = await customer();
      await pay(done(await provider.openCheckout(order(id, trialDays, plan), key())).id);
      const [subscription] = done(await provider.readCustomer(id)).subscriptions;
      return { id, subscription: subscription! };
    }
    const only = async (id: string) => done(await provider.readCustomer(id)).subscriptions[0]!;

    test('an idempotency key creates only one customer, however often it is used', async () => {
      const [once, twice] = [key(), key()];
      const first = done(await provider.createCustomer(ada, once));
      expect(done(await provider.createCustomer(ada, once))).toEqual(first);
      expect(done(await provider.createCustomer(ada, twice))).not.toEqual(first);
    });

    test('a checkout changes nothing until someone pays', async () => {
      const id = await customer();
      const checkout = done(await provider.openCheckout(order(id, 14), key()));
      expect(checkout).toMatchObject({ state: 'open', url: expect.stringContaining('http') });
      expect(done(await provider.readCustomer(id))).toEqual({ subscriptions: [], card: null });
      await pay(checkout.id);
      expect(done(await provider.readCheckout(id, checkout.id))).toMatchObject({ state: 'complete' });
      const { subscriptions, card } = done(await provider.readCustomer(id));
      expect(subscriptions).toMatchObject([
        { plan: 'pro', state: 'trialing', cancelAt: null, endedAt: null },
      ]);
      expect(subscriptions[0]?.trialEnd).toBe(subscriptions[0]?.periodEnd);
      expect(card).toEqual({ brand: 'visa', last4: '4242' });
    });

    test('the same order with the same key returns the same checkout', async () => {
      const [id, once] = [await customer(), key()];
      const first = done(await provider.openCheckout(order(id, 0), once));
      expect(done(await provider.openCheckout(order(id, 0), once)).id).toBe(first.id);
    });

    test('a closed checkout can no longer be paid', async () => {
      const id = await customer();
      const checkout = done(await provider.openCheckout(order(id, 0), key()));
      await provider.closeCheckout(checkout.id);
      expect(done(await provider.readCheckout(id, checkout.id))).toMatchObject({ state: 'expired' });
      await pay(checkout.id);
      expect(done(await provider.readCustomer(id)).subscriptions).toEqual([]);
    });

    test('neither another customer’s checkout nor a nonexistent customer is found', async () => {
      const [id, other] = [await customer(), await customer()];
      const checkout = done(await provider.openCheckout(order(id, 0), key()));
      expect(await provider.readCheckout(other, checkout.id)).toMatchObject({ failed: 'unknown' });
      expect(await provider.readCustomer('cus_nobody')).toMatchObject({ failed: 'unknown' });
    });

    test('a cancellation ends the subscription at the end of the period and can be undone', async () => {
      const { id, subscription } = await subscribed();
      expect(subscription).toMatchObject({ state: 'active', cancelAt: null });
      await provider.setCancelled(subscription.id, true, key());
      expect(await only(id)).toMatchObject({ state: 'active', cancelAt: subscription.periodEnd });
      await provider.setCancelled(subscription.id, false, key());
      expect(await only(id)).toMatchObject({ state: 'active', cancelAt: null });
    });

    test('an upgrade charges the difference immediately and undoes a cancellation', async () => {
      const { id, subscription } = await subscribed();
      await provider.setCancelled(subscription.id, true, key());
      const quote = done(await provider.quoteChange(id, subscription.id, 'business'));
      expect(quote.dueNowCents).toBe(3000);
      expect(quote.lines.map(({ amountCents }) => amountCents)).toEqual([-1900, 4900]);
      expect(await only(id)).toMatchObject({ plan: 'pro' });
      await provider.changePlan(subscription.id, 'business', key());
      expect(await only(id)).toMatchObject({ plan: 'business', state: 'active', cancelAt: null });
      const invoices = done(await provider.listInvoices(id));
      expect(invoices.map(({ amountCents, status }) => [amountCents, status])).toEqual([
        [3000, 'paid'],
        [1900, 'paid'],
      ]);
    });

    test('a downgrade gives credit, and a change during the trial costs nothing', async () => {
      const large = await subscribed(0, 'business');
      expect(await provider.quoteChange(large.id, large.subscription.id, 'pro')).toMatchObject({
        dueNowCents: 0,
        creditCents: 3000,
      });
      const trial = await subscribed(14);
      expect(await provider.quoteChange(trial.id, trial.subscription.id, 'business')).toMatchObject({
        dueNowCents: 0,
        creditCents: 0,
      });
    });

    test('no action finds a subscription that has ended', async () => {
      const { id, subscription } = await subscribed();
      await end(id);
      expect(await only(id)).toMatchObject({ state: 'canceled' });
      for (const act of [
        () => provider.setCancelled(subscription.id, true, key()),
        () => provider.setCancelled(subscription.id, false, key()),
        () => provider.changePlan(subscription.id, 'business', key()),
        () => provider.quoteChange(id, subscription.id, 'business'),
      ])
        expect(await act()).toMatchObject({ failed: 'unknown' });
    });

    test('returns the URL of the customer’s portal', async () => {
      const { url } = done(await provider.openPortal(await customer(), 'http://127.0.0.1/billing'));
      expect(URL.canParse(url)).toBe(true);
    });

    test('rejects an event that it did not sign', async () => {
      const body = Buffer.from(JSON.stringify({ id: 'evt_1', type: 'invoice.paid', data: { object: {} } }));
      expect(await provider.readEvent(body, undefined, Date.now())).toBeUndefined();
      expect(await provider.readEvent(body, 't=1,v1=00', Date.now())).toBeUndefined();
    });
  });
}

function done<T>(answer: T | PaymentFailure): T {
  if (isFailure(answer)) throw new Error(`${answer.failed}: ${answer.detail}`);
  return answer;
}
