import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { linus } from '#testing/cast.ts';
import { openBrowser, type Browser as Session } from '#testing/browser.ts';
import { outboxOf } from '#testing/confirm-address.ts';
import { ada, signUp } from '#testing/sign-up.ts';
import { openMail } from './support/outbox.ts';
import { rowOf } from './support/prepare.ts';
import { routes, visit } from './support/routes.ts';
import { root, startRunningServer, type RunningServer } from './support/running-server.ts';
import { furnishCabinets } from './screens/harbour-cabinets.ts';
import { furnishTeam, type Team } from './screens/harbour-team.ts';
import { makeContactSheets } from './screens/contact-sheets.ts';
import { age, agreement, furnish, pending } from './screens/harbour-office.ts';
import { shootKeeping } from './screens/keeping-screens.ts';
import { shootMemberScreens, shootOnboarding } from './screens/member-screens.ts';
import { shootMails } from './screens/mail-screens.ts';
import { drawCertificate, shootVerify } from './screens/proof-screens.ts';
import { shootPublicScreens } from './screens/public-screens.ts';
import { openEditor, shootSenderScreens } from './screens/sender-screens.ts';
import { shootInvitation, shootTeamScreens } from './screens/team-screens.ts';
import { fillIn, shootOtherWays, shootSignerScreens } from './screens/signer-screens.ts';

const pictures = join(root, 'docs/pictures');
const screens = join(root, '.cache/screens');
/** A phone, a tablet and a desktop */
const widths = [375, 768, 1440];
const sizeOf = (width: number) => ({ width, height: { 375: 812, 768: 1024 }[width] ?? 900 });
let dataDir: string;
let server: RunningServer;
let team: Team;
/** Ada is also the operator, because only the operator has the operator's page. */
const settings = { OPERATOR_EMAILS: ada.email };
const sessions = new Map<string, Session>();

test.beforeAll(async ({ browser }) => {
  await mkdir(pictures, { recursive: true });
  await mkdir(screens, { recursive: true });
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-pictures-'));
  server = await startRunningServer(dataDir, settings);
  const first = await signIn(browser);
  await server.stop();
  await age(dataDir, Date.now());
  server = await startRunningServer(dataDir, settings);
  const page = await open(browser, { width: 1440, height: 900 }, 'light');
  await page.context().addCookies(await first.context().cookies());
  await first.context().close();
  await furnish(page.request, dataDir);
  await furnishCabinets(page.request);
  team = await furnishTeam(page.request, server.baseUrl, dataDir);
  await page.context().close();
  await server.stop();
  await age(dataDir, Date.now());
  server = await startRunningServer(dataDir, settings);
});

