import { guessFormats } from '#core/formats/formats.ts';
import { appLanguages } from '#core/language/language.ts';
import { grace } from '#testing/cast.ts';
import { isNoNumber, numberRows, readingsOf } from '#testing/number-table.ts';
import { expect, test } from '../support/fixtures.ts';
import { sendByProgram } from '../support/sent-by-program.ts';
import { inTheLongRun } from '../support/sweep.ts';

/**
 * Types every input of testing/number-table.md into the signing page and checks the result: the printed form,
 * the question, or the error.
 */
for (const [at, language] of appLanguages.entries())
  test(
    `all number formats on the signing page in ${language}`,
    inTheLongRun,
    async ({ ada, newPhone, server }) => {
      test.setTimeout(400_000);
      const { linkOf } = await sendByProgram(ada.page.request, server.dataDir, {
        title: `Lease with a sum, ${language}`,
        people: [{ ...grace, language } as typeof grace],
        body: { formats: { ...guessFormats(language, null), timeZone: 'UTC' } },
        fields: [{ type: 'number', label: 'Sum', required: false }],
      });
      const phone = await newPhone();
      await phone.goto(await linkOf(grace.email));
      await phone.locator(".button[data-look='primary']").first().tap();
      const box = phone.getByRole('button', { name: /Sum/ }).first();
      const sheet = phone.getByRole('dialog');
      const typed = sheet.getByRole('textbox');
      const wrong: string[] = [];
      await box.tap();
      for (const row of numberRows) {
        await typed.fill(row.written);
        const status = (await sheet.getByRole('status').innerText()).trim();
        await typed.press('Enter');
        const readings = readingsOf(row);
        let seen: string;
        if (readings) {
          const choices = sheet.locator('.reading');
          await expect(choices, row.written).toHaveCount(2);
          seen = (await choices.locator('.muted').allInnerTexts()).join(' or ');
          const printed = row.printed[at]!.split(' or ');
          if (!printed.every((text, index) => seen.split(' or ')[index]?.endsWith(text)))
            wrong.push(`${row.written}: ${seen}`);
          continue;
        }
        if (isNoNumber(row)) {
          await expect(sheet.locator('.entry-problem'), row.written).not.toBeEmpty();
          continue;
        }
        await expect(sheet, row.written).toBeHidden();
        const printed = row.printed[at]!;
        // The box shows the previous value until the new one is measured.
        await expect(box)
          .toContainText(printed)
          .catch(() => undefined);
        seen = (await box.innerText()).trim();
        // The status is empty if the printed form equals the input.
        const isShown = status === '' ? row.written.trim() === printed : status.endsWith(printed);
        if (!seen.includes(printed) || !isShown) wrong.push(`${row.written}: ${seen}, ${status}`);
        await box.tap();
      }
      expect(wrong).toEqual([]);
    },
  );
