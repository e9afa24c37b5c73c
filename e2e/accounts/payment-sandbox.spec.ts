import type { Page } from '@playwright/test';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { inTheLongRun } from '../support/sweep.ts';

test(
  'the payment sandbox has a checkout, a bank confirmation, a portal and an invoice page',
  inTheLongRun,
  async ({ ada }) => {
    const { page } = ada;
    const created = await page.request.post('/api/subscription/create', { data: { planName: 'business' } });
    const { url } = (await created.json()) as { url: string };
    await page.goto(url);
    await expect(page.getByText('Test mode.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Business plan' })).toBeVisible();
    await look(page, 'checkout');

    await typeCard(page, '4000 0000 0000 0002');
    await page.getByRole('button', { name: 'Pay $49.00' }).click();
    await expect(page.getByRole('alert')).toContainText('declined');
    await expect(page.getByLabel('Card number')).toBeFocused();
    await look(page, 'declined');

    await typeCard(page, '4000 0025 0000 3155');
    await page.getByRole('button', { name: 'Pay $49.00' }).click();
    await expect(page.getByRole('heading', { name: 'Is it you?' })).toBeVisible();
    await look(page, 'bank');
    await page.getByRole('button', { name: 'Yes, confirm' }).click();
    await expect(page).toHaveURL(/\/billing/);

    const opened = await page.request.get('/api/subscription/portal');
    await page.goto(((await opened.json()) as { url: string }).url);
    await expect(page.getByText('Visa ending in 3155')).toBeVisible();
    await look(page, 'portal');
    await page.getByRole('button', { name: 'Cancel the plan' }).click();
    await expect(page.getByText(/Canceled\. It stays active until/)).toBeVisible();
    await page.getByRole('button', { name: 'Keep the plan' }).click();
    await page.getByRole('button', { name: 'Forward one month' }).click();
    await expect(page.getByRole('link', { name: /^TEST-/ })).toHaveCount(2);
    await page.getByRole('link', { name: 'TEST-0001' }).click();
    await expect(page.getByRole('heading', { name: 'Invoice TEST-0001' })).toBeVisible();
    await look(page, 'invoice');
  },
);

async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expires').fill('12 / 40');
  await page.getByLabel('Security code').fill('123');
}

/** axe finds no violations, and a narrow phone does not scroll sideways. */
async function look(page: Page, where: string): Promise<void> {
  await expectNothingFound(page, `payment sandbox, ${where}`);
  await page.setViewportSize({ width: 320, height: 700 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${where} at 320 px`).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });
}
