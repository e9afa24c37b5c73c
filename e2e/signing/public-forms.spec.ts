import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { openMail } from '../support/outbox.ts';
import { draftByProgram } from '../support/sent-by-program.ts';
import { inTheLongRun } from '../support/sweep.ts';
import { grace } from '#testing/cast.ts';

test.use({ settings: { PLANS: 'off' } });

test(
  'Ada opens a form, Hana submits it on a phone, confirms by email and gets the document',
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
    await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
    await expectNothingFound(page, 'public form');
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      if (process.env['PICTURES'])
        await page.screenshot({ path: `${process.env['PICTURES']}/form-${width}.png`, fullPage: true });
    }
    const url = await page.getByRole('region', { name: 'Link' }).locator('code').innerText();

    const phone = await newPhone();
    await phone.goto(url);
    await phone.getByLabel('Your name').fill('Hana Sato');
    await phone.getByLabel('Your email address').fill('hana@sato.example');
    await phone.getByLabel('Your code').fill('wrong one');
    await phone.getByRole('button', { name: 'Email me the link' }).click();
    await expect(phone.getByRole('alert')).toContainText('Wrong code');
    await expect(phone.getByLabel('Your name')).toHaveValue('Hana Sato');
    if (process.env['PICTURES'])
      await phone.screenshot({ path: `${process.env['PICTURES']}/form-visitor.png` });
    await expectNothingFound(phone, 'form of a visitor');
    await phone.getByLabel('Your code').fill('heron 7');
    await phone.getByRole('button', { name: 'Email me the link' }).click();
    await expect(phone.getByRole('heading', { name: 'Check your email' })).toBeVisible();

    const mail = await openMail(server.dataDir, 'hana@sato.example', 'Did you request');
    const link = /https?:\/\/\S+\/form\/confirm\/\S+/.exec(mail.text ?? '')![0];
    await phone.goto(link);
    await expectNothingFound(phone, 'confirmation of a form');
    await phone.getByRole('button', { name: 'Yes, email me the document' }).click();
    await expect(phone.getByRole('heading', { name: 'The document is on its way' })).toBeVisible();
    await openMail(server.dataDir, 'hana@sato.example', 'asks you to sign');
    await page.reload();
    await expect(page.getByText('1 document created.')).toBeVisible();

    // A changed code can be removed again without leaving the page.
    await page.getByLabel('Access code').fill('heron 8');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByLabel('Access code')).toHaveValue('');
    await page.getByRole('checkbox', { name: 'Stop asking for a code' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('checkbox', { name: 'Stop asking for a code' })).toHaveCount(0);
  },
);
