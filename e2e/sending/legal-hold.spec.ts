import { grace } from '#testing/cast.ts';
import { chooseOther } from '../support/ceremony.ts';
import { lease } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import * as prepare from '../support/prepare.ts';
import { inTheLongRun } from '../support/sweep.ts';

test(
  'a document is put on hold, the hold is lifted, and after its retention period a person is erased from it',
  inTheLongRun,
  async ({ ada, newPhone, openMail }) => {
    const { page } = ada;
    const title = 'Lease that ended';
    await prepare.uploadByDialog(page, lease(1), title);
    await prepare.addRecipient(page, grace);
    await prepare.clickField(page, 'Signature', { page: 1, x: 0.3, y: 0.3 });
    await prepare.send(page);
    const phone = await newPhone();
    await phone.goto((await openMail(grace.email, title)).link);
    await chooseOther(phone, 'Decline');
    const sheet = phone.getByRole('dialog', { name: `Decline “${title}”?` });
    await sheet.getByRole('button', { name: 'Decline document' }).tap();
    await expect(phone.getByRole('heading', { name: 'You have declined this document' })).toBeVisible();
    await openMail(ada.email, `Declined: ${title}`);

    await page.reload();
    await prepare.rowOf(page, title).getByRole('link', { name: title, exact: true }).click();
    const menu = () => page.getByRole('button', { name: 'More actions' });
    await menu().click();
    await page.getByRole('menuitem', { name: 'Put on legal hold' }).click();
    const hold = page.getByRole('dialog', { name: 'Put on legal hold' });
    await hold.getByLabel('Reason for keeping it').fill('A claim about the berth.');
    await hold.getByRole('button', { name: 'Put on legal hold' }).click();
    await expect(page.getByText(/^On legal hold since/)).toBeVisible();

    const people = page.getByRole('region', { name: 'Recipients' });
    const erase = async () => {
      await people.getByRole('button', { name: /Grace Lindqvist/ }).click();
      await page.getByRole('menuitem', { name: 'Erase this person' }).click();
      const dialog = page.getByRole('dialog', { name: 'Erase Grace Lindqvist from this document' });
      await dialog.getByLabel('Why').fill('She asked for it.');
      await dialog.getByRole('button', { name: 'Erase this person' }).click();
      return dialog;
    };
    const refused = await erase();
    await expect(refused.getByText(/This document is on legal hold/)).toBeVisible();
    await refused.getByRole('button', { name: 'Cancel' }).click();
    await menu().click();
    await page.getByRole('menuitem', { name: 'Lift the legal hold' }).click();
    await expect(page.getByText(/^On legal hold since/)).toBeHidden();
    const early = await erase();
    await expect(
      early.getByText(/This account keeps the people in its documents for 10 years/),
    ).toBeVisible();
    await early.getByRole('button', { name: 'Cancel' }).click();

    const address = page.url();
    await page.goto('/settings/retention');
    await page.getByLabel('Years', { exact: true }).fill('0');
    await page.getByRole('region', { name: 'Retention' }).getByRole('button').click();
    await expect(prepare.toast(page)).toContainText('Saved');
    await page.goto(address);
    await erase();
    await expect(people.getByText('Erased', { exact: true })).toBeVisible();
    const trail = page.getByRole('region', { name: 'Trail' });
    await expect(trail).toContainText('Audit trail verified');
    await expect(trail.getByText('Person erased', { exact: true })).toHaveCount(1);
    await expect(page.locator('body')).not.toContainText(/grace/i);
    const standing = page.getByRole('region', { name: 'Where it stands' });
    await expect(standing).toContainText(/It was declined on/);
    // The erased person's link no longer works.
    await phone.reload();
    await expect(phone.getByRole('heading', { name: 'Document Not Available' })).toBeVisible();
  },
);
