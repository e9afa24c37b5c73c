import { grace } from '#testing/cast.ts';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { draftByProgram, sendByProgram } from '../support/sent-by-program.ts';
import { inTheLongRun } from '../support/sweep.ts';

const formats = { timeZone: 'Pacific/Auckland', dateFormat: 'dd.MM.yyyy', numberFormat: '1.234,56' };

test('a sender chooses the date format from examples', inTheLongRun, async ({ ada: { page } }) => {
  const id = await draftByProgram(page.request, 'Lease with dates', [grace], [{ type: 'date' }]);
  await page.goto(`/document/${id}`);
  await page.getByRole('button', { name: 'Send for Signature' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send for Signature' });
  await dialog.getByRole('combobox', { name: 'Date format' }).click();
  await page.getByRole('option', { name: '27.11.2026' }).click();
  await dialog.getByRole('combobox', { name: 'Time zone' }).click();
  await page.getByRole('option', { name: 'Europe/Berlin' }).click();
  await dialog.getByRole('button', { name: 'Send Document' }).click();
  await expect(dialog).toBeHidden();
  const answer = await page.request.get(`/api/documents/${id}`);
  expect(await answer.json()).toMatchObject({
    formats: { timeZone: 'Europe/Berlin', dateFormat: 'dd.MM.yyyy' },
  });
});

test('a signer types or picks a date, and sees it as it will be printed', async ({
  ada: sender,
  newPhone,
  server,
}) => {
  const phone = await newPhone();
  const { linkOf } = await sendByProgram(sender.page.request, server.dataDir, {
    title: 'Lease with a birth date',
    people: [grace],
    body: { formats },
    fields: [
      { type: 'date' },
      { type: 'dateEntry', label: 'Date of birth', required: true, properties: { latest: 'signing-18y' } },
    ],
  });
  await phone.goto(await linkOf(grace.email));
  await expect(phone.locator('[data-page="1"] canvas')).toBeVisible();
  await phone.getByRole('button', { name: 'Continue to Sign' }).tap();
  const today = new Intl.DateTimeFormat('de-DE', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'Pacific/Auckland',
  }).format(Date.now());
  await expect(phone.getByRole('img', { name: today })).toBeVisible();
  await phone.getByRole('button', { name: /^Date of birth/ }).tap();
  const sheet = phone.getByRole('dialog');
  const typed = sheet.getByRole('textbox', { name: 'Date of birth' });
  await typed.fill('3.2.90');
  await sheet.getByRole('button', { name: 'Done' }).tap();
  await expect(sheet.getByRole('alert')).toContainText('Enter a date, such as');
  await typed.fill(today);
  await sheet.getByRole('button', { name: 'Done' }).tap();
  await expect(sheet.getByRole('alert')).toContainText('or an earlier date');
  await sheet.getByLabel('Or choose it in the calendar').fill('1990-02-03');
  await expect(typed).toHaveValue('03.02.1990');
  await typed.fill('4.2.1990');
  await expect(sheet.getByRole('status')).toHaveText('Printed as 04.02.1990');
  await sheet.getByRole('button', { name: 'Done' }).tap();
  await expect(sheet).toBeHidden();
  await expect(phone.getByRole('button', { name: /Date of birth.*04\.02\.1990/ })).toBeVisible();
});

test(
  'the page asks about an ambiguous date, at 320 pixels and in right-to-left layout',
  inTheLongRun,
  async ({ ada: sender, newPhone, server }) => {
    const { linkOf } = await sendByProgram(sender.page.request, server.dataDir, {
      title: 'Lease with a start date',
      people: [{ ...grace, language: 'ar' } as typeof grace],
      body: { formats },
      fields: [
        {
          type: 'dateEntry',
          label: 'Start',
          required: true,
          properties: { earliest: '2026-01-01', latest: '2026-12-31' },
        },
      ],
    });
    const phone = await newPhone();
    await phone.setViewportSize({ width: 320, height: 640 });
    await phone.goto(await linkOf(grace.email));
    await phone.getByRole('button', { name: 'المتابعة إلى التوقيع' }).tap();
    await phone.getByRole('button', { name: /Start.*حقل التاريخ/ }).tap();
    const sheet = phone.getByRole('dialog');
    const typed = sheet.getByRole('textbox', { name: 'Start' });
    await typed.fill('03/04/2026');
    await typed.press('Enter');
    const question = sheet.getByRole('group', { name: /03\/04\/2026/ });
    await expect(question.getByRole('button')).toHaveCount(2);
    await expectNothingFound(phone, 'the question about a date');
    expect(await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await phone.screenshot({ path: test.info().outputPath('date-question-320-ar.png') });
    await question.getByRole('button', { name: /03\.04\.2026/ }).press('Enter');
    await expect(sheet).toBeHidden();
    await expect(phone.getByRole('button', { name: /Start.*03\.04\.2026/ })).toBeVisible();
  },
);
