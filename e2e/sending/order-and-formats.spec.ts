import type { TemplateDetail } from '#contract/documents/templates.ts';
import { grace, hana, linus } from '#testing/cast.ts';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import * as prepare from '../support/prepare.ts';
import { draftByProgram } from '../support/sent-by-program.ts';
import { inTheLongRun } from '../support/sweep.ts';
import type { Page } from '@playwright/test';

test.use({ settings: { PLANS: 'off' } });

const people = [
  { ...grace, order: 1 },
  { ...linus, order: 2 },
];

/** A template with two numbered roles and a date to enter. */
async function templateOf(page: Page): Promise<string> {
  const start = [{ type: 'dateEntry', label: 'Start' }];
  const documentId = await draftByProgram(page.request, 'Berth lease', people, start);
  const words = { name: 'Berth lease', description: 'One berth for a year', category: 'Legal' };
  const answer = await page.request.post('/api/templates', { data: { ...words, documentId } });
  return ((await answer.json()) as { id: string }).id;
}

async function choose(page: Page, combobox: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: combobox }).click();
  await page.getByRole('option', { name: option }).click();
}

test(
  'a role of a template keeps its language, protection and note',
  inTheLongRun,
  async ({ ada: { page } }) => {
    const id = await templateOf(page);
    await page.goto(`/templates/${id}/edit`);
    await prepare.untilPainted(page, 1);
    const dialog = page.getByRole('dialog', { name: 'Edit role' });
    await page.getByRole('button', { name: 'Edit Signer 2' }).click();
    await choose(page, 'Language', 'Deutsch');
    await dialog.getByRole('switch', { name: 'Access code' }).press('Space');
    await dialog.getByRole('switch', { name: 'One-time code by email' }).click();
    await choose(page, 'Passkey when signing', 'Offered');
    await dialog.getByLabel('Note for this person').fill('Please sign before Friday.');
    await expectNothingFound(page, 'the settings of a role');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    const row = page.getByRole('button', { name: /Signer 2.*Codes and passkey/ });
    await expect(row).toContainText('Note for this person');

    // Selecting another role and returning leaves the settings unchanged.
    await page.getByRole('button', { name: 'Edit Signer 1' }).click();
    await dialog.getByLabel('Role name').fill('Tenant');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await page.keyboard.press('Control+z');
    await expect(page.getByRole('button', { name: 'Edit Signer 1' })).toBeVisible();
    const saved = (await (await page.request.get(`/api/templates/${id}`)).json()) as TemplateDetail;
    expect(saved.roles[1]).toMatchObject({
      language: 'de',
      accessCode: true,
      mailCode: true,
      passkey: 'offered',
      message: 'Please sign before Friday.',
    });

    await page.goto('/templates');
    await page.getByRole('button', { name: /^Use/ }).first().click();
    await expect(page.getByText('You set an access code for this person')).toBeVisible();
  },
);

test(
  'a public form shows the signing order, and how its documents print dates',
  inTheLongRun,
  async ({ ada: { page } }) => {
    const id = await templateOf(page);
    await page.goto(`/templates/${id}/form`);
    const order = page.getByRole('list', { name: 'Order' });
    await expect(order.getByRole('listitem')).toHaveText([/1.*Signer 1/, /2.*Signer 2/]);
    await choose(page, 'Signing order', 'All at once');
    await expect(order).toBeHidden();
    await choose(page, 'Dates and numbers', 'Custom formats');
    await choose(page, 'Date format', '27.11.2026');
    await choose(page, 'Time zone', 'Europe/Berlin');
    await page.getByLabel('Name', { exact: true }).fill(linus.name);
    await page.getByLabel('Email', { exact: true }).fill(linus.email);
    await expectNothingFound(page, 'the settings of a public form');
    await page.getByRole('button', { name: 'Open form' }).click();
    await expect(page.getByRole('img', { name: 'QR code for the link' })).toBeVisible();
    const answer = await (await page.request.get(`/api/templates/${id}/form`)).json();
    expect(answer).toMatchObject({
      form: { signingOrder: 'parallel', formats: { dateFormat: 'dd.MM.yyyy', timeZone: 'Europe/Berlin' } },
    });
  },
);

test(
  'a bulk send reads and prints dates in the format chosen on its page',
  inTheLongRun,
  async ({ ada: { page } }) => {
    const id = await templateOf(page);
    await page.goto(`/templates/${id}/bulk`);
    const csv = [
      'Signer 1 email,Signer 1 name,Signer 2 email,Signer 2 name,Start',
      `${hana.email},${hana.name},${linus.email},${linus.name},03/04/2026`,
    ].join('\n');
    await page
      .getByLabel('CSV file', { exact: true })
      .setInputFiles({ name: 'berths.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    const wrong = page.getByRole('region', { name: 'Skipped rows' });
    await expect(wrong).toContainText('could be 2026-04-03 or 2026-03-04');
    await choose(page, 'Date format', '27/11/2026');
    await expect(wrong).toBeHidden();
    await expect(page.getByText('1 row can be sent')).toBeVisible();
    await choose(page, 'Signing order', 'All at once');
    await expectNothingFound(page, 'the options of a bulk send');
    await page.getByRole('button', { name: 'Send 1 Document' }).click();
    await expect(page.getByText('1 of 1', { exact: true })).toBeVisible({ timeout: 20_000 });
    const [document] = (await (await page.request.get('/api/documents?limit=1')).json()) as { id: string }[];
    const sent = await (await page.request.get(`/api/documents/${document!.id}`)).json();
    expect(sent).toMatchObject({ signingOrder: 'parallel', formats: { dateFormat: 'dd/MM/yyyy' } });
  },
);

test(
  'the dialog of a template shows the order of its roles and can send to all at once',
  inTheLongRun,
  async ({ ada: { page } }) => {
    await templateOf(page);
    await page.goto('/templates');
    await page.getByRole('button', { name: /^Use/ }).first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(/^Order [12]$/)).toHaveCount(2);
    const order = dialog.getByRole('combobox', { name: 'Signing order' });
    await order.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'All at once' }).press('Enter');
    const group = (role: string) => dialog.getByRole('group', { name: role });
    await group('Signer 1').getByLabel('Email').fill(grace.email);
    await group('Signer 2').getByLabel('Email').fill(linus.email);
    await expectNothingFound(page, 'the dialog of a template');
    await dialog.getByRole('button', { name: 'Create document' }).click();
    await expect(page).toHaveURL(/\/document\//);
    const saved = await (await page.request.get(`/api/documents/${page.url().split('/').at(-1)}`)).json();
    expect(saved).toMatchObject({ signingOrder: 'parallel' });
  },
);
