import { grace } from '#testing/cast.ts';
import { expectNothingFound } from '../support/axe.ts';
import { consent, drawWithFinger, review, signDocument } from '../support/ceremony.ts';
import { lease } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import * as prepare from '../support/prepare.ts';
import { inTheLongRun } from '../support/sweep.ts';

test(
  'Ada adds conditions and a formula, tries them, and Grace sees the result on her phone',
  inTheLongRun,
  async ({ ada: { page }, newPhone, openMail }) => {
    test.setTimeout(180_000);
    const title = 'Lease with rules';
    const tools = page.getByRole('complementary', { name: 'Recipients and fields' });
    const label = async (name: string) => tools.getByLabel('Label').fill(name);

    await test.step('Ada adds the rules', async () => {
      await prepare.uploadByDialog(page, lease(1), title);
      await prepare.addRecipient(page, grace);
      await prepare.clickField(page, 'Signature', { page: 1, x: 0.3, y: 0.12 });
      await prepare.clickField(page, 'Number', { page: 1, x: 0.3, y: 0.2 });
      await label('Quantity');
      await prepare.clickField(page, 'Number', { page: 1, x: 0.6, y: 0.2 });
      await label('Price');
      await prepare.clickField(page, 'Number', { page: 1, x: 0.3, y: 0.28 });
      await label('Total');
      await prepare.showMoreProperties(page);
      await tools.getByLabel('Decimals').fill('2');
      await tools.getByLabel('Formula', { exact: true }).fill('{Quantity} * {Prize}');
      await expect(tools.getByText(/has a formula with ‘Prize’/)).toBeVisible();
      await tools.getByLabel('Formula', { exact: true }).fill('{Quantity} *');
      await tools.getByRole('combobox', { name: 'Add a field to the formula' }).click();
      await page.getByRole('option', { name: 'Price' }).click();
      await expect(tools.getByLabel('Formula', { exact: true })).toHaveValue('{Quantity} * {Price}');
      await expect(tools.getByLabel('Maximum')).toHaveCount(0);
      await prepare.clickField(page, 'Text', { page: 1, x: 0.3, y: 0.36 });
      await label('Guarantor');
      await tools.getByRole('button', { name: 'Add condition' }).click();
      const condition = tools.getByRole('group', { name: 'Condition 1' });
      await condition.getByRole('combobox', { name: 'Field' }).click();
      await page.getByRole('option', { name: 'Total' }).click();
      await condition.getByRole('combobox', { name: 'Condition' }).click();
      await page.getByRole('option', { name: 'is at least or no earlier than' }).click();
      await condition.getByLabel('Value').fill('1000');
      await expectNothingFound(page, 'the editor with a condition');
      await expect(page.getByText('Ready to send.')).toBeVisible();
      await page.screenshot({ path: test.info().outputPath('editor.png') });
    });

    await test.step('Ada tries the rules', async () => {
      await prepare.showPalette(page);
      await tools.getByRole('button', { name: 'Rules' }).click();
      const rules = page.getByRole('dialog', { name: 'Rules' });
      await expect(rules).toContainText('Total is at least 1000');
      await expect(rules.getByText('Hidden')).toBeVisible();
      await rules.getByLabel('Quantity').fill('3');
      await rules.getByLabel('Price').fill('1000,5');
      await expect(rules).toContainText('= 3,001.50');
      await expect(rules.getByText('Hidden')).toBeHidden();
      await expectNothingFound(page, 'the rules');
      await page.screenshot({ path: test.info().outputPath('rules.png') });
      await rules.getByText('Guarantor', { exact: true }).click();
      await expect(rules).toBeHidden();
      await prepare.saved(page);
      await prepare.send(page);
    });

    const phone = await newPhone();
    const link = (await openMail(grace.email, title)).link;
    const sheet = phone.getByRole('dialog');
    const done = sheet.getByRole('button', { name: 'Done' });
    const enter = async (name: RegExp, value: string) => {
      await phone.getByRole('button', { name }).tap();
      await sheet.getByRole('textbox').fill(value);
      await done.tap();
    };

    await test.step('Grace sees the total, and is asked for a guarantor once the total is large', async () => {
      await review(phone, link, title);
      await enter(/^Quantity, number field/, '3');
      await enter(/^Price, number field/, '100');
      await expect(phone.getByRole('img', { name: /^Total, .*calculated.*300\.00/ })).toBeVisible();
      await expect(phone.getByRole('button', { name: /^Guarantor/ })).toHaveCount(0);
      await enter(/^Price, number field/, '1000');
      await expect(phone.getByRole('img', { name: /^Total, .*3,000\.00/ })).toBeVisible();
      await enter(/^Guarantor, text field/, 'Linus Okafor');
      await phone.screenshot({ path: test.info().outputPath('filled.png') });
      await drawWithFinger(phone, phone.getByLabel('Draw your signature'));
      await consent(phone);
      await signDocument(phone, title);
    });
  },
);
