import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { grace, linus } from '#testing/cast.ts';
import { ada } from '#testing/sign-up.ts';
import { drawWithFinger } from './ceremony.ts';
import { chooseFreePlan } from './choose-plan.ts';
import { age, agreement, completed, furnish, pending } from './harbour-office.ts';
import { openMail } from './outbox.ts';
import { placed, pointOn, rowOf, untilPainted } from './prepare.ts';
import { root, startRunningServer, type RunningServer } from './running-server.ts';
import { shootMemberScreens, shootOnboarding } from './screens.ts';

const pictures = join(root, 'docs/pictures');
const screens = join(root, '.cache/screens');
let dataDir: string;
let server: RunningServer;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  await mkdir(pictures, { recursive: true });
  await mkdir(screens, { recursive: true });
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-pictures-'));
  server = await startRunningServer(dataDir);
  const first = await signIn(browser, server);
  await server.stop();
  await age(dataDir, Date.now());
  server = await startRunningServer(dataDir);
  await first.context().close();
  const page = await signIn(browser, server);
  await furnish(page.request, dataDir);
  await page.context().close();
  await server.stop();
  await age(dataDir, Date.now());
  server = await startRunningServer(dataDir);
});

test.afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('the pictures of the documentation', async ({ browser }) => {
  const page = await signIn(browser, server);
  await expect(rowOf(page, agreement)).toBeVisible();
  await page.screenshot({ path: join(pictures, 'dashboard.png') });
  await openEditor(page);
  await page.screenshot({ path: join(pictures, 'editor.png') });
  await page.context().close();

  const { link } = await openMail(dataDir, linus.email, `sign: ${pending}`);
  const phone = await open(browser, { width: 390, height: 844 }, 'light');
  await phone.goto(new URL(new URL(link).pathname, server.baseUrl).href);
  await fillIn(phone);
  await phone.screenshot({ path: join(pictures, 'signer.png') });
  await phone.context().close();
});

for (const width of [375, 1440])
  for (const scheme of ['light', 'dark'] as const)
    test(`every screen at ${width} pixels, ${scheme}`, async ({ browser }) => {
      const size = { width, height: width === 375 ? 812 : 900 };
      const shot = (page: Page, name: string, fullPage = false) =>
        page.screenshot({ path: join(screens, `${name}-${width}-${scheme}.png`), fullPage });
      const stranger = await open(browser, size, scheme);
      await stranger.goto(server.baseUrl);
      await expect(stranger.getByRole('heading', { level: 1 })).toBeVisible();
      await shot(stranger, 'landing', true);
      await stranger.goto(`${server.baseUrl}/api/login`);
      await shot(stranger, 'sign-in');
      await stranger.goto(`${server.baseUrl}/sign/nothing`);
      await expect(stranger.getByRole('heading', { name: 'Document Not Available' })).toBeVisible();
      await shot(stranger, 'not-available');
      await stranger.context().close();

      const email = `newcomer-${width}-${scheme}@harbour.example`;
      const newcomer = await signIn(browser, server, size, scheme, email);
      await shootOnboarding(newcomer, shot);
      await newcomer.context().close();

      const page = await signIn(browser, server, size, scheme);
      await shootMemberScreens(page, shot);
      await page.goto(`${server.baseUrl}/dashboard`);
      await openEditor(page);
      await shot(page, 'editor');
      const more = page.getByRole('button', { name: 'More', exact: true });
      if (await more.isVisible()) await more.click();
      await page
        .getByRole('button', { name: 'Preview' })
        .or(page.getByRole('menuitem', { name: 'Preview' }))
        .click();
      await expect(page.getByRole('dialog').locator('canvas').first()).toBeVisible();
      await shot(page, 'preview');
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: 'Send for Signature' }).click();
      await expect(page.getByRole('dialog', { name: 'Send for Signature' })).toBeVisible();
      await shot(page, 'send-dialog');
      for (const [title, name] of [
        [pending, 'detail-pending'],
        [completed, 'detail-completed'],
      ] as const) {
        await page.goto(`${server.baseUrl}/dashboard`);
        await page.getByRole('link', { name: title, exact: true }).click();
        await expect(page.getByText('The chain of events is whole.')).toBeVisible();
        await untilPainted(page, 1);
        await shot(page, name, true);
      }
      await page.context().close();

      const { link } = await openMail(dataDir, linus.email, `sign: ${pending}`);
      const phone = await open(browser, size, scheme);
      await phone.goto(new URL(new URL(link).pathname, server.baseUrl).href);
      await expect(phone.locator('[data-page="1"] canvas')).toBeVisible();
      await shot(phone, 'ceremony-review');
      await fillIn(phone);
      await shot(phone, 'ceremony-sign');
      await shot(phone, 'ceremony-sign-whole', true);
      const done = await openMail(dataDir, grace.email, `Completed: ${completed}`);
      await phone.goto(new URL(new URL(done.link).pathname, server.baseUrl).href);
      await expect(phone.getByRole('heading', { name: 'Document Signed Successfully!' })).toBeVisible();
      await shot(phone, 'ceremony-complete');
      await phone.context().close();
    });

