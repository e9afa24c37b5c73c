import type { Page } from '@playwright/test';
import type { TemplateView } from '#contract/documents/templates.ts';
import { makeDocx } from '#testing/docx/make-docx.ts';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { openMail } from '../support/outbox.ts';
import { inTheLongRun } from '../support/sweep.ts';

test.use({ settings: { PLANS: 'off' } });

/** Saves screenshots for review after a change: `PICTURES=folder`. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder !== undefined)
    await page.screenshot({ path: `${folder}/word-form-${name}.png`, fullPage: true });
}

const lease = makeDocx({
  paragraphs: [
    'Lease of berth {{berth}} by {{company}} for {{rent}} per month from {{start}}',
    '{{#if pets}}Pets are allowed.{{/if}}',
    'Signed {{signature:1}}',
  ],
});

test(
  'Ada asks visitors for the values of a Word file, and Hana answers on a phone and gets the finished lease',
  inTheLongRun,
  async ({ ada: { page }, newPhone, server }) => {
    const file = { name: 'lease.docx', mimeType: 'application/octet-stream', buffer: Buffer.from(lease) };
    const uploaded = await page.request.post('/api/templates/upload', {
      multipart: { name: 'Berth lease', description: 'One berth', file },
      headers: { origin: new URL(page.url()).origin },
      timeout: 120_000,
    });
    const { id } = (await uploaded.json()) as TemplateView;
    await page.goto(`/templates/${id}/form`);
    const source = (name: string) => page.getByRole('combobox', { name: `{{${name}}}` });
    await source('berth').click();
    await page.getByRole('option', { name: 'The same in every document' }).click();
    await page.getByLabel('berth', { exact: true }).fill('17');
    await page.getByLabel('Question').first().fill('Your company');
    await page.getByRole('combobox', { name: 'Answer type' }).nth(1).click();
    await page.getByRole('option', { name: 'Number' }).click();
    await page.getByRole('combobox', { name: 'Answer type' }).nth(2).click();
    await page.getByRole('option', { name: 'Date entry' }).click();
    await page.getByLabel('pets').click();
    await expectNothingFound(page, 'the values of a form');
    await picture(page, 'settings');
    await page.getByRole('button', { name: 'Open form' }).click();
    const url = await page.getByRole('region', { name: 'Link' }).locator('code').innerText();

    const phone = await newPhone();
    await phone.goto(new URL(url).pathname);
    await expectNothingFound(phone, 'a form with questions');
    await phone.getByLabel('Your name').fill('Hana Sato');
    await phone.getByLabel('Your email address').fill('hana@sato.example');
    await phone.getByLabel('Your company').fill('Quay {{1}}');
    await phone.getByLabel('rent').fill('1.250');
    await phone.getByLabel('start').fill('2027-01-15');
    await phone.getByRole('button', { name: 'Email me a code' }).tap();
    await expect(phone.getByLabel('Your company')).toHaveAccessibleDescription('Leave out { and }.');
    await expect(phone.getByLabel('start')).toHaveValue('2027-01-15');
    await expectNothingFound(phone, 'wrong answers of a form');
    await picture(phone, 'wrong');
    await phone.getByLabel('Your company').fill('Quay & Sons');
    await phone.getByLabel('rent').fill('1250.50');
    await phone.getByRole('button', { name: 'Email me a code' }).tap();
    const mail = await openMail(server.dataDir, 'hana@sato.example', 'is your code');
    await phone.getByLabel('Code from the email').fill(/\d{6}/.exec(mail.text)![0]);
    await phone.getByRole('button', { name: 'Continue to the document' }).tap();
    await expect(phone).toHaveURL(/\/sign\//, { timeout: 60_000 });
    await expect(phone.getByText('Quay & Sons').first()).toBeAttached({ timeout: 30_000 });
    await picture(phone, 'filled');
  },
);
