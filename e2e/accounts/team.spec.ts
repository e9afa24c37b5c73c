import type { Browser, Page } from '@playwright/test';
import { openBrowser } from '#testing/browser.ts';
import type { Mailbox } from '#testing/confirm-address.ts';
import { signUp, type AccountHolder } from '#testing/sign-up.ts';
import { expectNothingFound } from '../support/axe.ts';
import { lease } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import { inTheLongRun } from '../support/sweep.ts';

// A team is part of Business; with plans disabled it needs none.
test.use({ settings: { PLANS: 'off' } });

const person = (firstName: string, lastName: string): AccountHolder => ({
  firstName,
  lastName,
  password: 'a long way to the quay',
  email: `${firstName.toLowerCase()}.team@harbour.example`,
});
const grace = person('Grace', 'Lindqvist');
const linus = person('Linus', 'Okafor');

const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });

/** A person in a separate browser, signed up with a confirmed address. */
async function newcomer(
  browser: Browser,
  baseUrl: string,
  who: AccountHolder,
  mailbox: Mailbox,
): Promise<Page> {
  const own = openBrowser(baseUrl);
  await signUp(baseUrl, who, { browser: own, mailbox });
  const context = await browser.newContext({ baseURL: baseUrl, locale: 'en-US' });
  await context.addCookies(own.cookies().map((cookie) => ({ ...cookie, domain: '127.0.0.1' })));
  return context.newPage();
}

test(
  'a team of three, from the invitation to a shared template and a transfer',
  inTheLongRun,
  async ({ ada, browser, baseURL, mailbox, openMail }) => {
    const { page } = ada;

    await test.step('Ada names the account and invites two people', async () => {
      await page.goto('/user-management');
      await expectNothingFound(page, 'people');
      await page.getByRole('button', { name: 'Name the account' }).click();
      await page.getByLabel('Account name').fill('Harbour & Sons');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Harbour & Sons')).toBeVisible();
      for (const [who, role] of [
        [grace, 'Admin'],
        [linus, 'Member'],
      ] as const) {
        await page.getByRole('button', { name: 'Invite someone' }).click();
        const dialog = page.getByRole('dialog', { name: 'Invite someone' });
        await dialog.getByLabel('Email address').fill(who.email);
        await dialog.getByLabel('Role').click();
        await page.getByRole('option', { name: role }).click();
        await dialog.getByRole('button', { name: 'Send invitation' }).click();
        await expect(dialog).toBeHidden();
        await expect(row(page, who.email)).toContainText(role);
      }
      await expectNothingFound(page, 'people invited');
    });

    const join = async (who: AccountHolder): Promise<Page> => {
      const theirs = await newcomer(browser, baseURL!, who, mailbox);
      const mail = await openMail(who.email, 'You’re invited to join an account');
      const link = /http\S+\/invitation#[\w-]+/.exec(mail.text)![0];
      await theirs.goto(link);
      await expect(theirs.getByRole('heading', { name: 'Join Harbour & Sons' })).toBeVisible();
      await expectNothingFound(theirs, 'invitation');
      await theirs.getByRole('button', { name: 'Accept' }).click();
      await expect(theirs.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
      return theirs;
    };
    const graces = await join(grace);
    const linuses = await join(linus);

    await test.step('Linus creates a template, and Grace uses it', async () => {
      const uploaded = await linuses.request.post('/api/documents/upload', {
        multipart: { title: 'Lease', file: lease(1) },
      });
      const { id } = (await uploaded.json()) as { id: string };
      const made = await linuses.request.post('/api/templates', {
        data: { name: 'Berth lease', description: 'For a year', documentId: id },
      });
      expect(made.status()).toBe(201);
      await graces.goto('/templates');
      await expect(graces.getByText('Berth lease').first()).toBeVisible();
    });

    await test.step('Grace sees what each of them did, and removes Linus; his documents become hers', async () => {
      await graces.goto('/user-management');
      await expect(row(graces, linus.email)).toContainText('1 document this month');
      await graces.getByRole('button', { name: 'Remove Linus Okafor' }).click();
      const dialog = graces.getByRole('dialog', { name: 'Remove Linus Okafor?' });
      await expect(dialog.getByLabel('Transfer documents and templates to')).toContainText('Grace Lindqvist');
      await expectNothingFound(graces, 'removal');
      // Linus's page automatically signs him in again, to his personal account, so later requests would not
      // see the removal.
      const isOut = linuses.waitForResponse(
        (answer) => answer.url().endsWith('/api/auth/user') && answer.status() === 401,
      );
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await isOut;
      await expect(dialog).toBeHidden();
      await expect(row(graces, linus.email)).toHaveCount(0);
      await expect(row(graces, grace.email)).toContainText('1 document this month');
    });

    await test.step('Linus is out, and returns to his personal account', async () => {
      await expect(linuses.getByText('No documents found')).toBeVisible();
      expect((await linuses.request.get('/api/templates')).headers()['x-total-count']).toBe('0');
    });

    await test.step('Grace switches to her personal account and back', async () => {
      await graces.getByRole('button', { name: /Grace Lindqvist/ }).click();
      await graces.getByRole('menuitem', { name: 'Grace Lindqvist' }).click();
      await expect(graces.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
      await graces.goto('/user-management');
      await expect(graces.getByText('Harbour & Sons')).toHaveCount(0);
    });
  },
);
