import type { Locator, Page } from '@playwright/test';
import { ada as adaOfTheCast } from '#testing/sign-up.ts';
import { expectNothingFound } from '../support/axe.ts';
import { lease } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import { toast } from '../support/prepare.ts';
import { startRunningServer } from '../support/running-server.ts';
import { cards, checkout, openPortal, payWith, typeCard } from '../support/sandbox.ts';
import { inTheLongRun } from '../support/sweep.ts';

test(
  'documents are kept from the onboarding, through the Pro plan, to its cancellation in the portal',
  inTheLongRun,
  async ({ page }) => {
    await signUpAsNew(page, 'whole-path');
    const second = await page.context().newPage();
    await second.goto('/');
    await expect(second.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Test payments')).toBeVisible();
    await page.getByRole('button', { name: 'Start Pro Trial' }).click();
    await expect(page).toHaveURL(checkout);
    await expectNothingFound(page, 'checkout');
    await payWith(page, cards.pays, 'Start trial');
    await expect(page.getByRole('heading', { name: 'You’re all set' })).toBeVisible();
    await expect(page.getByText('You’re on the Pro plan. Where would you like to start?')).toBeVisible();

    // The tab that was open the whole time updates automatically.
    await expect(second.getByText('Pro plan - Unlimited documents')).toBeVisible();
    for (let count = 1; count <= 4; count += 1) await upload(page, `Lease ${count}`);
    await expect(second.getByText('4 / ∞')).toBeVisible();

    await second.goto('/billing');
    const information = second.getByRole('region', { name: 'Billing information' });
    await expect(information).toContainText('Trial');
    await expect(information).toContainText('$19 per month');
    await expect(information).toContainText('ending in 4242');
    await expectNothingFound(second, 'billing, trial');
    const portal = await openPortal(second);
    await expectNothingFound(portal, 'portal');
    await portal.getByRole('button', { name: 'Cancel the plan' }).click();
    await expect(second.getByText(/^Your Pro plan ends on /)).toBeVisible();
    await second.getByRole('button', { name: 'Keep plan' }).first().click();
    await expect(toast(second)).toContainText('Plan kept');
    await expect(information).toContainText('Trial');

    await planCard(second, 'Free').getByRole('button', { name: 'Choose Free' }).click();
    const dialog = second.getByRole('alertdialog', { name: 'Cancel the Pro plan?' });
    await expect(dialog).toContainText('Nothing is deleted');
    await expectNothingFound(second, 'billing, cancel dialog');
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(toast(second)).toContainText('Subscription Cancelled');
    await expect(information).toContainText('Cancelled');
    await expect(planCard(second, 'Pro')).toContainText('Current plan');
    await upload(page, 'Lease 5');

    await portal.reload();
    await portal.getByRole('button', { name: 'Go to the next due event' }).click();
    await expect(portal.getByText('There is no subscription.')).toBeVisible();
    await expect(planCard(second, 'Free')).toContainText('Current plan');
    await expect(information).toContainText('Ended');
    await expect(second.getByText('Used up: you’ve reached the limit.').first()).toBeVisible();
    const kept = (await (await page.request.get('/api/documents')).json()) as { id: string; title: string }[];
    expect(kept).toHaveLength(5);
    await second.goto(`/document/${kept[0]!.id}`);
    await expect(second.locator('main [data-page="1"] canvas')).toBeVisible({ timeout: 30_000 });
    expect((await tryUpload(page, 'Lease 6')).code).toBe('plan-limit-documents');
  },
);

test('reaching a limit loses no input, and raising it takes effect while the dialog is open', async ({
  ada: { page },
}) => {
  for (let count = 1; count <= 3; count += 1) await upload(page, `Lease ${count}`);
  await page.reload();
  await expect(page.getByText('3 / 3')).toBeVisible();
  await page.getByRole('button', { name: 'Upload Document' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Upload Document' });
  await dialog.getByLabel('File', { exact: true }).setInputFiles(lease(1));
  await dialog.getByLabel('Title').fill('The fourth of this month');
  await dialog.getByRole('button', { name: 'Upload Document' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'Your Free plan includes 3 documents a month, and you’ve used 3.',
  );
  await expect(dialog.getByLabel('Title')).toHaveValue('The fourth of this month');
  await expectNothingFound(page, 'upload dialog at the limit');

  const opening = page.context().waitForEvent('page');
  await dialog.getByRole('link', { name: 'See plans' }).click();
  const billing = await opening;
  await planCard(billing, 'Pro').getByRole('button', { name: 'Start Pro Trial' }).click();
  await payWith(billing, cards.pays, 'Start trial');
  await expect(toast(billing)).toContainText('You’re on the Pro plan');
  await expect(billing).toHaveURL(/\/billing$/);
  await expect(page.getByText('Pro plan - Unlimited documents')).toBeAttached();
  await dialog.getByRole('button', { name: 'Upload Document' }).click();
  await expect(page).toHaveURL(/\/document\/[0-9a-f-]+$/, { timeout: 30_000 });
  await expect(page).toHaveTitle(/The fourth of this month/);
});

test(
  'a declined card, one that needs authentication, invoices, and a plan change',
  inTheLongRun,
  async ({ ada: { page } }) => {
    await page.goto('/billing');
    await planCard(page, 'Business').getByRole('button', { name: 'Choose Business' }).click();
    await payWith(page, cards.declined, 'Pay $49.00');
    await expect(page.getByRole('alert')).toContainText('Use another card.');
    await payWith(page, cards.asks, 'Pay $49.00');
    await page.getByRole('button', { name: 'No, refuse' }).click();
    await expect(page.getByRole('alert')).toContainText('Your bank did not confirm the payment.');
    await payWith(page, cards.asks, 'Pay $49.00');
    await page.getByRole('button', { name: 'Yes, confirm' }).click();
    await expect(toast(page)).toContainText('You’re on the Business plan');

    const invoices = page.getByRole('region', { name: 'Invoices' });
    await expect(invoices.getByRole('listitem')).toHaveCount(1);
    await expect(invoices).toContainText('$49.00');
    const opening = page.context().waitForEvent('page');
    await invoices.getByRole('link', { name: /^View invoice/ }).click();
    await expect((await opening).getByRole('heading', { name: /^Invoice / })).toBeVisible();

    await planCard(page, 'Pro').getByRole('button', { name: 'Choose Pro' }).click();
    const change = page.getByRole('dialog', { name: 'Change to Pro' });
    await expect(change).toContainText('Due now');
    await expect(change).toContainText(/Then \$19\.00 per month/);
    await expectNothingFound(page, 'billing, change of plan');
    // The cost of the change is requested only once, because the server would refuse the same request after
    // the change.
    const requests: number[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/api/subscription/preview')) requests.push(response.status());
    });
    await change.getByRole('button', { name: 'Change to Pro' }).click();
    await expect(toast(page)).toContainText('You’re on the Pro plan');
    await expect(planCard(page, 'Pro')).toContainText('Current plan');
    expect(requests).toEqual([]);
  },
);

test(
  'an abandoned checkout changes nothing, and a paid one is not lost',
  inTheLongRun,
  async ({ ada: { page } }) => {
    await page.goto('/billing');
    const start = planCard(page, 'Pro').getByRole('button', { name: 'Start Pro Trial' });
    await start.click();
    await expect(page).toHaveURL(checkout);
    await page.goBack();
    await expect(start).toBeEnabled();
    await start.click();
    await page.getByRole('link', { name: 'Go back without paying' }).click();
    await expect(toast(page)).toContainText('Checkout not finished');
    await expect(page).toHaveURL(/\/billing$/);

    const left = await page.context().newPage();
    await left.goto('/billing');
    await planCard(left, 'Pro').getByRole('button', { name: 'Start Pro Trial' }).click();
    await expect(left).toHaveURL(checkout);
    await left.close();
    await page.reload();
    await expect(planCard(page, 'Free')).toContainText('Current plan');

    const lost = await page.context().newPage();
    await lost.goto('/billing');
    await planCard(lost, 'Pro').getByRole('button', { name: 'Start Pro Trial' }).click();
    // Ada has paid, but the browser never returns. Only the provider's event reports the payment.
    await lost.route('**/billing?checkout=*', (route) => route.abort());
    await payWith(lost, cards.pays, 'Start trial');
    await expect(planCard(page, 'Pro')).toContainText('Current plan');
    await lost.close();
  },
);

test(
  'a failed payment is shown, the plan continues, and another card resolves it',
  inTheLongRun,
  async ({ ada: { page } }) => {
    await page.goto('/billing');
    await planCard(page, 'Pro').getByRole('button', { name: 'Start Pro Trial' }).click();
    await payWith(page, cards.failsLater, 'Start trial');
    await expect(planCard(page, 'Pro')).toContainText('Current plan');
    const portal = await openPortal(page);
    await portal.getByRole('button', { name: 'Go to the next due event' }).click();
    await expect(page.getByText('The last payment was declined')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Billing information' })).toContainText('Payment failed');
    await expect(planCard(page, 'Pro')).toContainText('Current plan');
    await expectNothingFound(page, 'billing, payment failed');
    await typeCard(portal, cards.pays);
    await portal.getByRole('button', { name: 'Use this card' }).click();
    await expect(page.getByText('The last payment was declined')).toBeHidden();
    await expect(page.getByRole('region', { name: 'Billing information' })).toContainText('Active');
  },
);

test(
  'an unavailable provider is shown, everything else works, and billing recovers',
  inTheLongRun,
  async ({ ada: { page } }) => {
    await page.goto('/billing');
    await planCard(page, 'Business').getByRole('button', { name: 'Choose Business' }).click();
    await payWith(page, cards.pays, 'Pay $49.00');
    await expect(planCard(page, 'Business')).toContainText('Current plan');
    const away = 'The payment provider cannot be reached now. Nothing was changed; try again in a minute.';
    const unavailable = { status: 503, json: { status: 503, code: 'payments-unavailable', detail: away } };
    for (const call of ['refresh', 'invoices', 'cancel', 'portal'])
      await page.route(`**/api/subscription/${call}`, (route) => route.fulfill(unavailable));
    await page.route('**/api/subscription/status', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...((await answer.json()) as object), stale: true } });
    });
    await page.reload();
    await expect(
      page.getByText('The payment provider can’t be reached right now', { exact: true }),
    ).toBeVisible();
    await expect(page.getByRole('region', { name: 'Invoices' })).toContainText(away);
    await expect(planCard(page, 'Business')).toContainText('Current plan');
    await expect(page.getByRole('region', { name: 'Current usage' })).toContainText('0 of ∞');
    await expectNothingFound(page, 'billing, provider away');
    await page.getByRole('button', { name: 'Manage Billing' }).click();
    await expect(toast(page)).toContainText('Error');
    await upload(page, 'Meanwhile');

    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect(
      page.getByText('The payment provider can’t be reached right now', { exact: true }),
    ).toBeHidden();
    await expect(page.getByRole('region', { name: 'Invoices' })).toContainText('$49.00');
  },
);

