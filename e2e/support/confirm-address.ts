import { expect, type Page } from '@playwright/test';
import { openMail } from './outbox.ts';

/** Opens the email that asks to confirm an address, clicks its button, and returns to the dashboard. */
export async function confirmAddress(page: Page, dataDir: string, address: string): Promise<void> {
  const { link } = await openMail(dataDir, address, 'Confirm your email');
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('link', { name: 'Open Countersign' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
}
