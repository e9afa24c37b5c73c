import type { Page } from '@playwright/test';
import { lease } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import * as prepare from '../support/prepare.ts';
import { inTheLongRun } from '../support/sweep.ts';

/** Specification §2 'Signed-in shell' and 'Dashboard', §4 'Sign-in state', §9 'Limits and constants'. */
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const entry = (page: Page, name: string) => navigation(page).getByRole('link', { name });

const groups = [
  [
    ['Dashboard', '/'],
    ['Documents', '/documents'],
    ['Templates', '/templates'],
    ['Contacts', '/contacts'],
    ['Audit Trail', '/audit'],
  ],
  [
    ['User Management', '/user-management'],
    ['Billing & Usage', '/billing'],
    ['Settings', '/settings'],
    ['Support', '/support'],
  ],
] as const;

test(
  'signed-in users always see their account, their location, and their usage',
  inTheLongRun,
  async ({ ada: { page } }) => {
    const header = page.getByRole('banner');

    await test.step('the header remains, with notifications, name, plan and account menu', async () => {
      await prepare.uploadByDialog(page, lease(1), 'Lease of berth 2');
      await page.goto('/');
      await expect(header.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
      await expect(header).toContainText('Ada Moreau');
      await expect(header.getByText(/^free plan$/i)).toBeVisible();
      await page.setViewportSize({ width: 1440, height: 420 });
      await page.mouse.wheel(0, 2000);
      await expect.poll(async () => (await header.boundingBox())?.y).toBe(0);
      await page.setViewportSize({ width: 1440, height: 900 });
      await header.getByRole('button', { name: /account of Ada Moreau/ }).click();
      await expect(page.getByRole('menuitem')).toHaveText([/^Profile/, /^Settings/, /^Sign Out/]);
      await page.getByRole('menuitem', { name: 'Settings' }).click();
      await expect(page).toHaveURL('/settings');
    });

    await test.step('the navigation has two groups, and shows the number of documents', async () => {
      for (const [index, names] of groups.entries()) {
        const links = navigation(page).getByRole('list').nth(index).getByRole('link');
        await expect(links).toHaveCount(names.length);
        for (const [at, [name, path]] of names.entries()) {
          await expect(links.nth(at)).toContainText(name);
          await expect(links.nth(at)).toHaveAttribute('href', path);
        }
      }
      await expect(entry(page, 'Documents')).toContainText('1');
    });

    await test.step('every entry of the navigation opens its page and is active there', async () => {
      for (const [name, path] of groups.flat()) {
        await entry(page, name).click();
        await expect(page).toHaveURL(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(navigation(page).locator('[aria-current="page"]')).toHaveText(new RegExp(`^${name}`));
      }
      await page.goto('/documents?status=draft');
      await expect(entry(page, 'Documents')).toHaveAttribute('aria-current', 'page');
      await page.goto('/dashboard');
      await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
      await expect(navigation(page).locator('[aria-current="page"]')).toHaveCount(0);
    });

    await test.step('the card shows how much of the plan is used this month', async () => {
      const heading = page.getByRole('heading', { name: 'Usage This Month' });
      await expect(heading).toBeVisible();
      const card = page.locator('section', { has: heading });
      await expect(card).toContainText('1 / 3');
      await expect(card).toContainText('Free plan - 3 documents');
      const meter = card.getByRole('meter', { name: 'Documents used this month' });
      await expect(meter).toHaveAttribute('aria-valuenow', '1');
      await expect(meter).toHaveAttribute('aria-valuemax', '3');
    });
  },
);

test(
  'while the session is unknown a spinner is shown, and a failure is not retried',
  inTheLongRun,
  async ({ ada: { page } }) => {
    let requestCount = 0;
    let answer = () => {};
    const released = new Promise<void>((resolve) => (answer = resolve));
    // Leaves the dashboard first, so that its remaining requests are not counted.
    await page.goto('about:blank');
    await page.route('**/api/auth/user', async (route) => {
      requestCount += 1;
      await released;
      await route.fulfill({ status: 500, body: 'The server is resting.' });
    });
    await page.goto('/');
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible();
    answer();
    await expect(page.getByRole('alert')).toContainText('The server is resting.');
    expect(requestCount).toBe(1);
    await page.unroute('**/api/auth/user');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  },
);

test('the login page follows half a second after the message', inTheLongRun, async ({ ada: { page } }) => {
  await page.clock.install();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  // A request that this minute triggers must still have a session.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.context().clearCookies();
  const logins: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) logins.push(new URL(request.url()).pathname);
  });
  await entry(page, 'Documents').click();
  // Rendering also needs the clock, so it advances in small steps until the message appears.
  await expect(async () => {
    await page.clock.runFor(10);
    await expect(prepare.toast(page)).toContainText('You are logged out. Logging in again...', {
      timeout: 200,
    });
  }).toPass();
  await page.clock.runFor(400);
  expect(logins).toEqual([]);
  await page.clock.runFor(100);
  await expect.poll(() => logins[0]).toBe('/api/login');
});
