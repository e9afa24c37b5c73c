import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { openMail } from '../support/outbox.ts';
import { draftByProgram } from '../support/sent-by-program.ts';
import { inTheLongRun } from '../support/sweep.ts';
import { grace } from '#testing/cast.ts';

test.use({ settings: { PLANS: 'off' } });

test(
  'Ada opens a form, and Hana reads it on a phone, enters the emailed code and continues to sign',
  inTheLongRun,
  async ({ ada, newPhone, server }) => {
    const { page } = ada;
    const draft = await draftByProgram(page.request, 'Berth lease', [grace], [{ type: 'signature' }]);
    const words = {
      name: 'Berth for a year',
      description: 'For guests',
      category: 'Legal',
      documentId: draft,
    };
    await page.request.post('/api/templates', { data: words });
    await page.goto('/templates');
    await page
      .getByRole('button', { name: /Berth for a year/ })
      .last()
      .click();
    await page.getByRole('menuitem', { name: 'Public form' }).click();
    await expect(page.getByRole('heading', { name: 'Public form: Berth for a year' })).toBeVisible();
    await page.getByLabel('Maximum documents').fill('10');
    await page.getByLabel('Access code').fill('heron 7');
    await page.getByRole('button', { name: 'Open form' }).click();
    await expect(page.getByRole('img', { name: 'QR code for the link' })).toBeVisible();
    await expectNothingFound(page, 'public form');
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      if (process.env['PICTURES'])
        await page.screenshot({ path: `${process.env['PICTURES']}/form-${width}.png`, fullPage: true });
    }
    const url = await page.getByRole('region', { name: 'Link' }).locator('code').innerText();

    const sheetOpens = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Print QR code' }).click();
    const sheet = await sheetOpens;
    await expect(sheet.getByRole('heading', { name: 'Berth for a year' })).toBeVisible();
    await expect(sheet.getByText(url)).toBeVisible();
    await expect(sheet.getByRole('img', { name: 'QR code for the link' })).toBeVisible();
    await sheet.close();

    const phone = await newPhone();
    const picture = async (name: string) => {
      if (process.env['PICTURES'])
        await phone.screenshot({ path: `${process.env['PICTURES']}/form-${name}.png`, fullPage: true });
    };
    await phone.goto(url);
    await phone.getByLabel('Access code').fill('wrong one');
    await phone.getByRole('button', { name: 'Read the document' }).click();
    await expect(phone.getByRole('alert')).toContainText('Wrong code');
    await expectNothingFound(phone, 'access code of a form');
    await picture('access-code');
    await phone.getByLabel('Access code').fill('heron 7');
    await phone.getByRole('button', { name: 'Read the document' }).click();
    const first = phone.getByRole('img', { name: /^Page 1 of/ });
    await expect(first).toBeVisible();
    await expect
      .poll(() => first.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(600);
    await expectNothingFound(phone, 'form of a visitor');
    await picture('visitor');
    await phone.setViewportSize({ width: 1440, height: 900 });
    await picture('visitor-1440');
    await phone.setViewportSize({ width: 375, height: 812 });
    await phone.getByLabel('Your name').fill('Hana Sato');
    await phone.getByLabel('Your email address').fill('hana@sato.example');
    await phone.getByRole('button', { name: 'Email me a code' }).click();
    await expect(phone.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await expectNothingFound(phone, 'emailed code of a form');
    await picture('code');

    const mail = await openMail(server.dataDir, 'hana@sato.example', 'is your code for');
    await phone.getByLabel('Code from the email').fill(/\d{6}/.exec(mail.subject)![0]);
    await phone.getByRole('button', { name: 'Continue to the document' }).click();
    await expect(phone).toHaveURL(/\/sign\//);
    await expect(phone.getByRole('heading', { name: 'Berth for a year' })).toBeVisible();
    await page.reload();
    await expect(page.getByText('1 document created.')).toBeVisible();

    // A changed code can be removed again without leaving the page.
    await page.getByLabel('Access code').fill('heron 8');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByLabel('Access code')).toHaveValue('');
    await page.getByRole('checkbox', { name: 'Remove the code' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('checkbox', { name: 'Remove the code' })).toHaveCount(0);
  },
);
