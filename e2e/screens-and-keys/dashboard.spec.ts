import { grace } from '#testing/cast.ts';
import { lease } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import * as prepare from '../support/prepare.ts';
import { inTheLongRun } from '../support/sweep.ts';

/** Specification §2 'Dashboard' and 'Recent Documents table', §5 'Delete', §8 'Delete fails'. */
test('the dashboard counts, finds and deletes documents', inTheLongRun, async ({ ada: { page } }) => {
  const card = (name: string) =>
    page.locator('dl > div').filter({ has: page.getByRole('term').getByText(name, { exact: true }) });
  const search = page.getByRole('searchbox', { name: 'Search documents' });
  const filter = page.getByRole('combobox', { name: 'Filter by status' });
  const footer = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

  await test.step('an empty dashboard says that it is empty and shows no averages', async () => {
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
    await expect(page.getByText('Manage your documents and track signing progress')).toBeVisible();
    await expect(card('Total Documents')).toContainText('+0 this month');
    await expect(card('Completed')).toContainText('0%');
    await expect(card('Avg. Sign Time')).toContainText('–');
    await expect(card('Avg. Sign Time')).toContainText('No completed documents yet');
    await expect(page.getByText('No documents found')).toBeVisible();
    await expect(page.getByText('Upload your first document to get started')).toBeVisible();
  });

  await prepare.uploadByDialog(page, lease(12), 'Lease of berth 14');
  await prepare.addRecipient(page, grace);
  await prepare.clickField(page, 'Signature', { page: 1, x: 0.3, y: 0.3 });
  await prepare.send(page);
  await prepare.uploadByDialog(page, lease(1), 'Crane manual');
  await page.goto('/');

  await test.step('the cards count the documents', async () => {
    await expect(card('Total Documents')).toContainText('2');
    await expect(card('Total Documents')).toContainText('+2 this month');
    await expect(card('Pending Signatures')).toContainText('1');
    await expect(card('Pending Signatures')).toContainText('Awaiting signatures');
  });

  await test.step('the table shows title and size, status, date and actions', async () => {
    for (const name of ['Document', 'Status', 'Created', 'Actions'])
      await expect(page.getByRole('columnheader', { name })).toBeVisible();
    const row = prepare.rowOf(page, 'Lease of berth 14');
    await expect(row).toContainText(/\d+\.\d KB/);
    await expect(row).toContainText('Pending');
    await expect(row).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4}/);
    await footer('Showing 2 of 2 documents');
  });

  await test.step('the search matches part of the title, ignoring case', async () => {
    await search.fill('BERTH');
    await footer('Showing 1 of 1 documents');
    await expect(prepare.rowOf(page, 'Crane manual')).toHaveCount(0);
    await search.fill('nothing of the kind');
    await expect(page.getByText('No documents found')).toBeVisible();
    await expect(page.getByText('Try adjusting your search or filter criteria')).toBeVisible();
    await search.fill('');
  });

  await test.step('the filter matches the status', async () => {
    await filter.click();
    for (const name of ['All Status', 'Draft', 'Pending', 'Completed', 'Expired', 'Declined', 'Voided'])
      await expect(page.getByRole('option', { name, exact: true })).toBeVisible();
    await page.getByRole('option', { name: 'Draft', exact: true }).click();
    await expect(prepare.rowOf(page, 'Crane manual')).toBeVisible();
    await expect(prepare.rowOf(page, 'Lease of berth 14')).toHaveCount(0);
    await filter.click();
    await page.getByRole('option', { name: 'All Status' }).click();
  });

  await test.step('a draft can be sent, but a sent document can be neither sent nor downloaded', async () => {
    await page.getByRole('button', { name: 'Actions for Crane manual' }).click();
    await expect(page.getByRole('menuitem', { name: 'View Details' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Send for Signature' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Download', exact: true })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Actions for Lease of berth 14' }).click();
    await expect(page.getByRole('menuitem', { name: 'View Details' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Send for Signature' })).toHaveCount(0);
    await expect(page.getByRole('menuitem', { name: 'Download', exact: true })).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('a reminder can be sent from the row, and a second one is refused with the reason', async () => {
    for (const message of ['Reminder sent', 'They were reminded within the last 24 hours']) {
      await page.getByRole('button', { name: 'Actions for Lease of berth 14' }).click();
      await page.getByRole('menuitem', { name: 'Remind now' }).click();
      await expect(prepare.toast(page).filter({ hasText: message })).toBeVisible();
    }
  });

  await test.step('a sent document offers Void, and Delete only afterwards, because deleting would fail before', async () => {
    const actions = page.getByRole('button', { name: 'Actions for Lease of berth 14' });
    await actions.click();
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);
    await page.getByRole('menuitem', { name: 'Void document' }).click();
    const dialog = page.getByRole('dialog', { name: 'Void document' });
    await dialog.getByLabel('Reason').fill('The berth is taken');
    await dialog.getByRole('button', { name: 'Void document' }).click();
    await expect(prepare.rowOf(page, 'Lease of berth 14')).toContainText('Voided');
    await actions.click();
    await expect(page.getByRole('menuitem', { name: 'Void document' })).toHaveCount(0);
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('View opens the document, and Send for Signature opens its dialog', async () => {
    await prepare.rowOf(page, 'Crane manual').getByRole('link', { name: 'View Crane manual' }).click();
    await expect(page).toHaveURL(/\/document\/[0-9a-f-]+$/);
    await page.goto('/');
    await page.getByRole('button', { name: 'Actions for Crane manual' }).click();
    await page.getByRole('menuitem', { name: 'Send for Signature' }).click();
    await expect(page.getByRole('dialog', { name: 'Send for Signature' })).toBeVisible();
    await page.goto('/');
  });

  await test.step('deleting asks for confirmation, and reports failure and success', async () => {
    const ask = async () => {
      await page.getByRole('button', { name: 'Actions for Crane manual' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
    };
    const question = page.getByRole('alertdialog');
    await ask();
    await expect(question).toContainText('Are you sure you want to delete this document?');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(prepare.rowOf(page, 'Crane manual')).toBeVisible();
    await page.route('**/api/documents/*', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({
            status: 503,
            contentType: 'application/problem+json',
            json: { status: 503, code: 'resting', title: 'Resting', detail: 'The service is resting.' },
          })
        : route.continue(),
    );
    await ask();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(prepare.toast(page)).toContainText('Delete failed');
    await expect(prepare.toast(page)).toContainText('The service is resting.');
    await page.unroute('**/api/documents/*');
    if (!(await question.isVisible())) await ask();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(prepare.toast(page)).toContainText('Document deleted');
    await expect(prepare.rowOf(page, 'Crane manual')).toHaveCount(0);
    await footer('Showing 1 of 1 documents');
  });
});
