import type { Page } from '@playwright/test';
import { openBrowser } from '#testing/browser.ts';
import { signUp } from '#testing/sign-up.ts';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { toast } from '../support/prepare.ts';
import { sendByProgram } from '../support/sent-by-program.ts';
import { inTheLongRun } from '../support/sweep.ts';

test.use({ settings: { PLANS: 'off' } });

const grace = {
  firstName: 'Grace',
  lastName: 'Lindqvist',
  email: 'grace@lindqvist.example',
  password: 'ink on paper, 1843',
};

/** Reads the document and opens the sheet in which the signature is made. */
async function readAndMark(page: Page): Promise<void> {
  await expect(page.locator('[data-page="1"] canvas')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Continue to Sign' }).click();
  await page.getByRole('button', { name: /^Next/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function consentAndSign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use this signature' }).click();
  await page.getByRole('checkbox', { name: 'I consent to use electronic signature' }).check();
  await page.getByRole('button', { name: 'Sign Document' }).click();
  await expect(page.getByRole('heading', { name: 'Document Signed Successfully!' })).toBeVisible({
    timeout: 30_000,
  });
}

test(
  'Grace signs the documents that are waiting for her one after the other, and Ada sends reminders for the rest',
  inTheLongRun,
  async ({ ada, browser, baseURL, mailbox, server }) => {
    test.setTimeout(180_000);
    const people = [{ name: 'Grace Lindqvist', email: grace.email }];
    for (const title of ['Berth lease', 'Crane lease', 'Shed lease']) {
      const { linkOf } = await sendByProgram(ada.page.request, server.dataDir, { title, people });
      await linkOf(grace.email);
    }
    const own = openBrowser(baseURL!);
    await signUp(baseURL!, grace, { browser: own, mailbox });
    const context = await browser.newContext({ baseURL: baseURL!, locale: 'en-US' });
    await context.addCookies(own.cookies().map((cookie) => ({ ...cookie, domain: '127.0.0.1' })));
    const page = await context.newPage();

    await test.step('the badge counts the documents, and the first one is opened from the list', async () => {
      await page.goto('/');
      const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^For you/ });
      await expect(entry).toContainText('3');
      await entry.click();
      await expect(page.getByRole('listitem').filter({ hasText: 'lease' })).toHaveCount(3);
      await expectNothingFound(page, 'for you');
      await page.getByRole('button', { name: 'Review and sign: Berth lease' }).click();
    });

    await test.step('Grace saves her signature in the browser, and signs', async () => {
      await readAndMark(page);
      await page.getByRole('button', { name: 'Save in this browser' }).click();
      await expect(page.getByRole('button', { name: 'Use saved signature' })).toBeVisible();
      await expectNothingFound(page, 'saved signature');
      await consentAndSign(page);
    });

    await test.step('the next document offers the saved signature', async () => {
      await expect(page.getByText('2 more documents are waiting for you')).toBeVisible();
      await expectNothingFound(page, 'next document');
      await page.getByRole('button', { name: 'Next document' }).click();
      await expect(page.getByText('Crane lease').first()).toBeVisible();
      await readAndMark(page);
      await page.getByRole('button', { name: 'Use saved signature' }).click();
      await expect(page.getByText('The record will say that a saved signature was used.')).toBeVisible();
      await consentAndSign(page);
      await expect(page.getByText('1 more document is waiting for you')).toBeVisible();
      await page.getByRole('link', { name: 'Back to For you' }).click();
      await page.getByRole('link', { name: 'Done' }).click();
      await expect(page.getByRole('listitem').filter({ hasText: 'You signed on' })).toHaveCount(2);
    });

    await test.step('Ada reminds in three clicks, and sees which documents could not be reminded', async () => {
      await ada.page.goto('/documents');
      await ada.page.getByRole('link', { name: 'Waiting for others' }).click();
      await expect(ada.page.getByRole('row', { name: 'Shed lease' })).toBeVisible();
      await expect(ada.page.getByRole('row', { name: 'Berth lease' })).toBeHidden();
      await ada.page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await ada.page.getByRole('button', { name: 'Remind', exact: true }).click();
      await expect(toast(ada.page)).toContainText('Reminder sent for 1 document');
      await ada.page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await ada.page.getByRole('button', { name: 'Remind', exact: true }).click();
      const dialog = ada.page.getByRole('dialog', { name: '0 documents reminded' });
      await expect(dialog).toContainText('Shed lease');
      await expect(dialog).toContainText('reminded within the last 24 hours');
      await expectNothingFound(ada.page, 'reminders that were left out');
      await ada.page.keyboard.press('Escape');
    });

    await test.step('Ada saves a view, finds it after a reload, and deletes it', async () => {
      await ada.page.getByRole('searchbox').fill('shed');
      await ada.page.getByRole('button', { name: 'Save view' }).click();
      const naming = ada.page.getByRole('dialog', { name: 'Save view' });
      await naming.getByLabel('View name').fill('Sheds');
      await naming.getByRole('button', { name: 'Save view' }).click();
      await expect(naming).toBeHidden();
      await ada.page.goto('/documents');
      const views = ada.page.getByRole('navigation', { name: 'Views' });
      await views.getByRole('link', { name: 'Sheds' }).click();
      await expect(ada.page).toHaveURL(/due=others/);
      await expect(views.getByRole('link', { name: 'Sheds' })).toHaveAttribute('aria-current', 'page');
      await expectNothingFound(ada.page, 'views');
      await ada.page.getByRole('button', { name: 'Actions for the view Sheds' }).click();
      await ada.page.getByRole('menuitem', { name: 'Delete view' }).click();
      await expect(views.getByRole('link', { name: 'Sheds' })).toBeHidden();
    });
    await context.close();
  },
);
