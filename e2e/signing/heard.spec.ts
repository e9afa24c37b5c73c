import type { Page } from '@playwright/test';
import { grace } from '#testing/cast.ts';
import { ada } from '#testing/sign-up.ts';
import { lease } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import * as prepare from '../support/prepare.ts';
import { sendByProgram, signByProgram } from '../support/sent-by-program.ts';
import { settled, visit } from '../support/routes.ts';
import { inTheLongRun } from '../support/sweep.ts';

/**
 * Records the whole workflow of a sender and of a signer as a screen reader presents it: roles, names and
 * their order, stored as text in e2e/heard for review. After an intended change run `npx playwright test -c
 * e2e/playwright.config.ts e2e/signing/heard.spec.ts --update-snapshots` with TEST_RUN=long, and review the
 * difference.
 */
function listening() {
  const chapters: string[] = [];
  return {
    /** Records the open dialog or menu, or else the whole page. */
    hear: async (page: Page, about: string) => {
      const dialog = page.locator('[role="dialog"], dialog[open], [role="menu"]').last();
      const part = (await dialog.isVisible()) ? dialog : page.locator('body');
      chapters.push(`# ${about}\n\n${steady(await part.ariaSnapshot()).trimEnd()}\n`);
    },
    text: () => chapters.join('\n'),
  };
}

/** Removes what differs in each run, such as addresses, dates, times and the account's number. */
function steady(tree: string): string {
  return (
    tree
      .split('\n')
      .filter((line) => !/^\s*- \/url:/.test(line))
      .join('\n')
      // Leaves out the region of notifications while it contains no message.
      .replace(/^- region "Notifications \(F8\)":\n {2}- status\n?/gm, '')
      // Pages outside the viewport are rendered when they come near it, and have no text until then.
      .replace(/^(\s*- listitem "Page [2-9] of \d+").*$/gm, '$1')
      .replace(/127\.0\.0\.1:\d+/g, '(here)')
      .replace(/\bada[.+][\w-]+@harbour\.example/g, 'ada@harbour.example')
      .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22,27}\b/g, '(id)')
      .replace(/\b[0-9a-f]{16,64}\b/g, '(digest)')
      .replace(/\b\d{1,2}:\d{2}(:\d{2})?( [AP]M)?( UTC| GMT[+-]\d+)?/g, '(time)')
      .replace(
        /\b(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, )?(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]* \d{1,2}(?:, \d{4})?/g,
        '(day)',
      )
      .replace(/\b(?:this minute|\d+ (?:seconds?|minutes?) ago)\b/g, '(ago)')
      .replace(/\b\d+(\.\d+)? [kK]B\b/g, '(size)')
  );
}