type Size = { width: number; height: number };

async function open(browser: Browser, size: Size, colorScheme: 'light' | 'dark'): Promise<Page> {
  const isPhone = size.width < 500;
  const context = await browser.newContext({
    viewport: size,
    colorScheme,
    locale: 'en-US',
    timezoneId: 'Europe/Stockholm',
    ...(isPhone ? { isMobile: true, deviceScaleFactor: 2 } : {}),
    hasTouch: true,
    reducedMotion: 'reduce',
  });
  return context.newPage();
}

async function signIn(
  browser: Browser,
  { baseUrl }: RunningServer,
  size: Size = { width: 1440, height: 900 },
  colorScheme: 'light' | 'dark' = 'light',
  email = ada.email,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: size,
    colorScheme,
    locale: 'en-US',
    timezoneId: 'Europe/Stockholm',
    reducedMotion: 'reduce',
    ...(size.width < 500 ? { isMobile: true, hasTouch: true, deviceScaleFactor: 2 } : {}),
  });
  const page = await context.newPage();
  await page.goto('/api/login');
  for (const [label, value] of [
    ['Email', email],
    ['Password', ada.password],
    ['First name', ada.firstName],
    ['Last name', ada.lastName],
  ] as const)
    await page.getByLabel(label).fill(value);
  await page.getByRole('button', { name: 'Create account' }).click();
  if (email === ada.email) await chooseFreePlan(page);
  return page;
}

/** The draft, on its second page, with Linus's signature field chosen. */
async function openEditor(page: Page): Promise<void> {
  await page.getByRole('link', { name: agreement, exact: true }).click();
  await untilPainted(page, 1);
  await pointOn(page, { page: 2, x: 0.5, y: 0.75 });
  await untilPainted(page, 2);
  await placed(page, 'Signature', 'Linus', 2).click();
  await expect(page.getByRole('button', { name: 'Remove field' })).toBeVisible();
}

/** Linus's part, all but the last press; the pad and what is next are on the screen. */
async function fillIn(phone: Page): Promise<void> {
  await expect(phone.locator('[data-page="1"] canvas')).toBeVisible();
  await phone.getByRole('button', { name: 'Continue to Sign' }).tap();
  await phone.getByLabel('Type your initials').fill('LO');
  await drawWithFinger(phone, phone.getByLabel('Draw your signature'));
  await phone.getByRole('button', { name: /^Signature field, page 2/ }).evaluate((element) => {
    element.scrollIntoView({ block: 'start' });
    window.scrollBy(0, -56);
  });
  await expect(phone.locator('[data-page="2"] canvas')).toBeVisible();
}
