import { afterAll } from 'vitest';
import { openOneDatabase } from '#testing/databases.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { paymentProviderSuite } from '#testing/suites/payment-provider.suite.ts';
import { cards, openShopper } from '#testing/payments/shopper.ts';

let office: Office | undefined;
afterAll(() => office?.close());

paymentProviderSuite('Stripe’s client at the built-in sandbox', async () => {
  const { product, ports } = (office = await openOffice(await openOneDatabase()));
  const pay = async (checkoutId: string): Promise<void> => {
    const page = `http://127.0.0.1/sandbox-payments/checkout/${checkoutId}`;
    await openShopper(product.app, page).pay(cards.pays);
  };
  const { provider } = ports.payments;
  const end = async (customerId: string): Promise<void> => {
    const portal = await provider.openPortal(customerId, 'http://127.0.0.1/billing');
    if ('failed' in portal) throw new Error(portal.detail);
    const shopper = openShopper(product.app, portal.url);
    await shopper.act('cancel');
    await shopper.act('month');
  };
  return { provider, pay, end };
});
