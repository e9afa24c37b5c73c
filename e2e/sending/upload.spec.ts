import type { Page } from '@playwright/test';
import { lease } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import * as prepare from '../support/prepare.ts';
import { inTheLongRun } from '../support/sweep.ts';

/** Specification §2 'Upload dialog and /upload page', §4 'Upload dialog', §5 'Upload', §8 and §9. */
test(
  'the dialog cannot be closed while it uploads, trims the title, and is empty afterwards',
  inTheLongRun,
  async ({ ada: { page } }) => {
    await page.getByRole('button', { name: 'Upload Document' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Upload Document' });
    await dialog.getByLabel('Title').press('Enter');
    await expect(prepare.toast(page)).toContainText('No file selected');
    await expect(prepare.toast(page)).toContainText('Please select a document to upload');
    await dialog.getByLabel('File', { exact: true }).setInputFiles({ ...lease(12), name: 'berth.v2.pdf' });
    await expect(dialog.getByLabel('Title')).toHaveValue('berth.v2');
    await expect(dialog).toContainText(/\d+\.\d\d KB/);
    await dialog.getByLabel('Title').fill('   ');
    await dialog.getByLabel('Title').press('Enter');
    await expect(prepare.toast(page)).toContainText('Title required');
    await expect(prepare.toast(page)).toContainText('Please enter a title for the document');
    await expect(prepare.toast(page)).toHaveCount(1);
    await dialog.getByLabel('Title').fill('  Berth fourteen  ');
    await dialog.getByLabel('File', { exact: true }).setInputFiles({ ...lease(12), name: 'other.pdf' });
    await expect(dialog.getByLabel('Title')).toHaveValue('  Berth fourteen  ');

    const paused = hold(page);
    await dialog.getByRole('button', { name: 'Upload Document' }).click();
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await expect(dialog).toBeVisible();
    (await paused)();
    await expect(prepare.toast(page)).toContainText('Document uploaded successfully');
    await expect(prepare.toast(page)).toContainText('Berth fourteen is ready for signing');
    await expect(prepare.toast(page)).toHaveCount(1);
    await expect(page).toHaveURL(/\/document\/[0-9a-f-]+$/);

    await page.goto('/');
    await page.getByRole('button', { name: 'Upload Document' }).first().click();
    await expect(dialog.getByLabel('Title')).toHaveValue('');
    await expect(dialog.getByRole('button', { name: 'Upload Document' })).toBeDisabled();
    await expect(dialog).not.toContainText('other.pdf');
  },
);

test(
  'the page falls back to the file’s name, and Cancel returns to the dashboard',
  inTheLongRun,
  async ({ ada: { page } }) => {
    await page.goto('/upload');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL('/dashboard');
    await page.goto('/upload');
    await page.getByRole('button', { name: 'Upload Document' }).click();
    await expect(prepare.toast(page)).toContainText('No file selected');
    await expect(prepare.toast(page)).toContainText('Please select a document to upload');
    await page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Notes'),
    });
    await expect(page.getByRole('alert')).toHaveText(
      'File rejected:File type must be .pdf, .docx, .png, .jpg, .jpeg, .tif, or .tiff',
    );
    await page.getByLabel('File', { exact: true }).setInputFiles(lease(1));
    await page.getByLabel('Document Title').fill('');
    await page.getByRole('button', { name: 'Upload Document' }).click();
    await expect(page).toHaveURL(/\/document\/[0-9a-f-]+$/, { timeout: 60_000 });
    await expect(page).toHaveTitle(/^lease\S* · /);
    await expect(page).not.toHaveTitle(/\.pdf/);
  },
);

test(
  'a failed upload shows the server’s message, or a generic one',
  inTheLongRun,
  async ({ ada: { page } }) => {
    const answers = [
      { status: 503, contentType: 'text/plain', body: 'The converter is resting.' },
      { status: 502, body: '' },
    ];
    await page.route('**/api/documents/upload', (route) => route.fulfill(answers.shift()));
    await page.getByRole('button', { name: 'Upload Document' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Upload Document' });
    await dialog.getByLabel('File', { exact: true }).setInputFiles(lease(1));
    await dialog.getByRole('button', { name: 'Upload Document' }).click();
    await expect(prepare.toast(page)).toContainText('Upload failed');
    await expect(prepare.toast(page)).toContainText('The converter is resting.');
    await dialog.getByRole('button', { name: 'Upload Document' }).click();
    await expect(prepare.toast(page)).not.toContainText('resting');
    await expect(prepare.toast(page)).toHaveText(/^Upload failed$/);
    await expect(dialog.getByLabel('Title')).toHaveValue('lease');
  },
);

test('an upload whose response was lost is retried and becomes one document (S-32)', async ({
  ada: { page },
}) => {
  await page.getByRole('button', { name: 'Upload Document' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Upload Document' });
  await dialog.getByLabel('File', { exact: true }).setInputFiles({ ...lease(1), name: 'berth seven.pdf' });
  await loseNextAnswer(page);
  await dialog.getByRole('button', { name: 'Upload Document' }).click();
  await expect(prepare.toast(page)).toContainText('The server could not be reached.');
  await dialog.getByRole('button', { name: 'Upload Document' }).click();
  await expect(page).toHaveURL(/\/document\/[0-9a-f-]+$/);
  const found = await page.request.get('/api/documents?q=berth%20seven');
  expect(await found.json()).toHaveLength(1);
});

/** Holds the next upload back. Resolves to a function that releases it, once the upload is in progress. */
function hold(page: Page): Promise<() => void> {
  return new Promise((underWay) => {
    void page.route('**/api/documents/upload', async (route) => {
      await new Promise<void>((letGo) => underWay(letGo));
      await route.continue();
    });
  });
}

/** The next form submission is processed, but its response is lost. */
async function loseNextAnswer(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      XMLHttpRequest.prototype.send = send;
      this.onload = this.onerror;
      send.call(this, body);
    };
  });
}
