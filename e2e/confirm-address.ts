import { expect, type Page } from '@playwright/test';
import { openMail } from './outbox.ts';

/** Follows the mail that asks whether an address is theirs, presses its button, and comes back to the dashboard. */
export async function confirmAddress(page: Page, dataDir: string, address: string): Promise<void> {
  const { link } = await openMail(dataDir, address, 'Confirm your email');
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('link', { name: 'Open Countersign' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
}
