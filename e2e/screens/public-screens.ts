import { expect, type Page } from '@playwright/test';
import type { Shot } from './member-screens.ts';

/** The screens of a visitor without a session. */
export async function shootPublicScreens(stranger: Page, shot: Shot, baseUrl: string): Promise<void> {
  for (const path of ['', 'privacy', 'terms', 'support']) {
    await stranger.goto(`${baseUrl}/${path}`);
    await expect(stranger.getByRole('heading', { level: 1 })).toBeVisible();
    await comeNear(stranger);
    if (path === '')
      await expect(stranger.getByRole('button', { name: 'Place the field for me' })).toBeVisible();
    await shot(stranger, path === '' ? 'landing' : `public-${path}`, true);
  }
  await stranger.goto(`${baseUrl}/api/login`);
  await shot(stranger, 'sign-in');
  await stranger.getByLabel('Email').fill('nobody@harbour.example');
  await stranger.getByLabel('Password').fill('the password of that account');
  await stranger.getByRole('button', { name: 'Sign in' }).click();
  await expect(stranger.getByRole('alert')).toBeVisible();
  await shot(stranger, 'sign-in-problem');
  await stranger.goto(`${baseUrl}/sign/nothing`);
  await expect(stranger.getByRole('heading', { name: 'Document Not Available' })).toBeVisible();
  await shot(stranger, 'not-available');
}

/** Some sections load only when they come near the viewport. */
async function comeNear(page: Page): Promise<void> {
  const screens = await page.evaluate(() => Math.ceil(document.body.scrollHeight / innerHeight));
  for (let at = 0; at < screens; at += 1) {
    await page.evaluate(async (number) => {
      window.scrollTo(0, number * innerHeight);
      // The intersection observer fires with the next frame.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }, at);
    await page.waitForLoadState('networkidle');
  }
  await page.evaluate(() => window.scrollTo(0, 0));
}
