import { grace, linus } from '#testing/cast.ts';
import { lease } from '../support/corpus.ts';
import { chooseOther } from '../support/ceremony.ts';
import { expect, test } from '../support/fixtures.ts';
import * as prepare from '../support/prepare.ts';

test('when one recipient declines, no one can sign anymore, and everyone is notified of the reason', async ({
  ada,
  newPhone,
  openMail,
}) => {
  const { page } = ada;
  const title = 'Lease that nobody wants';
  await prepare.uploadByDialog(page, lease(1), title);
  await prepare.addRecipient(page, grace);
  await prepare.clickField(page, 'Signature', { page: 1, x: 0.3, y: 0.3 });
  await prepare.addRecipient(page, linus);
  await prepare.clickField(page, 'Signature', { page: 1, x: 0.7, y: 0.3 });
  await prepare.send(page);
  const toGrace = await openMail(grace.email, title);
  const toLinus = await openMail(linus.email, title);

  const phone = await newPhone();
  await phone.goto(toGrace.link);
  await chooseOther(phone, 'Decline');
  const sheet = phone.getByRole('dialog', { name: `Decline “${title}”?` });
  await sheet.getByRole('button', { name: 'Keep the document' }).tap();
  await expect(sheet).toBeHidden();
  await chooseOther(phone, 'Decline');
  await sheet.getByLabel('Reason (optional)').fill('The berth is too small.');
  await sheet.getByRole('button', { name: 'Decline document' }).tap();
  await expect(phone.getByRole('heading', { name: 'You have declined this document' })).toBeVisible();
  await expect(phone.getByText('We’ve notified Ada Moreau.')).toBeVisible();

  expect((await openMail(ada.email, `Declined: ${title}`)).text).toContain('The berth is too small.');
  expect((await openMail(linus.email, `Declined: ${title}`)).text).toContain('declined');
  await phone.goto(toLinus.link);
  await expect(phone.getByRole('heading', { name: 'Document Not Available' })).toBeVisible();

  await page.reload();
  await expect(prepare.rowOf(page, title)).toContainText('Declined');
  await prepare.rowOf(page, title).getByRole('link', { name: title, exact: true }).click();
  const standing = page.getByRole('region', { name: 'Where it stands' });
  await expect(standing).toContainText(/Grace Lindqvist declined on [A-Z][a-z]{2} \d{1,2}, \d{4}\./);
  await expect(standing.getByText('The berth is too small.')).toBeVisible();
  await expect(standing.getByRole('button', { name: 'Duplicate and correct' })).toBeEnabled();
  const trail = page.getByRole('region', { name: 'Trail' });
  await expect(trail.getByText('Document declined', { exact: true })).toHaveCount(1);
  await expect(trail).toContainText('Audit trail verified');
});
