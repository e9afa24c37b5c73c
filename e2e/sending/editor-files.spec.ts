import { PDFDocument } from '@cantoo/pdf-lib';
import { grace, linus } from '#testing/cast.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { expectNothingFound } from '../support/axe.ts';
import { consent, review, signDocument } from '../support/ceremony.ts';
import { lease } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import * as prepare from '../support/prepare.ts';
import { inTheLongRun } from '../support/sweep.ts';

test('a field is copied to every page, a new file keeps the fields that fit, and the preview shows a signer’s page', async ({
  ada: { page },
}) => {
  await prepare.uploadByDialog(page, lease(3), 'Lease with initials');
  await prepare.addRecipient(page, grace);
  await prepare.clickField(page, 'Initial', { page: 1, x: 0.8, y: 0.3 });
  await page.getByRole('button', { name: 'Copy to all 3 pages' }).click();
  for (const number of [1, 2, 3])
    await expect(prepare.placed(page, 'Initial', 'Grace', number)).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(prepare.placed(page, 'Initial', 'Grace', 3)).toHaveCount(0);
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(prepare.placed(page, 'Initial', 'Grace', 3)).toHaveCount(1);
  await prepare.saved(page);

  await page.locator('header input[type=file]').setInputFiles({ ...lease(2), name: 'shorter.pdf' });
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(
    'The new file has 2 pages. These fields would be removed: initial on page 3.',
  );
  await expectNothingFound(page, 'fields would be lost');
  await dialog.getByRole('button', { name: 'Replace the file' }).click();
  await expect(prepare.toast(page)).toContainText('File replaced');
  await expect(page.locator('main [data-page]')).toHaveCount(2);
  await expect(prepare.placed(page, 'Initial', 'Grace', 2)).toHaveCount(1);

  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('dialog', { name: 'Preview' });
  await expect(preview.getByRole('button', { name: /^Initials field, page 1, required/ })).toBeVisible();
});

