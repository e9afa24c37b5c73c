import { grace } from '#testing/cast.ts';
import { expectNothingFound } from '../support/axe.ts';
import { consent, drawWithFinger, signDocument } from '../support/ceremony.ts';
import { lease } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import * as prepare from '../support/prepare.ts';

test('axe finds no violations on public pages in light and dark mode', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNothingFound(page, 'landing page');
  await page.goto('/api/login');
  await expectNothingFound(page, 'sign-in page');
  await page.getByLabel('Email').fill('nobody@harbour.example');
  await page.getByLabel('Password').fill('the password of that account');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectNothingFound(page, 'sign-in page with a problem');
});

test('axe finds no violations on any sender or signer screen', async ({
  ada: { page },
  openMail,
  newPhone,
}) => {
  test.setTimeout(240_000);
  const title = 'Lease that everybody can read';
  await expect(page.getByText('No documents found')).toBeVisible();
  await expectNothingFound(page, 'empty dashboard');
  await page.getByRole('button', { name: 'Upload Document' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Upload Document' });
  await dialog
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') });
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expectNothingFound(page, 'upload dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.goto('/upload');
  await expect(page.getByLabel('Document Title')).toBeVisible();
  await expectNothingFound(page, 'upload page');
  await page.goto('/dashboard');

  await prepare.uploadByDialog(page, lease(), title);
  await prepare.addRecipient(page, grace);
  await prepare.clickField(page, 'Signature', { page: 1, x: 0.3, y: 0.3 });
  await prepare.clickField(page, 'Checkbox', { page: 1, x: 0.6, y: 0.3 });
  await prepare.clickField(page, 'Text', { page: 1, x: 0.4, y: 0.5 });
  await prepare.clickField(page, 'Initial', { page: 1, x: 0.7, y: 0.5 });
  await prepare.saved(page);
  await expectNothingFound(page, 'editor');
  await page.getByRole('complementary').getByRole('button', { name: 'Add recipient' }).click();
  await expectNothingFound(page, 'recipient dialog');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Send for Signature' }).click();
  await expect(page.getByRole('dialog', { name: 'Send for Signature' })).toBeVisible();
  await expectNothingFound(page, 'send dialog');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await prepare.send(page);
  await expectNothingFound(page, 'dashboard with a toast');
  await prepare.rowOf(page, title).getByRole('link', { name: title, exact: true }).click();
  await expect(page.getByRole('region', { name: 'Trail' })).toContainText('Document Sent');
  await expectNothingFound(page, 'document detail');

  const { link } = await openMail(grace.email, title);
  const phone = await newPhone();
  await phone.goto(link);
  await expect(phone.locator('[data-page="1"] canvas')).toBeVisible();
  await expectNothingFound(phone, 'ceremony, review');
  await phone.getByRole('button', { name: 'Continue to Sign' }).tap();
  await expectNothingFound(phone, 'ceremony, sign');
  await phone.getByRole('button', { name: /^Text field, page 1/ }).tap();
  await expectNothingFound(phone, 'ceremony, text sheet');
  await phone.getByRole('dialog').getByRole('textbox').fill('Berth 14');
  await phone.getByRole('dialog').getByRole('button', { name: 'Done' }).tap();
  await expect(phone.getByRole('dialog')).toBeHidden();
  await phone.getByLabel('Type your initials').fill('GL');
  await drawWithFinger(phone, phone.getByLabel('Draw your signature'));
  await consent(phone);
  await expectNothingFound(phone, 'ceremony, ready to sign');
  await signDocument(phone, title);
  await expectNothingFound(phone, 'ceremony, complete');
  await phone.goto('/sign/nothing');
  await expect(phone.getByRole('heading', { name: 'Document Not Available' })).toBeVisible();
  await expectNothingFound(phone, 'ceremony, not available');
});
