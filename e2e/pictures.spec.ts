import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { linus } from '#testing/cast.ts';
import { ada } from '#testing/sign-up.ts';
import { chooseFreePlan } from './choose-plan.ts';
import { openMail } from './outbox.ts';
import { rowOf } from './prepare.ts';
import { routes, visit } from './routes.ts';
import { root, startRunningServer, type RunningServer } from './running-server.ts';
import { furnishCabinets } from './screens/harbour-cabinets.ts';
import { age, agreement, furnish, pending } from './screens/harbour-office.ts';
import { shootMemberScreens, shootOnboarding } from './screens/member-screens.ts';
import { openEditor, shootSenderScreens } from './screens/sender-screens.ts';
import { fillIn, shootOtherWays, shootSignerScreens } from './screens/signer-screens.ts';

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
  await furnishCabinets(page.request);
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
  await phone.goto(here(link));
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
      await shootSenderScreens(page, shot);
      const phone = await open(browser, size, scheme);
      await shootSignerScreens(phone, shot, dataDir, here);
      const title = `Lease of a berth, ${width} ${scheme}`;
      await shootOtherWays(phone, shot, { sender: page, dataDir, title, to: here });
      await phone.context().close();
      await page.context().close();
    });

for (const [language, width, scheme] of [
  ['de', 375, 'light'],
  ['ar', 375, 'dark'],
  ['ar', 1440, 'light'],
] as const)
  test(`every screen in ${language} at ${width} pixels, ${scheme}`, async ({ browser }) => {
    const size = { width, height: width === 375 ? 812 : 900 };
    const page = await signIn(browser, server, size, scheme);
    const shoot = (name: string, whose = page) =>
      whose.screenshot({ path: join(screens, `${language}-${name}-${width}-${scheme}.png`), fullPage: true });
    const put = (code: string) => page.request.patch('/api/user/preferences', { data: { language: code } });
    expect((await put(language)).ok()).toBe(true);
    for (const { path } of routes) {
      await visit(page, { path, heading: /./ });
      await shoot(path === '/' ? 'dashboard' : path.slice(1).replaceAll('/', '-'));
    }
    expect((await put('en')).ok()).toBe(true);
    await page.context().close();
    const { link } = await openMail(dataDir, linus.email, `sign: ${pending}`);
    const phone = await open(browser, size, scheme, language);
    await phone.goto(here(link));
    await expect(phone.locator('[data-page="1"] canvas')).toBeVisible();
    await shoot('ceremony-review', phone);
    await phone.context().close();
  });

/** An address of a mail, at the port that the server has by now. */
const here = (link: string) => new URL(new URL(link).pathname, server.baseUrl).href;

type Size = { width: number; height: number };

async function open(
  browser: Browser,
  size: Size,
  colorScheme: 'light' | 'dark',
  locale = 'en-US',
): Promise<Page> {
  const isPhone = size.width < 500;
  const context = await browser.newContext({
    viewport: size,
    colorScheme,
    locale,
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
