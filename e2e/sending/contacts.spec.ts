import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { grace, linus } from '#testing/cast.ts';
import { expectNothingFound } from '../support/axe.ts';
import { lease } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import * as prepare from '../support/prepare.ts';
import { inTheLongRun } from '../support/sweep.ts';

const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });

test('Ada manages her contacts, and sends a document to one', inTheLongRun, async ({ ada }) => {
  const { page } = ada;
  await page.getByRole('navigation').getByRole('link', { name: 'Contacts' }).click();
  await expect(page.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible();
  await expect(page.getByText('No contacts yet')).toBeVisible();
  await expectNothingFound(page, 'contacts');

  await test.step('adds a contact, and reports an invalid address', async () => {
    await page.getByRole('button', { name: 'Add Contact' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add Contact' });
    await dialog.getByLabel('Email').fill('grace');
    await dialog.getByLabel('Name').fill(grace.name);
    await dialog.getByRole('button', { name: 'Add Contact' }).click();
    await expect(dialog.getByText('Enter a valid email address')).toBeVisible();
    await expectNothingFound(page, 'contacts');
    await dialog.getByLabel('Email').fill(grace.email);
    await dialog.getByRole('button', { name: 'Add Contact' }).click();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, grace.name)).toContainText('Never');
  });

  await test.step('imports a file after a preview', async () => {
    await page.getByRole('button', { name: 'Import CSV' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import CSV' });
    const csv = `Name,Email,Company\n${linus.name},${linus.email},Okafor & Sons\nNobody,,\n${grace.name},${grace.email},Harbour\n`;
    await dialog
      .getByLabel('CSV file')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await expect(dialog.getByRole('status')).toContainText('1 new');
    await expect(dialog.getByRole('status')).toContainText('1 updated');
    await expect(dialog.getByRole('region', { name: 'Skipped rows' })).toContainText('Line 3');
    await expectNothingFound(page, 'contacts');
    await dialog.getByRole('button', { name: 'Import 2 contacts' }).click();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, grace.name)).toContainText('Harbour');
    await expect(rowOf(page, linus.name)).toContainText('Okafor & Sons');
  });

  await test.step('keeps the search in the URL', async () => {
    await page.getByRole('searchbox', { name: 'Search contacts' }).fill('okafor');
    await expect(rowOf(page, grace.name)).toBeHidden();
    await expect(page).toHaveURL(/q=okafor/);
    await page.reload();
    await expect(rowOf(page, linus.name)).toBeVisible();
    await expect(page.getByText('Showing 1 of 1 contacts')).toBeVisible();
  });

  await test.step('edits a contact', async () => {
    await page.getByRole('button', { name: `Actions for ${linus.name}` }).click();
    await page.getByRole('menuitem', { name: 'Edit contact' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit contact' });
    await dialog.getByLabel('Email').fill(grace.email.toUpperCase());
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('alert')).toContainText('already in your contacts');
    await dialog.getByLabel('Email').fill(linus.email);
    await dialog.getByLabel('Note').fill('Signs on Fridays');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(rowOf(page, linus.name)).toContainText('Signs on Fridays');
  });

  await test.step('sends a document to a contact, who is already entered as a recipient', async () => {
    await page.getByRole('link', { name: `Send document to ${linus.name}` }).click();
    await expect(page.getByText(`For ${linus.name}`)).toBeVisible();
    await expectNothingFound(page, 'contacts');
    await page.getByLabel('File', { exact: true }).setInputFiles(lease(1));
    await page.getByRole('button', { name: 'Upload Document' }).click();
    await expect(page).toHaveURL(/\/document\/[0-9a-f-]+$/, { timeout: 60_000 });
    await expect(page.getByRole('region', { name: 'Recipients' })).toContainText(linus.name);
  });

  await test.step('the editor suggests the other contact while typing', async () => {
    await page.getByRole('complementary').getByRole('button', { name: 'Add recipient' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add recipient' });
    await dialog.getByLabel('Email').fill('lindq');
    await expect(page.locator('datalist option')).toHaveAttribute('value', grace.email);
    await dialog.getByLabel('Email').fill(grace.email);
    await expect(dialog.getByLabel('Name')).toHaveValue(grace.name);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await prepare.untilPainted(page, 1);
    await prepare.clickField(page, 'Signature', { page: 1, x: 0.3, y: 0.5 });
    await prepare.saved(page);
    await prepare.send(page);
    await page.goto('/contacts');
    await expect(rowOf(page, grace.name)).toContainText('Never');
    await expect(rowOf(page, linus.name)).not.toContainText('Never');
  });

  await test.step('shares a private contact, and gets a confirmation', async () => {
    const contacts = (await (await page.request.get('/api/contacts')).json()) as {
      id: string;
      name: string;
    }[];
    const { id } = contacts.find(({ name }) => name === linus.name)!;
    const kept = await page.request.put(`/api/contacts/${id}/sharing`, { data: { private: true } });
    expect(kept.ok(), await kept.text()).toBe(true);
    await page.getByRole('button', { name: `Actions for ${linus.name}` }).click();
    await page.getByRole('menuitem', { name: 'Share with everyone' }).click();
    await expect(prepare.toast(page)).toContainText('Now shared');
  });

  await test.step('exports the contacts, and deletes one', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('contacts.csv');
    expect(readFileSync(await download.path(), 'utf8')).toContain(`${linus.email},${linus.name}`);
    await page.getByRole('button', { name: `Actions for ${linus.name}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('alertdialog', { name: `Delete ${linus.name}?` });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(rowOf(page, linus.name)).toBeHidden();
    await expect(rowOf(page, grace.name)).toBeVisible();
  });

  await test.step('nothing overflows on a small phone, also in dark mode', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.reload();
    await expect(rowOf(page, grace.name)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await expectNothingFound(page, 'contacts');
  });
});

test('a contact list that fails to load shows an error and can be retried', inTheLongRun, async ({ ada }) => {
  const { page } = ada;
  await page.route('**/api/contacts?*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto('/contacts');
  await expect(page.getByRole('alert')).toContainText('This couldn’t be loaded');
  await page.unroute('**/api/contacts?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No contacts yet')).toBeVisible();
});