test('several files form one document, and the signer confirms those to read and gets each separately', async ({
  ada: { page },
  newPhone,
  openMail,
}) => {
  test.setTimeout(120_000);
  await prepare.uploadByDialog(page, lease(2), 'Lease');
  await prepare.addRecipient(page, grace);
  await prepare.clickField(page, 'Signature', { page: 2, x: 0.3, y: 0.3 });
  await prepare.saved(page);
  await page.getByRole('button', { name: 'Files', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Files' });
  await dialog.locator('input[type=file]').setInputFiles([
    { ...lease(1), name: 'terms.pdf' },
    { ...lease(3), name: 'prices.pdf' },
  ]);
  await expect(dialog.getByLabel('Title of file 3')).toHaveValue('prices');
  await expect(dialog.getByText('Pages 4 to 6')).toBeVisible();
  await dialog.getByLabel('Kind of file 2').click();
  await page.getByRole('option', { name: 'To confirm as read' }).click();
  await expect(dialog.getByLabel('Kind of file 2')).toHaveText('To confirm as read');
  await dialog.getByRole('button', { name: 'Move “terms” up' }).click();
  await expect(dialog.getByLabel('Title of file 1')).toHaveValue('terms');
  await expectNothingFound(page, 'the files of a document');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(prepare.placed(page, 'Signature', 'Grace', 3)).toHaveCount(1);
  await prepare.send(page, { separateFiles: true });

  const phone = await newPhone();
  await review(phone, (await openMail(grace.email, 'Lease')).link, 'Lease');
  await phone
    .getByRole('navigation', { name: 'Files in this document' })
    .getByRole('button', { name: 'prices' })
    .tap();
  await expect(phone.locator('[data-page="4"]')).toBeInViewport();
  const agrees = phone.getByRole('checkbox', { name: 'I consent to use electronic signature' });
  await expect(agrees).toBeDisabled();
  await phone.getByRole('checkbox', { name: 'I have read “terms”' }).tap();
  await consent(phone);
  await phone.getByRole('button', { name: 'Type', exact: true }).tap();
  await phone.getByLabel('Type your name').fill(grace.name);
  await signDocument(phone, 'Lease');
  const separate = phone.getByRole('list', { name: 'Each file as a separate PDF' });
  await expect(separate.getByRole('link', { name: 'prices' })).toBeVisible({ timeout: 30_000 });
  const download = phone.waitForEvent('download');
  await separate.getByRole('link', { name: 'Download all as ZIP' }).tap();
  expect((await download).suggestedFilename()).toBe('Lease (sealed).zip');
});

test('form fields of a file are imported with one click', inTheLongRun, async ({ ada: { page } }) => {
  const pdf = await PDFDocument.create();
  const form = pdf.getForm();
  const sheet = pdf.addPage([595, 842]);
  form.createTextField('city').addToPage(sheet, { x: 80, y: 700, width: 200, height: 24 });
  form.createCheckBox('rules').addToPage(sheet, { x: 80, y: 650, width: 18, height: 18 });
  const file = { name: 'form.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await pdf.save()) };
  await prepare.uploadByDialog(page, file);
  await prepare.addRecipient(page, grace);
  await page.getByRole('button', { name: 'Use the 2 form fields of this file' }).click();
  await expect(prepare.placed(page, 'Text', 'Grace', 1)).toHaveCount(1);
  await expect(prepare.placed(page, 'Checkbox', 'Grace', 1)).toHaveCount(1);
  await expect(page.getByText('This file contains 2 form fields')).toBeHidden();
});

test('fields found in a file are added one by one or all together', async ({ ada: { page } }) => {
  const pdf = await PDFDocument.create();
  const sheet = pdf.addPage([595, 842]);
  for (const [x, party] of [
    [60, 'Landlord'],
    [330, 'Tenant'],
  ] as const) {
    const lines = [
      `THE ${party.toUpperCase()}`,
      'Signature: ____________________',
      'Date: ____________________',
    ];
    for (const [index, text] of lines.entries()) sheet.drawText(text, { x, y: 400 - index * 40, size: 11 });
  }
  const file = { name: 'block.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await pdf.save()) };
  await prepare.uploadByDialog(page, file);
  await prepare.addRecipient(page, linus);
  await prepare.addRecipient(page, grace);
  const bar = page.getByRole('region', { name: 'We found 4 fields in this file.' });
  await expect(bar.getByRole('combobox', { name: 'Assign fields of “Tenant” to' })).toHaveText(
    'Grace Lindqvist',
  );
  await bar.getByRole('button', { name: 'Review each' }).click();
  await expectNothingFound(page, 'suggested fields');

  const left = page.getByRole('region', { name: /^We found/ });
  const first = page.getByRole('button', { name: 'Add: Signature for Landlord, page 1' });
  await expect(first).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(prepare.placed(page, 'Signature', 'Linus', 1)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Add: Signature for Tenant, page 1' })).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(left).toContainText('2 suggestions left');
  await left.getByRole('button', { name: 'Add all' }).click();
  await expect(prepare.placed(page, 'Date', 'Linus', 1)).toHaveCount(1);
  await expect(prepare.placed(page, 'Date', 'Grace', 1)).toHaveCount(1);
  await expect(left).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(left).toContainText('2 suggestions left');
});

test(
  'a sender is notified unobtrusively of invisible text in a file',
  inTheLongRun,
  async ({ ada: { page } }) => {
    const white = 'BT /F1 12 Tf 1 g 72 100 Td (The rent is EUR 5000 a month.) Tj ET';
    const buffer = Buffer.from(
      makePdf({ pages: [{ text: 'The rent is EUR 500 a month.', content: white }] }),
    );
    await prepare.uploadByDialog(page, { name: 'lease.pdf', mimeType: 'application/pdf', buffer });
    await page.getByText('1 thing to know about this file').click();
    await expect(page.getByText('programs can read but people can’t see')).toBeVisible();
    await expect(page.getByText('‘The rent is EUR 5000 a month.’')).toBeVisible();
    await prepare.addRecipient(page, grace);
    await prepare.clickField(page, 'Text', { page: 1, x: 0.5, y: 0.3 });
    await expectNothingFound(page, 'what is to be known of a file');
  },
);

test(
  'a template’s fields and roles are edited in the same editor as a document’s',
  inTheLongRun,
  async ({ ada: { page } }) => {
    const answer = await page.request.post('/api/templates/upload', {
      multipart: { name: 'Berth lease', description: 'One berth for a year', file: lease(1) },
    });
    expect(answer.status()).toBe(201);
    await page.goto('/templates');
    await page
      .getByRole('button', { name: /Berth lease/ })
      .last()
      .click();
    await page.getByRole('menuitem', { name: 'Edit fields and roles' }).click();
    await prepare.untilPainted(page, 1);
    await page.getByRole('button', { name: 'Edit Signer 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit role' });
    await dialog.getByLabel('Role name').fill('Tenant');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await prepare.clickField(page, 'Signature', { page: 1, x: 0.4, y: 0.4 });
    await expect(prepare.placed(page, 'Signature', 'Tenant', 1)).toHaveCount(1);
    await expectNothingFound(page, 'the editor of a template');
    await prepare.saved(page);
    await page.locator('header input[type=file]').setInputFiles({ ...lease(2), name: 'longer.pdf' });
    await expect(prepare.toast(page)).toContainText('File replaced');
    await expect(page.locator('main [data-page]')).toHaveCount(2);
    await expect(prepare.placed(page, 'Signature', 'Tenant', 1)).toHaveCount(1);
    await page.getByRole('link', { name: 'Back to templates' }).click();
    await expect(page.getByText('1 field · 1 role')).toBeVisible();
  },
);

test('pages are rotated, moved and removed with undo, and fields move with them', async ({
  ada: { page },
}) => {
  await prepare.uploadByDialog(page, lease(3), 'Lease with a spare page');
  await prepare.addRecipient(page, grace);
  await prepare.clickField(page, 'Initial', { page: 1, x: 0.8, y: 0.3 });
  await prepare.clickField(page, 'Initial', { page: 3, x: 0.8, y: 0.3 });
  await prepare.saved(page);
  await page.getByRole('button', { name: 'Edit pages' }).click();
  const pages = page.getByRole('dialog', { name: 'Edit pages' });
  const rows = pages.getByRole('listitem');
  await expect(pages.getByRole('button', { name: 'Apply changes' })).toBeDisabled();
  await pages.getByRole('button', { name: 'Rotate page 2' }).click();
  await pages.getByRole('button', { name: 'Move page 1 down' }).press('Enter');
  await expect(rows).toContainText(['Page 2', 'Page 1', 'Page 3']);
  await pages.getByRole('button', { name: 'Remove page 2' }).click();
  await expect(rows).toHaveCount(2);
  await pages.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toContainText(['Page 2', 'Page 1', 'Page 3']);
  await pages.getByRole('button', { name: 'Remove page 3' }).click();
  await expectNothingFound(page, 'page editing');
  await pages.getByRole('button', { name: 'Apply changes' }).click();
  await expect(pages.getByRole('alert')).toContainText('initial on page 3');
  await pages.getByRole('button', { name: 'Apply and remove fields' }).click();
  await expect(prepare.toast(page)).toContainText('Pages changed');
  await expect(page.locator('main [data-page]')).toHaveCount(2);
  await expect(prepare.placed(page, 'Initial', 'Grace', 2)).toHaveCount(1);
});
