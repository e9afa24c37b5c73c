import { makeDocx } from '#testing/docx/make-docx.ts';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { inTheLongRun } from '../support/sweep.ts';

test(
  'uploading a Word file with tracked changes asks how to handle them, and then continues automatically',
  inTheLongRun,
  async ({ ada: { page } }) => {
    const body =
      '<w:p><w:del w:id="1" w:author="Linus"><w:r><w:delText>1000</w:delText></w:r></w:del><w:ins w:id="2" w:author="Linus"><w:r><w:t>2000</w:t></w:r></w:ins></w:p>';
    const file = {
      name: 'Lease with the landlord’s changes of November.docx',
      mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      buffer: Buffer.from(makeDocx({ paragraphs: ['The rent in euros'], body })),
    };
    await page.goto('/upload');
    await page.getByLabel('File', { exact: true }).setInputFiles(file);
    await page.getByRole('button', { name: 'Upload Document' }).click();
    const question = page.getByRole('dialog', { name: 'Tracked changes found' });
    await expect(question).toContainText(file.name);
    await expectNothingFound(page, 'tracked changes');
    await question.getByRole('button', { name: 'Show the changes' }).click();
    await expect(page).toHaveURL(/\/document\/[0-9a-f-]+$/, { timeout: 60_000 });
    await page.getByText('to know about this file').click();
    await expect(page.getByText('tracked changes are shown')).toBeVisible();
  },
);
