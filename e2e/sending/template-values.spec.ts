import type { Page } from '@playwright/test';
import { grace } from '#testing/cast.ts';
import { makeDocx } from '#testing/docx/make-docx.ts';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import * as prepare from '../support/prepare.ts';
import { inTheLongRun } from '../support/sweep.ts';

/** Saves screenshots for review after a change: `VALUE_PICTURES=folder`. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['VALUE_PICTURES'];
  if (folder === undefined) return;
  const before = page.viewportSize()!;
  for (const width of [375, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` });
    }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(before);
}

const lease = makeDocx({
  paragraphs: [
    'Lease of berth {{berth}} by {{company}}',
    '{{#items}}',
    '{{title}} costs {{price}}.',
    '{{/items}}',
    '{{#if insured}}Insured with {{insurer}}.{{/if}}',
    'Signed {{signature:1}}',
  ],
});

test(
  'Ada uses a Word template and enters its values, and the draft contains them',
  inTheLongRun,
  async ({ ada: { page } }) => {
    const file = { name: 'lease.docx', mimeType: 'application/octet-stream', buffer: Buffer.from(lease) };
    const multipart = { name: 'Berth lease', description: 'One berth', file };
    const uploaded = await page.request.post('/api/templates/upload', {
      multipart,
      headers: { origin: new URL(page.url()).origin },
    });
    expect(uploaded.status()).toBe(201);
    await page.goto('/templates');
    await page.getByRole('button', { name: 'Use template Berth lease' }).click();
    const use = page.getByRole('dialog', { name: 'Use template' });
    const values = use.getByRole('group', { name: 'Fill in 4 values' });
    await expect(values).toBeVisible();
    await use.getByLabel('Email').fill(grace.email);
    await use.getByLabel('Name (optional)').fill(grace.name);
    await use.getByRole('button', { name: 'Create document' }).click();
    await expect(values.getByLabel('berth')).toHaveAccessibleDescription('Fill this in.');
    await values.getByLabel('berth').fill('17');
    await values.getByLabel('company').fill('Harbour & Sons');
    await values.getByRole('button', { name: 'Add row' }).click();
    await values.getByLabel('title').fill('Rope');
    await values.getByLabel('price').fill('12 EUR');
    await values.getByLabel('insured').click();
    await use.getByRole('group', { name: 'Fill in 5 values' }).getByLabel('insurer').fill('Quay Mutual');
    await expectNothingFound(page, 'templates');
    await picture(page, 'use');
    await use.getByRole('button', { name: 'Create document' }).click();
    await expect(page).toHaveURL(/\/document\/[0-9a-f-]+$/, { timeout: 60_000 });
    await expect(page.getByText('Ready to send.')).toBeVisible();
    await expect(prepare.placed(page, 'Signature', 'Grace', 1)).toHaveCount(1);
  },
);

test('Ada fills in the placeholders of a Word file that she uploaded', async ({ ada: { page } }) => {
  const file = { name: 'lease.docx', mimeType: 'application/octet-stream', buffer: Buffer.from(lease) };
  const uploaded = await page.request.post('/api/documents/upload', {
    multipart: { title: 'Berth lease', file },
    headers: { origin: new URL(page.url()).origin },
    timeout: 120_000,
  });
  expect(uploaded.status()).toBe(201);
  const { id } = (await uploaded.json()) as { id: string };
  await page.goto(`/document/${id}`);
  await page.getByText(/things? to know about this file/).click();
  await expect(page.getByText('‘{{berth}}’')).toBeVisible();
  await page.getByRole('button', { name: 'Fill in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fill in the placeholders' });
  await dialog.getByLabel('berth').fill('17');
  await dialog.getByRole('button', { name: 'Fill in' }).click();
  await expect(dialog.getByLabel('company')).toHaveAccessibleDescription('Fill this in.');
  await dialog.getByLabel('company').fill('Harbour & Sons');
  await picture(page, 'fill');
  await dialog.getByRole('button', { name: 'Fill in' }).click();
  const moved = page.getByRole('dialog', { name: 'File replaced' });
  await expect(moved).toContainText('Signature: moved on page 1', { timeout: 60_000 });
  await moved.getByRole('button', { name: 'Close' }).last().click();
  const filled = await page.request.get(`/api/documents/${id}`);
  const { fileNotes } = (await filled.json()) as { fileNotes: { code: string }[] };
  expect(fileNotes.map(({ code }) => code)).not.toContain('text-in-braces');
});

test('one answer is shown in two places, and its settings apply to both', async ({ ada: { page } }) => {
  await prepare.uploadByDialog(page, (await import('../support/corpus.ts')).lease(), 'Two places');
  await prepare.addRecipient(page, grace);
  await prepare.clickField(page, 'Text', { page: 1, x: 0.3, y: 0.5 });
  await page.getByLabel('Label', { exact: true }).fill('Company');
  await prepare.showMoreProperties(page);
  await page.getByRole('button', { name: 'Show the answer in another place' }).click();
  await expect(page.getByText('Shown in 2 places.')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Company');
  await page.getByRole('switch', { name: 'Required' }).click();
  await picture(page, 'places');
  await prepare.saved(page);
  await expect(page.getByText('Fields with the same name have')).toBeHidden();
});
