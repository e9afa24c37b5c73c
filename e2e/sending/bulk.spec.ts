import type { Page } from '@playwright/test';
import { grace, hana, linus } from '#testing/cast.ts';
import { expectNothingFound } from '../support/axe.ts';
import { lease } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import * as prepare from '../support/prepare.ts';

test('Ada sends one document per row of a file, and sees the result of each', async ({ ada: { page } }) => {
  await prepare.uploadByDialog(page, lease(), 'Berth lease');
  await prepare.addRecipient(page, grace);
  await prepare.clickField(page, 'Signature', { page: 1, x: 0.3, y: 0.5 });
  await prepare.saved(page);
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await page.getByRole('button', { name: 'Actions for Berth lease' }).click();
  await page.getByRole('menuitem', { name: 'Save as template' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Template' });
  await dialog.getByLabel('Name').fill('Berth lease');
  await dialog.getByLabel('Description').fill('One berth for one year');
  await dialog.getByRole('button', { name: 'Create Template' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('link', { name: 'Back to templates' }).click();

  await page.getByRole('button', { name: 'Actions for Berth lease' }).click();
  await page.getByRole('menuitem', { name: 'Bulk send…' }).click();
  await expect(page.getByRole('heading', { name: 'Bulk send', level: 1 })).toBeVisible();
  await expectNothingFound(page, 'bulk');
  const csv = [
    'Email,Name,Title,External ID,Pier',
    `${linus.email},${linus.name},Berth 1,berth-1,north`,
    `${hana.email},${hana.name},Berth 2,berth-2,south`,
    `nobody,Nobody,Berth 3,,south`,
    `${linus.email},${linus.name},Berth 1,berth-1,north`,
  ].join('\n');
  await page
    .getByLabel('CSV file', { exact: true })
    .setInputFiles({ name: 'berths.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expect(page.getByText('2 rows can be sent')).toBeVisible();
  await expect(page.getByText('The template has no columns with these names: “Pier”')).toBeVisible();
  const wrong = page.getByRole('region', { name: 'Skipped rows' });
  await expect(wrong).toContainText('Line 4');
  await expect(wrong).toContainText('Enter a valid email address');
  await expect(page.getByText('Repeats line 2')).toBeVisible();
  await expect(
    page.getByText('Your plan has 2 documents left this month. This bulk send uses 2.'),
  ).toBeVisible();
  await page.getByLabel('Subject').fill('Your berth');
  await page.getByLabel('Remind people who haven’t signed').click();
  await page.getByRole('option', { name: 'reminded', exact: true }).click();
  const send = page.getByRole('button', { name: 'Send 2 Documents' });
  await expect(send).toBeDisabled();
  await page.getByLabel('Send without these columns').click();
  await expectNothingFound(page, 'bulk');
  await send.click();

  await expect(page).toHaveURL(/\/bulk\/[0-9a-f-]+$/);
  // The page updates without a reload.
  await expect(page.getByText('2 of 2 sent', { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('Done', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Rows not sent' })).toContainText('Line 4');
  await expectNothingFound(page, 'bulk');
  await page.getByRole('button', { name: 'Download answers' }).click();
  await expectNothingFound(page, 'answers dialog');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  expect((await download).suggestedFilename()).toBe('answers.xlsx');
  await expect(page.getByText('Download the answers before then if you need them.')).toBeVisible();
  await page.getByRole('button', { name: 'Remind all' }).click();
  const reminding = page.getByRole('alertdialog', { name: 'Remind everyone who hasn’t signed?' });
  await reminding.getByRole('button', { name: 'Remind all' }).click();
  await expect(page.getByText('Reminders sent for 2 documents').first()).toBeVisible();
  await page.getByRole('link', { name: 'All documents' }).click();
  await page.getByRole('link', { name: 'Berth 2' }).first().click();
  await changeReference(page);
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  await page.getByRole('link', { name: 'Bulk send ended. 2 of 2 sent' }).click();
  await expect(page).toHaveURL(/\/bulk\/[0-9a-f-]+$/);
});

/** Changes the reference of the open document, and finds the document by its metadata. */
async function changeReference(page: Page): Promise<void> {
  await expect(page.getByText('berth-2')).toBeVisible();
  await page.getByRole('button', { name: 'Edit reference' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit reference' });
  await dialog.getByLabel('External ID').fill('pier-2');
  await dialog.getByRole('button', { name: 'Add a pair' }).click();
  await dialog.getByLabel('Value 1').fill('south');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Name the key of each value.')).toBeVisible();
  await dialog.getByLabel('Key 1').fill('pier');
  await expectNothingFound(page, 'reference');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('pier: south')).toBeVisible();
  await page.goto('/documents');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('Reference').fill('pier=south');
  await expect(page.getByRole('link', { name: 'Berth 1' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Berth 2' }).first()).toBeVisible();
}
