import { lease } from '../support/corpus.ts';
import { consent, review, signDocument } from '../support/ceremony.ts';
import { expect, test } from '../support/fixtures.ts';
import * as prepare from '../support/prepare.ts';
import { inTheLongRun } from '../support/sweep.ts';

test(
  'Ada delivers the link to a person without a mailbox, who signs and keeps a copy',
  inTheLongRun,
  async ({ ada: { page }, newPhone }) => {
    test.setTimeout(240_000);
    await prepare.uploadByDialog(page, lease(1), 'Lease of berth 11');
    const choose = async (option: string) => {
      await page.getByRole('combobox', { name: 'Signing link' }).click();
      await page.getByRole('option', { name: option }).click();
    };

    await test.step('the editor asks for a name instead of an address', async () => {
      await page.getByRole('complementary').getByRole('button', { name: 'Add recipient' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add recipient' });
      await choose('I’ll deliver the link');
      await dialog.getByRole('button', { name: 'Add recipient' }).click();
      await expect(dialog).toContainText('Enter a name for a person without an email address.');
      await dialog.getByLabel('Name').fill('Hanne Voss');
      await dialog.getByLabel('Phone number (optional)').fill('+49 170 1234567');
      await dialog.getByRole('button', { name: 'Add recipient' }).click();
      await expect(dialog).toBeHidden();
    });

    await prepare.clickField(page, 'Signature', { page: 1, x: 0.5, y: 0.4 });
    await prepare.saved(page);
    await page.getByRole('button', { name: 'Send for Signature' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send for Signature' });
    await dialog.getByRole('button', { name: 'Edit recipient 1' }).click();
    await expect(dialog).toContainText('Anyone who gets hold of the link can sign with it.');
    await dialog.getByRole('button', { name: 'Send Document' }).click();

    const links = page.getByRole('dialog', { name: 'Deliver this link' });
    const shown = links.getByTestId('link');
    const first = await test.step('the link is shown once, after sending', async () => {
      await expect(links).toContainText('Hanne Voss');
      const link = await shown.innerText();
      await links.getByRole('button', { name: 'Done' }).click();
      return link;
    });

    const second =
      await test.step('the document page provides a new link, which replaces the first one', async () => {
        await prepare
          .rowOf(page, 'Lease of berth 11')
          .getByRole('link', { name: 'Lease of berth 11', exact: true })
          .click();
        await expect(page.getByText('Not emailed, because you deliver the link.')).toBeVisible();
        await page.getByRole('button', { name: 'Actions for Hanne Voss' }).click();
        await page.getByRole('menuitem', { name: 'Get the link' }).click();
        const dialog = page.getByRole('dialog', { name: 'Get the link for Hanne Voss' });
        await dialog.getByRole('button', { name: 'Get the link' }).click();
        const link = await shown.innerText();
        expect(link).not.toBe(first);
        await links.getByRole('button', { name: 'Done' }).click();
        return link;
      });

    const phone = await newPhone();
    await phone.goto(first);
    await expect(phone.getByText('Use the newest link that you received.')).toBeVisible();
    await review(phone, second, 'Lease of berth 11');
    await phone.getByRole('group', { name: 'How to sign' }).getByRole('button', { name: 'Type' }).tap();
    await phone.getByLabel('Type your name').fill('Hanne Voss');
    await consent(phone);
    await signDocument(phone, 'Lease of berth 11');
    await expect(phone.getByRole('link', { name: /Download/ })).toBeVisible();
    await expect(phone.getByText(/your copy/)).toBeVisible();
  },
);
