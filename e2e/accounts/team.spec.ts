import type { Browser, Page } from '@playwright/test';
import { openBrowser } from '#testing/browser.ts';
import type { Mailbox } from '#testing/confirm-address.ts';
import { signUp, type AccountHolder } from '#testing/sign-up.ts';
import { expectNothingFound } from '../support/axe.ts';
import { lease } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import { inTheLongRun } from '../support/sweep.ts';

// A team is part of Business, but needs no plan if plans are disabled.
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

/** A person with a separate browser, signed up with a confirmed address. */
async function newcomer(
  browser: Browser,
  baseUrl: string,
  holder: AccountHolder,
  mailbox: Mailbox,
): Promise<Page> {
  const own = openBrowser(baseUrl);
  await signUp(baseUrl, holder, { browser: own, mailbox });
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
      for (const [holder, role] of [
        [grace, 'Admin'],
        [linus, 'Member'],
      ] as const) {
        await page.getByRole('button', { name: 'Invite someone' }).click();
        const dialog = page.getByRole('dialog', { name: 'Invite someone' });
        await dialog.getByLabel('Email address').fill(holder.email);
        await dialog.getByLabel('Role').click();
        await page.getByRole('option', { name: role }).click();
        await dialog.getByRole('button', { name: 'Send invitation' }).click();
        await expect(dialog).toBeHidden();
        await expect(row(page, holder.email)).toContainText(role);
      }
      await expectNothingFound(page, 'people invited');
    });

    const invitationOf = async (holder: AccountHolder): Promise<string> =>
      /http\S+\/invitation#[\w-]+/.exec(
        (await openMail(holder.email, 'You’re invited to join an account')).text,
      )![0];
    const graces = await test.step('Grace, who has an account, accepts the invitation', async () => {
      const gracesPage = await newcomer(browser, baseURL!, grace, mailbox);
      await gracesPage.goto(await invitationOf(grace));
      await expect(gracesPage.getByRole('heading', { name: 'Join Harbour & Sons' })).toBeVisible();
      await expectNothingFound(gracesPage, 'invitation');
      await gracesPage.getByRole('button', { name: 'Accept' }).click();
      await expect(gracesPage.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
      return gracesPage;
    });
    const linuses = await test.step('Linus, who is new, joins with one click and two inputs', async () => {
      const otherPage = await (await browser.newContext({ baseURL: baseURL!, locale: 'en-US' })).newPage();
      await otherPage.goto(await invitationOf(linus));
      await otherPage.getByLabel('Your name').fill('Linus Okafor');
      await otherPage.getByLabel('Password').fill('a quiet harbor in fog');
      await expectNothingFound(otherPage, 'invitation of a new person');
      await otherPage.getByRole('button', { name: 'Create account and join' }).click();
      await expect(otherPage.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
      return otherPage;
    });

    await test.step('Linus creates a template, and Grace uses it', async () => {
      const uploaded = await linuses.request.post('/api/documents/upload', {
        multipart: { title: 'Lease', file: lease(1) },
      });
      const { id } = (await uploaded.json()) as { id: string };
      const created = await linuses.request.post('/api/templates', {
        data: { name: 'Berth lease', description: 'For a year', documentId: id },
      });
      expect(created.status()).toBe(201);
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
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await expect(dialog).toBeHidden();
      await expect(row(graces, linus.email)).toHaveCount(0);
      await expect(row(graces, grace.email)).toContainText('1 document this month');
    });

    await test.step('Linus’s open page and an email say that he was removed', async () => {
      await expect(linuses.getByRole('heading', { name: 'You no longer have access' })).toBeVisible();
      await expectNothingFound(linuses, 'the page of a removed member');
      await openMail(linus.email, 'You’re no longer a member of an account');
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
