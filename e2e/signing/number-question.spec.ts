import { grace } from '#testing/cast.ts';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { draftByProgram, sendByProgram } from '../support/sent-by-program.ts';
import { inTheLongRun } from '../support/sweep.ts';

test(
  'the signer is asked about an ambiguous number on a phone, and the chosen number is printed',
  inTheLongRun,
  async ({ ada, newPhone, server }) => {
    test.setTimeout(120_000);
    const title = 'Mietvertrag';
    const formats = { timeZone: 'Europe/Berlin', dateFormat: 'dd.MM.yyyy', numberFormat: '1.234,56' };
    const { linkOf } = await sendByProgram(ada.page.request, server.dataDir, {
      title,
      people: [{ ...grace, language: 'de' } as typeof grace],
      body: { formats },
      fields: [{ type: 'number', label: 'Kaution', required: true, properties: { max: 2000 } }],
    });
    const phone = await newPhone();
    await phone.goto(await linkOf(grace.email));
    await phone.getByRole('button', { name: 'Weiter zum Unterschreiben' }).tap();
    const box = phone.getByRole('button', { name: /^Kaution, Feld/ });
    const sheet = phone.getByRole('dialog');
    const done = sheet.getByRole('button', { name: 'Fertig' });

    await test.step('the question offers both numbers', async () => {
      await box.tap();
      await sheet.getByRole('textbox').fill('25.000');
      await done.tap();
      await expect(sheet.getByRole('alert').filter({ hasText: '25.000' })).toHaveText(
        '„25.000“ lässt sich auf zwei Arten lesen. Welche Zahl meinen Sie?',
      );
      await expect(sheet.getByRole('button', { name: /^25000\s*Wird gedruckt als 25\.000$/ })).toBeVisible();
      await expect(sheet.getByRole('button', { name: /^25\s*Wird gedruckt als 25$/ })).toBeVisible();
      await expectNothingFound(phone, 'the question about a number');
      for (const colorScheme of ['light', 'dark'] as const) {
        await phone.emulateMedia({ colorScheme });
        for (const width of [320, 375]) {
          await phone.setViewportSize({ width, height: 700 });
          const overflow = await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(overflow).toBeLessThanOrEqual(0);
          await phone.screenshot({ path: test.info().outputPath(`question-${width}-${colorScheme}.png`) });
        }
      }
    });

    await test.step('the intended number is checked against the limits', async () => {
      await sheet.getByRole('button', { name: /^25000/ }).tap();
      await expect(sheet.getByRole('alert').filter({ hasText: '2000' })).toBeVisible();
      await sheet.getByRole('textbox').fill('1.500');
      await done.tap();
      await sheet.getByRole('button', { name: /^1500/ }).tap();
      await expect(box).toHaveAccessibleName(/1\.500/);
    });

    await test.step('an unambiguous number shows its printed form immediately', async () => {
      await box.tap();
      await expect(sheet.getByRole('textbox')).toHaveValue('1.500');
      await done.tap();
      await expect(sheet).toBeHidden();
      await box.tap();
      await sheet.getByRole('textbox').fill('1234,5');
      await expect(sheet.getByText('Wird gedruckt als 1.234,5')).toBeVisible();
      await done.tap();
      await expect(box).toHaveAccessibleName(/1\.234,5/);
    });
  },
);

test(
  'the editor asks about an ambiguous number, and explains other invalid values',
  inTheLongRun,
  async ({ ada: { page } }) => {
    const id = await draftByProgram(
      page.request,
      'Lease with a deposit',
      [grace],
      [{ type: 'number', label: 'Deposit', required: true, properties: { max: 2000, value: '1.500' } }],
    );
    await page.goto(`/document/${id}`);
    await page
      .getByRole('button', { name: /^Deposit/ })
      .first()
      .click();
    const value = page.getByRole('textbox', { name: 'Default value' });
    const question = page.getByRole('group', {
      name: '“1.500” can be read two ways. Which number do you mean?',
    });
    await question.getByRole('button', { name: /^1500 ?Printed as 1,500$/ }).click();
    await expect(value).toHaveValue('1500');
    await expect(question).toBeHidden();
    await expect(value).toHaveAccessibleDescription('Printed as 1,500');

    await value.fill('25,000');
    await value.press('Enter');
    await page.getByRole('button', { name: /^25000/ }).press('Enter');
    await expect(value).toHaveAccessibleDescription(/‘25000’ is more than 2000/);
    await expect(page.getByRole('region', { name: 'What’s missing' })).toContainText('is more than 2000');
  },
);