test.afterAll(async () => {
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('the pictures of the documentation', async ({ browser }) => {
  const page = await signIn(browser);
  await expect(rowOf(page, agreement)).toBeVisible();
  await page.screenshot({ path: join(pictures, 'dashboard.png') });
  await openEditor(page);
  await page.screenshot({ path: join(pictures, 'editor.png') });
  await page.context().close();

  const { link } = await openMail(dataDir, linus.email, `sign: ${pending}`);
  const phone = await open(browser, { width: 390, height: 844 }, 'light');
  await phone.goto(localUrl(link));
  await fillIn(phone);
  await phone.screenshot({ path: join(pictures, 'signer.png') });
  await phone.context().close();
});

for (const width of widths)
  for (const scheme of ['light', 'dark'] as const)
    test(`every screen at ${width} pixels, ${scheme}`, async ({ browser }) => {
      const size = sizeOf(width);
      const shot = (page: Page, name: string, fullPage = false) =>
        page.screenshot({ path: join(screens, `${name}-${width}-${scheme}.png`), fullPage });
      const stranger = await open(browser, size, scheme);
      await shootPublicScreens(stranger, shot, server.baseUrl);
      await shootMails(stranger, shot, dataDir);
      await shootInvitation(stranger, shot, team);
      await stranger.context().close();

      const email = `newcomer-${width}-${scheme}@harbour.example`;
      const newcomer = await signIn(browser, size, scheme, email);
      await shootOnboarding(newcomer, shot);
      await newcomer.context().close();

      const page = await signIn(browser, size, scheme);
      await shootMemberScreens(page, shot);
      await shootTeamScreens(page, shot, team, server.baseUrl);
      await shootVerify(page, shot);
      await shootSenderScreens(page, shot);
      await shootKeeping(page, shot, team);
      const phone = await open(browser, size, scheme, { hasTouch: true });
      await shootSignerScreens(phone, shot, dataDir, localUrl);
      const title = `Lease of a berth, ${width} ${scheme}`;
      await shootOtherWays(phone, shot, { sender: page, dataDir, title, to: localUrl });
      await phone.context().close();
      await page.context().close();
    });

for (const [language, width, scheme] of [
  ['de', 375, 'light'],
  ['de', 1440, 'dark'],
  ['ar', 375, 'dark'],
  ['ar', 1440, 'light'],
] as const)
  test(`every screen in ${language} at ${width} pixels, ${scheme}`, async ({ browser }) => {
    const size = sizeOf(width);
    const page = await signIn(browser, size, scheme);
    const shoot = (name: string, ownPage = page) =>
      ownPage.screenshot({
        path: join(screens, `${language}-${name}-${width}-${scheme}.png`),
        fullPage: true,
      });
    const setLanguage = (code: string) =>
      page.request.patch('/api/user/preferences', { data: { language: code } });
    expect((await setLanguage(language)).ok()).toBe(true);
    for (const { path } of routes) {
      await visit(page, { path, heading: /./ });
      await shoot(path === '/' ? 'dashboard' : path.slice(1).replaceAll('/', '-'));
    }
    expect((await setLanguage('en')).ok()).toBe(true);
    await page.context().close();
    const { link } = await openMail(dataDir, linus.email, `sign: ${pending}`);
    const phone = await open(browser, size, scheme, { locale: language, hasTouch: true });
    await phone.goto(localUrl(link));
    await expect(phone.locator('[data-page="1"] canvas')).toBeVisible();
    await shoot('ceremony-review', phone);
    await phone.context().close();
  });

test('arranges the pictures of all screens side by side', async ({ browser }) => {
  const page = await signIn(browser);
  await drawCertificate(page, screens);
  await page.context().close();
  await makeContactSheets(browser, screens);
});

/** Returns the address of an email with the server's current port. */
const localUrl = (link: string) => new URL(new URL(link).pathname, server.baseUrl).href;

type Size = { width: number; height: number };

async function open(
  browser: Browser,
  size: Size,
  colorScheme: 'light' | 'dark',
  { locale = 'en-US', hasTouch = false } = {},
): Promise<Page> {
  const isPhone = size.width < 500;
  const context = await browser.newContext({
    baseURL: server.baseUrl,
    viewport: size,
    colorScheme,
    locale,
    timezoneId: 'Europe/Stockholm',
    ...(isPhone ? { isMobile: true, deviceScaleFactor: 2 } : {}),
    hasTouch: isPhone || size.width < 1000 || hasTouch,
    reducedMotion: 'reduce',
  });
  return context.newPage();
}

/** Returns the page of a signed-in person, who signs up on first use. New members have no plan yet. */
async function signIn(
  browser: Browser,
  size: Size = { width: 1440, height: 900 },
  colorScheme: 'light' | 'dark' = 'light',
  email = ada.email,
): Promise<Page> {
  const session = sessions.get(email) ?? openBrowser(server.baseUrl);
  if (!sessions.has(email)) {
    const onboarding = email !== ada.email;
    const person = { ...ada, email };
    await signUp(server.baseUrl, person, { browser: session, mailbox: outboxOf(dataDir), onboarding });
    sessions.set(email, session);
  }
  const page = await open(browser, size, colorScheme);
  const cookies = session.cookies().map((cookie) => ({ ...cookie, domain: '127.0.0.1' }));
  await page.context().addCookies(cookies);
  await page.goto('/');
  await expect(page.getByRole('button', { name: /account of/ })).toBeVisible();
  return page;
}