test(
  'the workflow of a sender, as a screen reader presents it',
  inTheLongRun,
  async ({ page, openMail, server }) => {
    const { hear, text } = listening();
    const email = 'ada+heard@harbour.example';
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await hear(page, 'The landing page');
    await page.getByRole('link', { name: 'Sign Up Free - Start Now' }).click();
    await expect(page.getByRole('heading', { name: 'Create your account', level: 1 })).toBeVisible();
    await hear(page, 'Signing up');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(ada.password);
    await page.getByLabel('First name').fill(ada.firstName);
    await page.getByLabel('Last name').fill(ada.lastName);
    await page.getByRole('button', { name: 'Create account' }).click();
    const chooser = page.waitForEvent('filechooser');
    await expect(page.getByRole('button', { name: 'Upload a document' })).toBeVisible();
    await settled(page, /./);
    await hear(page, 'The first page of an account');
    const mail = await page.context().newPage();
    await mail.goto((await openMail(email, 'Confirm your email')).link);
    await hear(mail, 'An address to confirm');
    await mail.getByRole('button', { name: 'Confirm' }).click();
    await expect(mail.getByRole('link', { name: 'Open Countersign' })).toBeVisible();
    await mail.close();

    await page.getByRole('button', { name: 'Upload a document' }).click();
    await (await chooser).setFiles(lease(1));
    await prepare.untilPainted(page, 1);
    await page.getByRole('complementary').getByRole('button', { name: 'Add recipient' }).click();
    await hear(page, 'Somebody to sign');
    await page.keyboard.press('Escape');
    await prepare.addRecipient(page, grace);
    await prepare.clickField(page, 'Signature', { page: 1, x: 0.4, y: 0.3 });
    await prepare.saved(page);
    await expect(prepare.toast(page)).toHaveCount(0, { timeout: 30_000 });
    await hear(page, 'The editor, with a field for Grace chosen');
    await page.getByRole('button', { name: 'Send for Signature' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send for Signature' });
    await expect(dialog.getByTitle('The email as it will look').first()).toBeVisible({ timeout: 60_000 });
    await expect(dialog.locator('[aria-busy="true"]')).toHaveCount(0);
    await hear(page, 'Sending');
    await dialog.getByRole('button', { name: 'Send Document' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(prepare.toast(page)).toHaveCount(0, { timeout: 30_000 });
    await hear(page, 'The dashboard');
    await visit(page, { path: '/documents', heading: 'Documents' });
    await hear(page, 'The documents');
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await hear(page, 'The documents, with the menu of one');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'lease', exact: true }).first().click();
    await prepare.untilPainted(page, 1);
    await settled(page, /./);
    await hear(page, 'The document while it is out');
    const { link } = await openMail(grace.email, /sign: lease$/);
    await signByProgram(page.request, link, grace.name);
    await openMail(email, 'Completed: lease');
    await page.reload();
    await prepare.untilPainted(page, 1);
    await expect(page.getByText('Audit trail verified')).toBeVisible();
    await hear(page, 'The document when it is completed');
    expect(server.baseUrl).toContain('127.0.0.1');
    expect(text()).toMatchSnapshot('sender.txt');
  },
);

test(
  'the workflow of a signer on a phone, as a screen reader presents it',
  inTheLongRun,
  async ({ ada: sender, newPhone, server }) => {
    const { hear, text } = listening();
    const phone = await newPhone();
    const send = (title: string) =>
      sendByProgram(sender.page.request, server.dataDir, {
        title,
        people: [grace],
        body: { allowDelegation: true, message: 'Please sign before Friday.' },
        fields: [
          { type: 'initial', required: true },
          { type: 'text', label: 'Name of the boat', required: true },
          { type: 'dropdown', label: 'Pier', required: true, properties: { choices: ['North', 'South'] } },
          { type: 'checkbox', label: 'The boat is insured', required: true, width: 16, height: 16 },
          { type: 'date' },
        ],
      });
    const open = async (link: string) => {
      await phone.goto(link);
      await expect(phone.locator('[data-page="1"] canvas')).toBeVisible();
    };
    await open(await (await send('Lease of a berth')).linkOf(grace.email));
    await hear(phone, 'The document to review');
    await phone.getByRole('button', { name: 'More' }).tap();
    await hear(phone, 'More');
    await phone.getByRole('dialog').getByRole('button', { name: 'Decline', exact: true }).tap();
    await hear(phone, 'Declining');
    await phone.keyboard.press('Escape');
    await phone.getByRole('button', { name: 'Continue to Sign' }).tap();
    await expect(phone.getByRole('button', { name: 'Back to Review' })).toBeVisible();
    await hear(phone, 'The document to sign');
    const sheet = phone.getByRole('dialog');
    await phone.getByRole('button', { name: /^Next field: Signature/ }).tap();
    await expect(sheet).toBeVisible();
    await hear(phone, 'The sheet for signature and initials');
    await phone.getByRole('button', { name: /^Use th/ }).tap();
    await expect(sheet.getByRole('heading', { name: 'Name of the boat' })).toBeVisible();
    await hear(phone, 'The sheet for words');
    await sheet.getByRole('textbox').fill('Meridian');
    await sheet.getByRole('button', { name: 'Done' }).tap();
    await expect(sheet.getByRole('heading', { name: 'Pier' })).toBeVisible();
    await hear(phone, 'The sheet for a choice');
    await sheet.getByRole('combobox').selectOption('South');
    await sheet.getByRole('button', { name: 'Done' }).tap();
    await phone.getByRole('button', { name: 'Check the box: The boat is insured' }).tap();
    await phone.getByRole('checkbox', { name: 'I consent to use electronic signature' }).tap();
    await hear(phone, 'All is filled in');
    await phone.getByRole('button', { name: 'Sign Document' }).tap();
    await expect(phone.getByRole('heading', { name: 'Document Signed Successfully!' })).toBeVisible();
    await expect(phone.getByRole('link', { name: /sealed/i }).first()).toBeVisible({ timeout: 30_000 });
    await hear(phone, 'Signed');
    await open(await (await send('Lease of a crane')).linkOf(grace.email));
    await phone.getByRole('button', { name: 'More' }).tap();
    await sheet.getByRole('button', { name: 'Decline', exact: true }).tap();
    await sheet.getByRole('button', { name: 'Decline document' }).tap();
    await expect(phone.getByRole('heading', { name: 'You have declined this document' })).toBeVisible();
    await hear(phone, 'Declined');
    expect(text()).toMatchSnapshot('signer.txt');
  },
);
