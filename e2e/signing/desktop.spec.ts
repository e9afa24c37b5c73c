import { grace } from '#testing/cast.ts';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { sendByProgram } from '../support/sent-by-program.ts';
import { inTheLongRun } from '../support/sweep.ts';

test(
  'on a desktop the document begins near the top, and Next opens a question with radio buttons',
  inTheLongRun,
  async ({ ada, browser, server }) => {
    const fields = ['Summer', 'Winter'].map((choice) => ({
      type: 'radio',
      width: 12,
      height: 12,
      required: true,
      properties: { group: 'Season', choice },
    }));
    const { linkOf } = await sendByProgram(ada.page.request, server.dataDir, {
      title: 'Lease of the winter berth',
      people: [grace],
      fields,
    });
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(await linkOf(grace.email));
    const sheet = page.locator('[data-page="1"]').first();
    await expect(sheet.locator('canvas')).toBeVisible();
    if (process.env['PICTURES'])
      await page.screenshot({ path: `${process.env['PICTURES']}/signer-1440.png` });
    expect((await sheet.boundingBox())!.y).toBeLessThanOrEqual(180);
    await expect(page.getByText(/ada\S*@harbour\.example/).filter({ visible: true })).toHaveCount(1);

    await page.getByRole('button', { name: 'Continue to Sign' }).click();
    await page.getByRole('button', { name: 'Next field: Season' }).press('Enter');
    const question = page.getByRole('dialog', { name: 'Season' });
    await question.getByRole('radio', { name: 'Winter' }).check();
    await expectNothingFound(page, 'question with radio buttons');
    if (process.env['PICTURES'])
      await page.screenshot({ path: `${process.env['PICTURES']}/signer-question.png` });
    await question.getByRole('button', { name: 'Done' }).click();
    // The next step is the signature.
    await expect(page.getByRole('dialog').getByLabel('Type your name')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /Winter/, pressed: true })).toBeVisible();
    await context.close();
  },
);
