import { expect, type Page } from '@playwright/test';

/** The test cards of the built-in payment provider, by their effect */
export const cards = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  asks: '4000 0025 0000 3155',
  failsLater: '4000 0000 0000 0341',
};

/** URL of a checkout of the built-in provider. */
export const checkout = /\/sandbox-payments\/checkout\//;

/** Enters a card on the checkout page, and presses the button that pays or starts the trial. */
export async function payWith(page: Page, card: string, button: string | RegExp): Promise<void> {
  await expect(page).toHaveURL(checkout);
  await expect(page.getByText('Test mode.')).toBeVisible();
  await typeCard(page, card);
  await page.getByRole('button', { name: button }).click();
}

export async function typeCard(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expires').fill('12 / 39');
  await page.getByLabel('Security code').fill('123');
}

/** Returns the provider's portal, which Manage Billing opens in a new tab. */
export async function openPortal(page: Page): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Manage Billing' }).first().click();
  const portal = await opening;
  await expect(portal.getByRole('heading', { name: 'Plan', level: 1 })).toBeVisible();
  return portal;
}
