import { PNG } from 'pngjs';
import { grace } from '#testing/cast.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { expectNothingFound } from '../support/axe.ts';
import { consent, drawWithFinger, review, signDocument } from '../support/ceremony.ts';
import { lease } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import * as prepare from '../support/prepare.ts';

test('Ada adds every kind of field, and Grace fills them in on her phone', async ({
  ada: { page },
  newPhone,
  openMail,
}) => {
  test.setTimeout(180_000);
  const title = 'Berth with everything';
  const tools = page.getByRole('complementary', { name: 'Recipients and fields' });

  await test.step('Ada places the fields and sets their rules', async () => {
    await prepare.uploadByDialog(page, lease(1), title);
    await prepare.addRecipient(page, grace);
    await prepare.clickField(page, 'Signature', { page: 1, x: 0.3, y: 0.12 });
    await prepare.clickField(page, 'Name', { page: 1, x: 0.3, y: 0.2 });
    await prepare.clickField(page, 'Number', { page: 1, x: 0.3, y: 0.26 });
    await tools.getByLabel('Label').fill('Rent');
    await prepare.showMoreProperties(page);
    await tools.getByLabel('Maximum').fill('5000');
    await prepare.clickField(page, 'Phone', { page: 1, x: 0.6, y: 0.2 });
    await prepare.clickField(page, 'List', { page: 1, x: 0.3, y: 0.32 });
    await tools.getByLabel('Label').fill('Berth');
    await expect(page.getByText('A list has no options to choose from.')).toBeVisible();
    await tools.getByLabel('Choices').fill('Berth 1\nBerth 2');
    await expect(page.getByText('A list has no options to choose from.')).toBeHidden();
    await prepare.clickField(page, 'Company', { page: 1, x: 0.7, y: 0.26 });
    await prepare.clickField(page, 'Multiple choice', { page: 1, x: 0.7, y: 0.34 });
    await tools.getByLabel('Label').fill('Extras');
    await tools.getByLabel('Choices').fill('Power\nWater\nCrane');
    await tools.getByLabel('At most').fill('2');
    await prepare.clickField(page, 'Address', { page: 1, x: 0.7, y: 0.58 });
    await prepare.clickField(page, 'Note', { page: 1, x: 0.7, y: 0.44 });
    await tools.getByLabel('Text').fill('Berths 3 to 5 only');
    await prepare.clickField(page, 'Strikethrough', { page: 1, x: 0.7, y: 0.5 });
    await expect(tools.getByLabel('Assigned to')).toHaveCount(0);
    await prepare.clickField(page, 'Choice', { page: 1, x: 0.3, y: 0.38 });
    await tools.getByLabel('Value', { exact: true }).fill('a boat');
    await prepare.clickField(page, 'Choice', { page: 1, x: 0.4, y: 0.38 });
    await expect(tools.getByLabel('Group')).toHaveValue('Question 1');
    await prepare.clickField(page, 'File', { page: 1, x: 0.3, y: 0.44 });
    await prepare.clickField(page, 'Image', { page: 1, x: 0.3, y: 0.72 });
    await tools.getByLabel('Label').fill('Meter');
    await prepare.clickField(page, 'Company stamp', { page: 1, x: 0.7, y: 0.72 });
    await prepare.clickField(page, 'Text', { page: 1, x: 0.3, y: 0.5 });
    await tools.getByLabel('Label').fill('Name of the boat');
    await tools.getByRole('button', { name: 'Add condition' }).click();
    await tools.getByRole('group', { name: 'Condition 1' }).getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'Question 1: a boat' }).click();
    await expect(page.getByText('Ready to send.')).toBeVisible();
    await expectNothingFound(page, 'the editor with every kind');
    await prepare.saved(page);
    await prepare.send(page);
  });

  const phone = await newPhone();
  const link = (await openMail(grace.email, title)).link;
  const sheet = phone.getByRole('dialog');
  const done = sheet.getByRole('button', { name: 'Done' });

  await test.step('Grace fills in the fields', async () => {
    await review(phone, link, title);
    await expect(phone.getByRole('button', { name: /^Name field, .*Grace Lindqvist/ })).toBeVisible();
    await phone.getByRole('button', { name: /^Rent, number field/ }).tap();
    await sheet.getByRole('textbox').fill('9000');
    await done.tap();
    await expect(sheet.getByRole('alert')).toHaveText('Enter 5000 or less.');
    await expectNothingFound(phone, 'a value that is refused');
    await sheet.getByRole('textbox').fill('1250,50');
    await done.tap();
    await expect(phone.getByRole('button', { name: /^Rent, .*1,250\.50/ })).toBeVisible();

    await phone.getByRole('button', { name: /^Phone number field/ }).tap();
    await expect(sheet.getByText('Required · with country code')).toBeVisible();
    await expect(sheet.getByRole('textbox')).toHaveAttribute('type', 'tel');
    await sheet.getByRole('textbox').fill('020 7946 0958');
    await done.tap();
    await expect(sheet.getByRole('alert')).toContainText('Begin with + and the country code');
    await sheet.getByRole('textbox').fill('+44-20-7946-0958');
    await done.tap();
    await expect(phone.getByRole('button', { name: /^Phone number field.*\+44 20 7946 0958/ })).toBeVisible();

    await expect(phone.getByRole('img', { name: 'Note by the sender: Berths 3 to 5 only' })).toBeVisible();
    await expect(phone.getByRole('img', { name: 'Struck out by the sender' })).toBeVisible();
    await phone.getByRole('button', { name: /^Company field/ }).tap();
    await expect(sheet.getByRole('textbox')).toHaveAttribute('autocomplete', 'organization');
    await sheet.getByRole('textbox').fill('Harbour & Sons');
    await done.tap();
    await phone.getByRole('button', { name: /^Extras, choices field/ }).tap();
    for (const option of ['Crane', 'Power', 'Water']) await sheet.getByLabel(option).check();
    await done.tap();
    await expect(sheet.getByRole('alert')).toHaveText('Choose at most 2.');
    await expectNothingFound(phone, 'options');
    await sheet.getByLabel('Water').uncheck();
    await done.tap();
    await expect(phone.getByRole('button', { name: /^Extras, .*Power\s+Crane/ })).toBeVisible();
    await phone.getByRole('button', { name: /^Address field/ }).tap();
    await sheet.getByLabel('Street').fill('Quay 7');
    await sheet.getByLabel('City').fill('24103 Kiel');
    await done.tap();
    await expect(phone.getByRole('button', { name: /^Address field, .*Quay 7\s+24103 Kiel/ })).toBeVisible();
    await phone.getByRole('button', { name: /^Berth, list field/ }).tap();
    await sheet.getByRole('combobox').selectOption('Berth 2');
    await done.tap();
    await expect(phone.getByRole('button', { name: /^Name of the boat/ })).toHaveCount(0);
    await phone.getByRole('button', { name: /^Question 1: a boat/ }).tap();
    await phone.getByRole('button', { name: /^Name of the boat/ }).tap();
    await sheet.getByRole('textbox').fill('Sea Breeze');
    await done.tap();

    await phone.getByRole('button', { name: /^File field/ }).tap();
    const file = {
      name: 'passport.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(sampleLease(1)),
    };
    await sheet.locator('input[type=file]').setInputFiles(file);
    await expect(phone.getByRole('button', { name: /^File field, .*passport\.pdf/ })).toBeVisible();
    await phone.getByRole('button', { name: /^Meter, image field/ }).tap();
    const blank = pngOf(() => [255, 255, 255, 255]);
    await sheet.locator('input[type=file]').setInputFiles({ ...picture, buffer: blank });
    await expect(sheet.getByRole('alert')).toContainText('This picture is blank.');
    await sheet.locator('input[type=file]').setInputFiles({ ...picture, buffer: meter });
    await expect(sheet.getByRole('img', { name: 'The picture as it will be printed' })).toBeVisible();
    await expectNothingFound(phone, 'an uploaded picture');
    await phone.screenshot({ path: test.info().outputPath('picture.png') });
    await sheet.getByRole('button', { name: 'Use this picture' }).tap();
    await phone.getByRole('button', { name: /^Company stamp field/ }).tap();
    await expect(sheet.getByLabel('Company name')).toHaveValue('Harbour & Sons');
    await sheet.getByRole('button', { name: 'Make a stamp' }).tap();
    await expect(sheet.getByRole('img', { name: 'The picture as it will be printed' })).toBeVisible();
    await phone.screenshot({ path: test.info().outputPath('stamp.png') });
    await sheet.getByRole('button', { name: 'Use this picture' }).tap();
    const stamp = phone.getByRole('button', { name: /^Company stamp field, .*filled/i }).locator('img');
    await expect
      .poll(() => stamp.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(100);
    await phone.screenshot({ path: test.info().outputPath('filled.png') });
  });

  await test.step('Grace signs', async () => {
    await drawWithFinger(phone, phone.getByLabel('Draw your signature'));
    await consent(phone);
    await signDocument(phone, title);
  });

  await test.step('Ada gets the attached file', async () => {
    await expect
      .poll(
        async () => {
          await page.reload();
          return prepare.rowOf(page, title).textContent();
        },
        { timeout: 30_000 },
      )
      .toContain('Completed');
    await prepare.rowOf(page, title).getByRole('link', { name: title, exact: true }).click();
    await expect(page.getByRole('link', { name: 'passport.pdf' })).toBeVisible();
  });
});

const picture = { name: 'meter.png', mimeType: 'image/png' };
const meter = pngOf((x, y) => [x * 4, y * 6, 90, 255]);

function pngOf(colorAt: (x: number, y: number) => number[]): Buffer {
  const png = new PNG({ width: 60, height: 40 });
  for (let at = 0; at < 2400; at += 1) png.data.set(colorAt(at % 60, Math.floor(at / 60)), at * 4);
  return PNG.sync.write(png);
}
