import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { expectNothingFound } from '../support/axe.ts';
import { lease } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import { rowOf, toast } from '../support/prepare.ts';
import { inTheLongRun } from '../support/sweep.ts';

const folder = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Folders' }).getByRole('link', { name: new RegExp(`^${name}`) });

const openLibrary = async (page: Page) => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Documents' }).click();
  await expect(page.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible();
};

const makeFolder = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'New folder' }).click();
  const dialog = page.getByRole('dialog', { name: 'New folder' });
  await dialog.getByLabel('Folder name').fill(name);
  await dialog.getByRole('button', { name: 'Create folder' }).click();
  await expect(dialog).toBeHidden();
};

/** A typical local folder with two levels, PDFs and other files */
async function deskFolder(): Promise<string> {
  const top = await mkdtemp(join(tmpdir(), 'countersign-desk-'));
  const pier = join(top, 'North pier');
  await mkdir(join(pier, 'Berths'), { recursive: true });
  await writeFile(join(pier, 'pier lease.pdf'), sampleLease(1));
  await writeFile(join(pier, 'pier map.gif'), 'no document');
  for (const [at, name] of ['berth 1', 'berth 2', 'berth 3'].entries())
    await writeFile(join(pier, 'Berths', `${name}.pdf`), sampleLease(at + 1));
  return pier;
}