test('billing and user management fit the narrowest phone', inTheLongRun, async ({ ada: { page } }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/billing', '/user-management']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('region').first()).toBeVisible();
    await expect(page.locator('main .animate-pulse')).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
  }
  await page.getByText('Show as a table').click();
  await expectNothingFound(page, 'user management with its table');
});

test(
  'with payments turned off, everything is unlimited and the pages say so',
  inTheLongRun,
  async ({ browser }) => {
    const server = await startRunningServer(undefined, { PAYMENTS: '' });
    try {
      const context = await browser.newContext({ baseURL: server.baseUrl });
      const page = await context.newPage();
      await page.goto('/');
      const pricing = page.getByRole('region', { name: 'Pricing' });
      await expect(pricing.getByText('Everything is unlimited')).toBeVisible();
      await expect(pricing.getByRole('listitem')).toHaveCount(0);
      await page.goto('/api/login');
      await page.getByLabel('Email').fill(adaOfTheCast.email);
      await page.getByLabel('Password').fill(adaOfTheCast.password);
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
      await expect(page.getByText('Business plan')).toHaveCount(0);
      await page.getByRole('link', { name: 'Billing & Usage' }).click();
      await expect(page.getByText('Everything is unlimited')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Plans' })).toBeHidden();
      await expectNothingFound(page, 'billing, plans off');
      await page.goto('/user-management');
      await expect(page.getByText('Everything is unlimited')).toBeVisible();
      await context.close();
    } finally {
      await server.stop();
    }
  },
);

const planCard = (page: Page, name: string): Locator =>
  page
    .getByRole('region', { name: 'Plans' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });

async function signUpAsNew(page: Page, tag: string): Promise<void> {
  await page.goto('/api/login');
  await page.getByLabel('Email').fill(adaOfTheCast.email.replace('@', `.${tag}@`));
  await page.getByLabel('Password').fill(adaOfTheCast.password);
  await page.getByLabel('First name').fill(adaOfTheCast.firstName);
  await page.getByLabel('Last name').fill(adaOfTheCast.lastName);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
}

async function upload(page: Page, title: string): Promise<void> {
  expect(await tryUpload(page, title)).toMatchObject({ title });
}

async function tryUpload(page: Page, title: string): Promise<Record<string, unknown>> {
  const file = lease(1);
  // On a new server the first file has to wait for its PDF engine, which is slow on a busy machine.
  const answer = await page.request.post('/api/documents/upload', {
    multipart: { title, file },
    timeout: 60_000,
  });
  return (await answer.json()) as Record<string, unknown>;
}
