import { expect, type Page } from '@playwright/test';

/** Past the onboarding by the shortest way: Free is chosen by a call, unless a plan is, and the dashboard opened. */
export async function chooseFreePlan(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /account of/ })).toBeVisible();
  const answer = await page.request.put('/api/user/plan', { data: { planName: 'free' } });
  expect(answer.status()).toBe(204);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
}
