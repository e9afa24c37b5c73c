import { expect, type Page } from '@playwright/test';

/** Skips the onboarding: chooses Free through the API unless a plan is chosen, and opens the dashboard. */
export async function chooseFreePlan(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /account of/ })).toBeVisible();
  const answer = await page.request.put('/api/user/plan', { data: { planName: 'free' } });
  expect(answer.status()).toBe(204);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
}
