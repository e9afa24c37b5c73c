import type { Locator, Page } from '@playwright/test';
import { grace } from '#testing/cast.ts';
import { ada } from '#testing/sign-up.ts';
import { lease } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import { rowOf, toast, untilPainted } from '../support/prepare.ts';

test('everything from signing up to signing works with the keyboard alone', async ({ page, openMail }) => {
  const title = 'Lease by keyboard';
  await countPointers(page);
  await page.goto('/');
  await press(page, page.getByRole('link', { name: 'Sign Up Free - Start Now' }));
  await write(page, page.getByLabel('Email'), 'ada+keys@harbour.example');
  await write(page, page.getByLabel('Password'), ada.password);
  await write(page, page.getByLabel('First name'), ada.firstName);
  await write(page, page.getByLabel('Last name'), ada.lastName);
  await press(page, page.getByRole('button', { name: 'Create account' }));
  await press(page, page.getByRole('button', { name: 'Skip Setup' }));
  await press(page, page.getByRole('button', { name: 'Go to Dashboard' }));
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await page.goto((await openMail('ada+keys@harbour.example', 'Confirm your email')).link);
  await press(page, page.getByRole('button', { name: 'Confirm' }));
  await press(page, page.getByRole('link', { name: 'Open Countersign' }));
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();

  await press(page, page.getByRole('button', { name: 'Upload Document' }).first());
  const upload = page.getByRole('dialog', { name: 'Upload Document' });
  const chooser = page.waitForEvent('filechooser');
  await press(page, upload.getByRole('button', { name: 'Choose file' }));
  await (await chooser).setFiles(lease(1));
  await write(page, upload.getByLabel('Title'), title);
  await press(page, upload.getByRole('button', { name: 'Upload Document' }));
  await expect(toast(page)).toContainText('Document uploaded successfully');
  await untilPainted(page, 1);

  await press(page, page.getByRole('complementary').getByRole('button', { name: 'Add recipient' }));
  const recipient = page.getByRole('dialog', { name: 'Add recipient' });
  await write(page, recipient.getByLabel('Email'), grace.email);
  await write(page, recipient.getByLabel('Name'), grace.name);
  await page.keyboard.press('Enter');
  await expect(recipient).toBeHidden();
  await press(page, page.getByRole('button', { name: 'Text', exact: true }));
  await expect(page.getByRole('button', { name: 'Text for Grace, page 1', exact: true })).toBeFocused();
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Escape');
  await press(page, page.getByRole('button', { name: 'Signature', exact: true }));
  await expect(page.getByRole('button', { name: 'Signature for Grace, page 1', exact: true })).toBeFocused();
  await press(page, page.getByRole('button', { name: 'Send for Signature' }));
  const send = page.getByRole('dialog', { name: 'Send for Signature' });
  await press(page, send.getByRole('button', { name: 'Send Document' }));
  await expect(toast(page)).toContainText('Document sent successfully');
  await expect(rowOf(page, title)).toContainText('Pending');

  const { link } = await openMail(grace.email, title);
  await page.goto(link);
  await expect(page.locator('[data-page="1"] canvas')).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Continue to Sign' }));
  await press(page, page.getByRole('button', { name: 'Next field: Text' }));
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('Berth 14');
  await page.keyboard.press('Enter');
  // Each step focuses the next: first the text, then the signature, then the consent.
  await expect(sheet.getByLabel('Type your name')).toHaveValue(grace.name);
  await press(page, sheet.getByRole('button', { name: 'Use this signature' }));
  await expect(page.getByRole('checkbox', { name: 'I consent to use electronic signature' })).toBeFocused();
  await page.keyboard.press('Space');
  await press(page, page.getByRole('button', { name: 'Sign Document' }));
  await expect(page.getByRole('heading', { name: 'Document Signed Successfully!' })).toBeVisible();
  expect(await pointersOf(page)).toBe(0);
});

/** Counts pointer presses on every page of the test. */
async function countPointers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const count = () =>
      sessionStorage.setItem('pointers', String(Number(sessionStorage.getItem('pointers')) + 1));
    window.addEventListener('pointerdown', count, { capture: true });
  });
}

function pointersOf(page: Page): Promise<number> {
  return page.evaluate(() => Number(sessionStorage.getItem('pointers')));
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

async function write(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

/**
 * Moves through the page with Tab as a person does. An element that is not reached within two hundred presses
 * counts as unreachable.
 */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeEnabled();
  for (let presses = 0; presses < 200; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${target.toString()}`);
}