test('a folder is uploaded up to the plan’s limit, and its documents can be found, moved, downloaded as a ZIP and put in the bin', async ({
  ada: { page },
}) => {
  test.setTimeout(180_000);
  await openLibrary(page);
  await expect(page.getByText('Upload your first document to get started')).toBeVisible();
  await makeFolder(page, 'Leases');
  await page.getByRole('button', { name: 'New folder' }).click();
  const naming = page.getByRole('dialog', { name: 'New folder' });
  await naming.getByLabel('Folder name').fill('leases');
  await naming.getByRole('button', { name: 'Create folder' }).click();
  await expect(naming.getByLabel('Folder name')).toHaveAccessibleDescription(/already exists/);
  await expectNothingFound(page, 'new folder');
  await page.keyboard.press('Escape');

  await folder(page, 'Leases').click();
  await expect(page).toHaveURL(/\/documents\?folder=[0-9a-f-]+$/);
  await expect(page.getByRole('heading', { name: 'Leases', level: 1 })).toBeVisible();

  const pier = await deskFolder();
  await page.getByLabel('Folder to upload').setInputFiles(pier);
  const upload = page.getByRole('dialog', { name: 'Upload to Leases' });
  await expect(upload).toContainText('4 documents');
  await expect(upload).toContainText('North pier/pier map.gif is not a PDF, Word document or image');
  await expectNothingFound(page, 'folder upload');
  await upload.getByRole('button', { name: 'Upload 4 documents' }).click();
  await expect(upload.getByRole('alert')).toContainText('Your Free plan includes 3 documents a month', {
    timeout: 60_000,
  });
  await expect(upload.getByRole('alert')).toContainText(
    '3 documents were uploaded and kept; 1 were not uploaded.',
  );
  await expect(upload).toContainText('3 of 4 documents');
  await expectNothingFound(page, 'folder upload, stopped');
  await upload.getByRole('button', { name: 'Close' }).last().click();
  await rm(pier, { recursive: true });

  await folder(page, 'North pier').click();
  await expect(folder(page, 'Berths')).toContainText('3 documents');
  await expect(page.getByText('Upload a document here')).toBeVisible();
  await folder(page, 'Berths').click();
  await expect(rowOf(page, 'berth 1')).toBeVisible();
  await expect(page.getByText('Showing 3 of 3 documents')).toBeVisible();
  await expectNothingFound(page, 'folder');

  // Moves by dragging onto a step of the path, and with the dialog by keyboard.
  const path = page.getByRole('navigation', { name: 'Folder path' });
  await rowOf(page, 'berth 1').dragTo(path.getByText('North pier'));
  await expect(toast(page)).toContainText('Moved to North pier');
  await expect(rowOf(page, 'berth 1')).toHaveCount(0);
  await page.getByRole('button', { name: 'Actions for berth 2' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Move to…' }).press('Enter');
  const moving = page.getByRole('dialog', { name: 'Move berth 2' });
  await moving.getByRole('radio', { name: 'Berths' }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(moving.getByRole('radio', { name: 'North pier' })).toBeChecked();
  await expectNothingFound(page, 'move');
  await moving.getByRole('button', { name: 'Move', exact: true }).press('Enter');
  await expect(rowOf(page, 'berth 2')).toHaveCount(0);

  await path.getByRole('link', { name: 'North pier' }).click();
  await expect(rowOf(page, 'berth 1')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search documents' }).fill('BERTH');
  await expect(page.getByText('Showing 3 of 3 documents')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search documents' }).fill('berth 3');
  await expect(rowOf(page, 'berth 3')).toBeVisible();
  await expect(page.getByRole('button', { name: 'This folder' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Everywhere' }).click();
  await expect(page).toHaveURL(/scope=all/);
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Completed' }).click();
  await expect(page.getByText('No documents found')).toBeVisible();
  await expectNothingFound(page, 'filters');
  await page.getByRole('button', { name: 'Clear search and filter' }).first().click();
  await expect(rowOf(page, 'berth 1')).toBeVisible();

  await page.getByRole('columnheader', { name: 'Document' }).getByRole('button').click();
  await expect(page.getByRole('columnheader', { name: 'Document' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await page.getByLabel('Select berth 1').click();
  await page.getByLabel('Select berth 2').click({ modifiers: ['Shift'] });
  const acts = page.getByRole('toolbar', { name: 'Selected documents' });
  await expect(acts).toContainText('2 selected');
  await expectNothingFound(page, 'selection');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    acts.getByRole('button', { name: 'Download ZIP' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^documents-[\d-]+\.zip$/);
  const listed = execFileSync('unzip', ['-t', await download.path()]).toString();
  expect(listed).toContain('berth 1.pdf');
  expect(listed).toContain('berth 2.pdf');
  expect(listed).toContain('No errors detected');

  await page.getByRole('button', { name: 'Grid' }).click();
  const pictures = page.locator('main img[src*="thumbnail"]');
  await expect(pictures).toHaveCount(2);
  for (const picture of await pictures.all())
    await expect(picture).toHaveJSProperty('naturalWidth', 440, { timeout: 30_000 });
  await expectNothingFound(page, 'grid');
  await page.getByRole('button', { name: 'List', exact: true }).click();

  await expect(page.getByLabel('Select all on this page')).toBeChecked();
  await acts.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Are you sure you want to delete these 2 documents?');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page)).toContainText('2 documents deleted');
  await expect(toast(page)).toContainText('from the bin for 30 days');
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page)).toContainText('2 documents restored');
  await expect(rowOf(page, 'berth 2')).toBeVisible();

  // Selects documents from two folders for one of them, and one is already deleted.
  await page.getByRole('searchbox', { name: 'Search documents' }).fill('berth');
  await expect(rowOf(page, 'berth 3')).toBeVisible();
  await page.getByLabel('Select all on this page').click();
  await page.route('**/api/documents/move', (route) => {
    const body = route.request().postDataJSON() as { ids: string[] };
    return route.continue({ postData: { ...body, ids: [...body.ids, randomUUID()] } });
  });
  await acts.getByRole('button', { name: 'Move to…' }).click();
  const several = page.getByRole('dialog', { name: 'Move 3 documents' });
  await expect(several.getByRole('button', { name: 'Move', exact: true })).toBeDisabled();
  await several.getByText('North pier').click();
  await several.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(toast(page).filter({ hasText: '3 documents moved to North pier' })).toContainText(
    '1 skipped: ',
  );
});

test(
  'a deleted document is restored, or deleted permanently; deleting a folder keeps its documents',
  inTheLongRun,
  async ({ ada: { page } }) => {
    await openLibrary(page);
    await makeFolder(page, 'Old');
    await folder(page, 'Old').click();
    await page.getByRole('link', { name: 'Upload Document' }).first().click();
    await expect(page.getByText('To the folder Old')).toBeVisible();
    await page.getByLabel('File', { exact: true }).setInputFiles(lease(1));
    await page.getByRole('button', { name: 'Upload Document' }).click();
    await expect(page).toHaveURL(/\/document\/[0-9a-f-]+$/, { timeout: 60_000 });
    await page.goto('/documents');
    await expect(folder(page, 'Old')).toContainText('1 document');

    await page.getByRole('button', { name: 'Actions for the folder Old' }).click();
    await page.getByRole('menuitem', { name: 'Delete folder' }).click();
    const deleting = page.getByRole('alertdialog', { name: 'Delete the folder Old?' });
    await expect(deleting.getByRole('radio', { name: 'Move to Documents' })).toBeChecked();
    await expectNothingFound(page, 'delete folder');
    await deleting.getByRole('button', { name: 'Delete folder' }).click();
    await expect(toast(page)).toContainText('1 document moved to Documents.');
    await expect(rowOf(page, 'lease')).toBeVisible();

    await act(page, 'lease', 'Duplicate');
    await expect(rowOf(page, 'lease (copy)')).toBeVisible();
    await act(page, 'lease (copy)', 'Rename');
    const naming = page.getByRole('dialog', { name: 'Rename lease (copy)' });
    await naming.getByLabel('Title').fill('Second lease');
    await naming.getByRole('button', { name: 'Rename' }).click();
    await expect(rowOf(page, 'Second lease')).toBeVisible();
    const [original] = await Promise.all([
      page.waitForEvent('download'),
      act(page, 'Second lease', 'Download original'),
    ]);
    expect(original.suggestedFilename()).toBe('lease.pdf');

    await act(page, 'Second lease', 'Delete');
    const question = page.getByRole('alertdialog', {
      name: 'Are you sure you want to delete this document?',
    });
    await expect(question).toContainText('you can restore it for 30 days');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page)).toContainText('Document deleted');
    await expect(toast(page)).toContainText('You can restore it from the bin for 30 days.');

    await page.getByRole('link', { name: 'Bin' }).click();
    await expect(page.getByRole('heading', { name: 'Bin', level: 1 })).toBeVisible();
    await expectNothingFound(page, 'bin');
    await page.getByRole('button', { name: 'Restore Second lease' }).click();
    await expect(toast(page)).toContainText('Document restored');
    await expect(page.getByText('The bin is empty')).toBeVisible();

    await page.getByRole('link', { name: 'Back to documents' }).click();
    await act(page, 'Second lease', 'Delete');
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('link', { name: 'Bin' }).click();
    await page.getByRole('button', { name: 'Delete Second lease forever' }).click();
    await expectNothingFound(page, 'delete forever');
    await question.getByRole('button', { name: 'Delete forever' }).click();
    await expect(toast(page)).toContainText('Document deleted');
    await expect(toast(page)).toContainText('Document has been permanently deleted');
    await expect(page.getByText('The bin is empty')).toBeVisible();
  },
);

const act = async (page: Page, title: string, name: string) => {
  await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};

test(
  'many folders leave room for the documents, and a new one is always visible',
  inTheLongRun,
  async ({ ada: { page } }) => {
    for (let at = 1; at <= 13; at += 1)
      await page.request.post('/api/folders', {
        headers: { origin: new URL(page.url()).origin },
        data: { name: `Berth ${String(at).padStart(2, '0')}`, parentId: null },
      });
    await openLibrary(page);
    const cards = page.getByRole('list', { name: 'Folders' }).getByRole('listitem');
    await expect(cards).toHaveCount(12);
    await page.getByRole('button', { name: 'Show all 13 folders' }).click();
    await expect(cards).toHaveCount(13);
    await page.getByRole('button', { name: 'Show fewer folders' }).click();
    await expect(cards).toHaveCount(12);
    await makeFolder(page, 'Winter storage');
    await expect(folder(page, 'Winter storage')).toBeVisible();
    await expectNothingFound(page, 'many folders');
  },
);

test('a menu opens by key and by mouse, and returns the focus', inTheLongRun, async ({ ada: { page } }) => {
  await openLibrary(page);
  await makeFolder(page, 'Leases');
  const button = page.getByRole('button', { name: 'Actions for the folder Leases' });
  const menu = page.getByRole('menu', { name: 'Actions for the folder Leases' });
  const first = menu.getByRole('menuitem').first();
  for (const key of ['Enter', 'Space', 'ArrowDown']) {
    await button.focus();
    await page.keyboard.press(key);
    await expect(first).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
  }
  await button.click();
  await expect(menu).toBeVisible();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await button.click();
  await expect(menu).toBeHidden();
  await expect(button).toHaveAttribute('aria-expanded', 'false');
});
