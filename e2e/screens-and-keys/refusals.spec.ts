import type { Page } from '@playwright/test';
import { chooseFreePlan } from '../support/choose-plan.ts';
import { lease, type UploadFile } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import * as prepare from '../support/prepare.ts';
import { inTheLongRun } from '../support/sweep.ts';

test(
  'the upload dialog explains why it rejects a file, and stores nothing',
  inTheLongRun,
  async ({ ada: { page } }) => {
    await page.getByRole('button', { name: 'Upload Document' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Upload Document' });
    // A file of 26 MB takes time to reach the browser on a busy machine.
    const choose = (file: UploadFile) =>
      dialog.getByLabel('File', { exact: true }).setInputFiles(file, { timeout: 60_000 });
    const submit = dialog.getByRole('button', { name: 'Upload Document' });
    const alert = dialog.getByRole('alert');
    await expect(submit).toBeDisabled();

    await choose({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') });
    await expect(alert).toHaveText(
      'File rejected:File type must be .pdf, .docx, .png, .jpg, .jpeg, .tif, or .tiff',
    );
    await choose({ name: 'large.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(26_214_401) });
    await expect(alert).toHaveText('File rejected:File is larger than 26214400 bytes');
    await dropFiles(page, ['first.pdf', 'second.pdf']);
    await expect(alert).toHaveText('File rejected:Too many files');
    await expect(submit).toBeDisabled();

    await choose({
      name: 'letter.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('This is a text file.'),
    });
    await expect(alert).toBeHidden();
    await expect(dialog.getByLabel('Title')).toHaveValue('letter');
    await dialog.getByLabel('Title').fill('   ');
    await expect(submit).toBeDisabled();
    await dialog.getByLabel('Title').fill('Letter');
    await submit.click();
    await expect(prepare.toast(page)).toContainText('Upload failed');
    await expect(prepare.toast(page)).toContainText(/[a-z]{3,} [a-z]+.*\./);

    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await expect(page.getByText('No documents found')).toBeVisible();
    await expect(page.getByText('Upload your first document to get started')).toBeVisible();
  },
);

test(
  'another account’s document and a nonexistent one look the same',
  inTheLongRun,
  async ({ ada: { page }, newPhone }) => {
    await prepare.uploadByDialog(page, lease(1));
    const othersUrl = page.url();
    const mallory = await newPhone();
    await mallory.goto('/api/login');
    await mallory.getByLabel('Email').fill('mallory@elsewhere.example');
    await mallory.getByLabel('Password').fill('nothing to see here');
    await mallory.getByLabel('First name').fill('Mallory');
    await mallory.getByRole('button', { name: 'Create account' }).tap();
    await chooseFreePlan(mallory);
    for (const address of [
      othersUrl,
      '/document/01a1f95a-184c-7588-9a1d-7750b2d72757',
      '/document/nothing',
    ]) {
      await mallory.goto(address);
      await expect(
        mallory.getByRole('heading', { name: 'Document not found or access denied' }),
      ).toBeVisible();
    }
    await mallory.getByRole('link', { name: 'Back to Dashboard' }).tap();
    await expect(mallory.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  },
);

test('an invalid link opens nothing', async ({ page }) => {
  for (const token of ['nothing', 'A'.repeat(43), `${'A'.repeat(42)}/download`]) {
    await page.goto(`/sign/${token}`);
    await expect(page.getByRole('heading', { name: 'Document Not Available' })).toBeVisible();
    await expect(page.getByText('This document may have expired or the link is invalid.')).toBeVisible();
  }
});

test('signed out, every path shows the landing page', inTheLongRun, async ({ page }) => {
  for (const path of ['/', '/dashboard', '/documents', '/upload', '/document/nothing', '/no/such/page']) {
    await page.goto(path);
    await expect(page.getByRole('link', { name: 'Sign Up Free - Start Now' })).toBeVisible();
    await expect(page).toHaveURL(path);
  }
});

test('an ended session is announced once, followed by the login page', async ({ ada: { page } }) => {
  await page.context().clearCookies();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Documents' }).click();
  await expect(prepare.toast(page)).toContainText('Unauthorized');
  await expect(prepare.toast(page)).toContainText('You are logged out. Logging in again...');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('signing out ends the session', async ({ ada: { page } }) => {
  await page.getByRole('button', { name: /account of Ada Moreau/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page.getByRole('link', { name: 'Sign Up Free - Start Now' })).toBeVisible();
  await page.goto('/documents');
  await expect(page.getByRole('link', { name: 'Sign Up Free - Start Now' })).toBeVisible();
});

/** Drops several files on the dialog, because a file input accepts only one. */
async function dropFiles(page: Page, names: string[]): Promise<void> {
  const dropped = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const name of all) transfer.items.add(new File(['%PDF-1.7'], name, { type: 'application/pdf' }));
    return transfer;
  }, names);
  await page
    .getByRole('dialog')
    .getByText('Drag and drop a file here, or choose one')
    .dispatchEvent('drop', { dataTransfer: dropped });
}
