import { test as base, expect, type Page } from '@playwright/test';
import { openBrowser } from '#testing/browser.ts';
import { outboxOf, type Mailbox } from '#testing/confirm-address.ts';
import { ada as adaOfTheCast, signUp, type AccountHolder } from '#testing/sign-up.ts';
import { chooseFreePlan } from './choose-plan.ts';
import { confirmAddress } from './confirm-address.ts';
import { openMail, sentSoFar, type Mail } from './outbox.ts';
import { startRunningServer, type RunningServer } from './running-server.ts';

export { expect };

type Sender = AccountHolder & { page: Page };
type Parts = {
  /** Ada with a separate account for this test, with a confirmed address, on Free and on her dashboard. */
  ada: Sender;
  /** True if Ada signs up through the form, for tests about signing up. */
  byForm: boolean;
  /** The mailbox in which Ada gets the email that confirms her address. */
  mailbox: Mailbox;
  /** A phone with a touch screen of 390 by 844 pixels, for a stranger or a signed-in person. */
  newPhone: (owner?: Page) => Promise<Page>;
  /** Waits for an email of this test to an address, with these words in its subject. */
  openMail: (address: string, about: string | RegExp) => Promise<Mail>;
};

let accounts = 0;

async function signUpByForm(page: Page, person: AccountHolder): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign Up Free - Start Now' }).click();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByRole('button', { name: 'Create account' }).click();
  await chooseFreePlan(page);
}

export const test = base.extend<Parts, { server: RunningServer; settings: Record<string, string> }>({
  /** Operator settings for all tests of a file */
  settings: [{}, { scope: 'worker', option: true }],
  server: [
    async ({ browser, settings }, use) => {
      const server = await startRunningServer(undefined, settings);
      process.stdout.write(`Chromium ${browser.version()}, ${server.baseUrl}\n`);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  byForm: [false, { option: true }],
  mailbox: ({ server }, use) => use(outboxOf(server.dataDir)),
  baseURL: ({ server }, use) => use(server.baseUrl),
  ada: async ({ page, server, byForm, mailbox }, use) => {
    accounts += 1;
    const person = {
      ...adaOfTheCast,
      email: adaOfTheCast.email.replace('@', `.${process.pid}-${accounts}@`),
    };
    if (byForm) {
      await signUpByForm(page, person);
      await confirmAddress(page, server.dataDir, person.email);
    } else {
      const browser = openBrowser(server.baseUrl);
      await signUp(server.baseUrl, person, { browser, mailbox });
      await page
        .context()
        .addCookies(browser.cookies().map((cookie) => ({ ...cookie, domain: '127.0.0.1' })));
      await page.goto('/');
      await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
    }
    await use({ ...person, page });
  },
  newPhone: async ({ browser, baseURL }, use) => {
    const phones: Page[] = [];
    await use(async (owner) => {
      const phone = await browser.newContext({
        ...(baseURL ? { baseURL } : {}),
        ...(owner ? { storageState: await owner.context().storageState() } : {}),
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
        hasTouch: true,
        isMobile: true,
        locale: 'en-US',
        timezoneId: 'Europe/Stockholm',
      });
      const page = await phone.newPage();
      phones.push(page);
      return page;
    });
    await Promise.all(phones.map((page) => page.context().close()));
  },
  openMail: async ({ server }, use) => {
    const before = await sentSoFar(server.dataDir).catch(() => new Set<string>());
    await use((address, about) => openMail(server.dataDir, address, about, before));
  },
});
