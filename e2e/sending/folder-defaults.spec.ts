import type { FolderView } from '#contract/documents/library.ts';
import { grace } from '#testing/cast.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { boundary, multipartBody } from '#testing/multipart.ts';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import * as prepare from '../support/prepare.ts';

test('a document starts with the settings of its folder, which can be restored after a change', async ({
  ada: { page },
}) => {
  const created = await page.request.post('/api/folders', { data: { name: 'Leases' } });
  const folder = (await created.json()) as FolderView;
  await page.goto('/documents');
  await page.getByRole('button', { name: 'Actions for the folder Leases' }).click();
  await page.getByRole('menuitem', { name: 'Default settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Default settings: Leases' });
  await expect(dialog.getByText('30 (standard)')).toBeVisible();
  await dialog.getByLabel('Days until a document expires').fill('14');
  await dialog.getByLabel('Subject').fill('Please sign {{title}}');
  await dialog.getByLabel('Message').fill('Call us with questions.');
  await dialog.getByRole('combobox', { name: 'Remind people who haven’t signed' }).click();
  await page.getByRole('option', { name: 'No reminders', exact: true }).click();
  await expectNothingFound(page, 'the default settings of a folder');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  const uploaded = await page.request.post('/api/documents/upload', {
    data: multipartBody([{ name: 'lease.pdf', bytes: sampleLease() }], { folderId: folder.id }),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    timeout: 60_000,
  });
  expect(uploaded.status()).toBe(201);
  const { id } = (await uploaded.json()) as { id: string };
  await page.request.put(`/api/documents/${id}/recipients`, { data: [grace] });
  await page.goto(`/document/${id}`);
  await prepare.untilPainted(page, 1);
  await page.getByRole('button', { name: 'Send for Signature' }).first().click();
  const days = page.getByRole('spinbutton', { name: 'Expiration in days' });
  await expect(days).toHaveValue('14');
  await expect(page.getByText('From the folder Leases.')).toHaveCount(4);
  await expect(page.getByLabel('Subject')).toHaveValue('Please sign {{title}}');
  await expect(page.getByText('Please sign lease').first()).toBeVisible();
  await days.fill('20');
  await page.getByRole('button', { name: 'Use the default from folder Leases' }).click();
  await expect(days).toHaveValue('14');
  await expectNothingFound(page, 'the send dialog with the settings of a folder');
  await page.goto('/settings/account#defaults');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page.getByRole('dialog', { name: /Default settings/ })).toBeVisible();
});
