import type { Page } from '@playwright/test';
import { ada } from '#testing/sign-up.ts';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { untilPainted } from '../support/prepare.ts';
import { inTheLongRun } from '../support/sweep.ts';

test('the wizard goes from the greeting to the first document, and chooses Free along the way', async ({
  page,
}) => {
  await signUp(page, 'steps');
  await expect(page.getByRole('heading', { name: 'Welcome, Ada', level: 1 })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Setup' }).locator('[aria-current]')).toContainText('Welcome');
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await expect(page.getByText('forever')).toBeVisible();
  await expect(page.getByText('3 documents per month')).toBeVisible();
  await expectNothingFound(page, 'onboarding, welcome');

  await page.getByRole('button', { name: 'Continue' }).click();
  const title = page.getByRole('heading', { name: 'Choose your plan', level: 1 });
  await expect(title).toBeFocused();
  await expect(page.getByText('Unlimited documents')).toBeVisible();
  await expectNothingFound(page, 'onboarding, plan');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
  await page.goForward();
  await page.getByRole('button', { name: 'Choose Free' }).click();
  await expect(page.getByRole('heading', { name: 'You’re all set', level: 1 })).toBeFocused();
  expect(await planType(page)).toBe('free');
  await expectNothingFound(page, 'onboarding, start');

  // The upload dialog is already open on top of the upload page. Closing it reveals the page.
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload a document' }).click();
  await expect(page).toHaveURL(/\/upload$/);
  await (await chooser).setFiles([]);
  await expect(page.getByRole('heading', { name: 'Upload Document', level: 1 })).toBeVisible();
});

test('a rejected file is reported immediately, and not uploaded', inTheLongRun, async ({ page }) => {
  await signUp(page, 'picture');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload a document' }).click();
  await (
    await chooser
  ).setFiles({ name: 'berth.png', mimeType: 'image/png', buffer: Buffer.from('no page') });
  await expect(page.locator('[data-toast]')).toContainText('File rejected');
  await expect(page).toHaveURL(/\/upload$/);
});

test(
  'a Pro trial chosen on the landing page is remembered until the checkout',
  inTheLongRun,
  async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Start Pro Trial' }).click();
    await page.getByLabel('Email').fill('ada.wish@harbour.example');
    await page.getByLabel('Password').fill(ada.password);
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').press('Enter');
    await expect(page.getByRole('heading', { name: 'Choose your plan', level: 1 })).toBeVisible();
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Pro', exact: true }) });
    await expect(card.getByText('Your choice')).toBeVisible();
    await expect(page.getByText('Your choice')).toHaveCount(1);
    await card.getByRole('button', { name: 'Start Pro Trial' }).click();
    await expect(page).toHaveURL(/checkout/);
    await expect(page.getByText('Pro', { exact: false }).first()).toBeVisible();
  },
);

test('without a plan, every URL opens the wizard except public pages', inTheLongRun, async ({ page }) => {
  await signUp(page, 'gate');
  for (const path of ['/documents', '/billing', '/document/nothing', '/settings']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/onboarding$/);
    await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
  }
  await page.goto('/privacy');
  await expect(page.getByRole('heading', { name: 'Privacy Policy', level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await page.getByRole('link', { name: 'Countersign, setup' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
});

for (const [button, address] of [
  ['Go to Dashboard', /\/dashboard$/],
  ['See your documents', /\/documents$/],
  ['Open the dashboard', /\/dashboard$/],
] as const)
  test(`skipping the setup with '${button}' selects Free`, inTheLongRun, async ({ page }) => {
    await signUp(page, button.replaceAll(' ', ''));
    await page.getByRole('button', { name: 'Skip Setup' }).click();
    await expect(page.getByRole('heading', { name: 'You’re all set' })).toBeVisible();
    expect(await planType(page)).toBe('');
    await page.getByRole('button', { name: button }).click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    expect(await planType(page)).toBe('free');
  });

test('the sample document is a real one, with pages to place fields on', inTheLongRun, async ({ page }) => {
  await signUp(page, 'sample');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Continue with Free Plan' }).click();
  await page.getByRole('button', { name: 'Try it with a sample document' }).click();
  await expect(page).toHaveURL(/\/document\/[0-9a-f-]+$/, { timeout: 30_000 });
  await untilPainted(page, 1);
  await expect(page).toHaveTitle(/Sample employment agreement/);
});

test('a server that does not respond does not interrupt the wizard', inTheLongRun, async ({ page }) => {
  await signUp(page, 'lost');
  await page.getByRole('button', { name: 'Skip Setup' }).click();
  await page.route('**/api/user/plan', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('button', { name: 'Go to Dashboard' }).click();
  await expect(page.locator('[data-toast]')).toContainText('Error');
  await expect(page.getByRole('heading', { name: 'You’re all set' })).toBeVisible();
  await page.unroute('**/api/user/plan');
  await page.getByRole('button', { name: 'Go to Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
});

test(
  'the wizard fits the narrowest phone, and greets a user who has no name',
  inTheLongRun,
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await signUp(page, 'narrow', { firstName: '', lastName: '' });
    await expect(page.getByRole('heading', { name: 'Welcome, ada+narrow', level: 1 })).toBeVisible();
    for (const step of [1, 2, 3]) {
      await page.goto(`/onboarding?step=${step}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `step ${step}`).toBe(320);
    }
  },
);

async function signUp(page: Page, tag: string, name: { firstName: string; lastName: string } = ada) {
  await page.goto('/api/login');
  await page.getByLabel('Email').fill(ada.email.replace('@', `.${tag}@`).toLowerCase());
  await page.getByLabel('Password').fill(ada.password);
  await page.getByLabel('First name').fill(name.firstName);
  await page.getByLabel('Last name').fill(name.lastName);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible();
}

async function planType(page: Page): Promise<unknown> {
  return ((await (await page.request.get('/api/auth/user')).json()) as { planType: string }).planType;
}
