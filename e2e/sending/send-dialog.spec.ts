import { grace, linus } from '#testing/cast.ts';
import { lease } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import * as prepare from '../support/prepare.ts';
import { inTheLongRun } from '../support/sweep.ts';

/** Specification §2 '/document/{id}', §4 'Document status' and 'Field placement', §5 'Send dialog', §8. */
test('a draft is prepared, sent, and read-only afterwards', async ({ ada: { page } }) => {
  test.setTimeout(240_000);
  const toast = prepare.toast(page);
  const title = 'Lease of berth 9';
  await prepare.uploadByDialog(page, lease(1), title);
  const sending = page.getByRole('button', { name: 'Send for Signature' });
  const dialog = page.getByRole('dialog', { name: 'Send for Signature' });
  const submit = dialog.getByRole('button', { name: 'Send Document' });

  await test.step('a loading message is shown until the pages have loaded', async () => {
    let letGo = () => {};
    const released = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/api/documents/*/file', async (route) => {
      await released;
      await route.continue();
    });
    await page.reload();
    await expect(page.getByText('Loading document...')).toBeVisible();
    letGo();
    await prepare.untilPainted(page, 1);
    await expect(page.getByText('Loading document...')).toBeHidden();
    await page.unroute('**/api/documents/*/file');
  });

  await test.step('the header has the title, the status, Preview and Send for Signature', async () => {
    const header = page.getByRole('banner');
    await expect(header).toContainText(title);
    await expect(header.getByText('Draft', { exact: true })).toBeVisible();
    await expect(header.getByRole('button', { name: 'Preview' })).toBeVisible();
    await expect(sending).toBeVisible();
  });

  await test.step('the side panel lists the kinds of field and the recipients', async () => {
    const panel = page.getByRole('complementary');
    for (const kind of ['Signature', 'Initial', 'Date', 'Checkbox'])
      await expect(panel.getByRole('button', { name: kind, exact: true })).toBeVisible();
    await prepare.addRecipient(page, grace);
    const recipients = page.getByRole('region', { name: 'Recipients' });
    await expect(recipients).toContainText(grace.name);
    await expect(recipients).toContainText(/signer/i);
  });

  await test.step('a field is centered on the cursor, and never beyond the top left', async () => {
    const to = await prepare.pointOn(page, { page: 1, x: 0.5, y: 0.4 });
    await prepare.clickField(page, 'Signature', { page: 1, x: 0.5, y: 0.4 });
    const first = prepare.placed(page, 'Signature', 'Grace', 1);
    const middle = await prepare.middleOf(first);
    expect(Math.abs(middle.x - to.x)).toBeLessThan(6);
    expect(Math.abs(middle.y - to.y)).toBeLessThan(6);
    await prepare.clickField(page, 'Checkbox', { page: 1, x: 0.002, y: 0.08 });
    const corner = prepare.placed(page, 'Checkbox', 'Grace', 1);
    const sheet = await page.locator('main [data-page="1"]').boundingBox();
    const box = await corner.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual((sheet?.x ?? 0) - 1);
    await prepare.saved(page);
  });

  await test.step('a missing recipient is reported', async () => {
    await sending.click();
    await dialog.getByRole('button', { name: 'Edit recipient 1' }).click();
    await dialog.getByRole('button', { name: 'Remove recipient 1' }).click();
    await submit.click();
    await expect(toast).toContainText('No recipients');
    await expect(toast).toContainText('Please add at least one recipient');
  });

  await test.step('Escape closes the dialog, and not the toast above it first', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(toast).toBeVisible();
    await sending.click();
  });

  await test.step('an address without an at sign is reported', async () => {
    await dialog.getByRole('button', { name: 'Edit recipient 1' }).click();
    await dialog.getByLabel('Email', { exact: true }).fill('grace.harbour.example');
    await dialog.getByRole('button', { name: 'Edit recipient 1' }).click();
    await submit.click();
    await expect(toast).toContainText('Invalid email addresses');
    await expect(toast).toContainText('Please enter valid email addresses for all recipients');
    // An invalid address opens its row for correction.
    await expect(dialog.getByLabel('Email', { exact: true })).toBeFocused();
    await dialog.getByLabel('Email', { exact: true }).fill(grace.email);
  });

  await test.step('a duplicate person is merged and the fields are kept', async () => {
    await dialog.getByRole('button', { name: 'Add recipient' }).click();
    await dialog.getByLabel('Email', { exact: true }).last().fill(grace.email.toUpperCase());
    await submit.click();
    await expect(toast).toContainText('is listed twice as signer');
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await expect(dialog.locator('[data-row]')).toHaveCount(1);
    await expect(dialog.getByText('is listed twice')).toHaveCount(0);
  });

  await test.step('the email preview shows the typed text, which remains after Back', async () => {
    await dialog.getByLabel('Message', { exact: true }).fill('The crane is yours on Friday.');
    const mail = dialog.frameLocator('iframe:not([aria-hidden])');
    await expect(mail.getByText('The crane is yours on Friday.')).toBeVisible();
    await expect(mail.getByRole('heading', { level: 1 })).toContainText(title);
    await page.goBack();
    await expect(dialog).toBeHidden();
    await sending.click();
    await expect(dialog.getByLabel('Message', { exact: true })).toHaveValue('The crane is yours on Friday.');
    await dialog.getByLabel('Message', { exact: true }).fill('');
    await expect(mail.getByText('The crane is yours on Friday.')).toHaveCount(0);
  });

  await test.step('the days default to 30, and must be a whole number from 1 to 365', async () => {
    const days = dialog.getByLabel('Expiration in days');
    await expect(days).toHaveValue('30');
    for (const wrong of ['0', '366', '1.5']) {
      await days.fill(wrong);
      await submit.click();
      await expect(dialog.getByText('Enter a whole number from 1 to 365.')).toBeVisible();
    }
  });

  await test.step('the days between reminders have their own limits, and are not changed silently', async () => {
    await dialog.getByLabel('Expiration in days').fill('30');
    await dialog.getByRole('combobox', { name: 'Remind people who haven’t signed' }).click();
    await page.getByRole('option', { name: 'reminded', exact: true }).click();
    await dialog.getByLabel('Every … days').fill('60');
    await submit.click();
    await expect(dialog.getByText('Enter a whole number from 1 to 30.')).toBeVisible();
    await dialog.getByLabel('Every … days').fill('3');
  });

  await test.step('a server refusal is shown with its message', async () => {
    await dialog.getByLabel('Expiration in days').fill('365');
    await page.route('**/api/documents/*/send', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        json: { status: 503, code: 'resting', title: 'Resting', detail: 'The service is resting.' },
      }),
    );
    await submit.click();
    await expect(toast).toContainText('Failed to send document');
    await expect(toast).toContainText('The service is resting.');
    // The new person was saved anyway, so the editor and the dialog must keep referring to the same person.
    await dialog.getByRole('button', { name: 'Add recipient' }).click();
    await dialog.getByLabel('Email', { exact: true }).last().fill('linos@okafor.example');
    await submit.click();
    await expect(dialog.getByText('The service is resting.')).toBeVisible();
    await page.unroute('**/api/documents/*/send');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const recipients = page.getByRole('region', { name: 'Recipients' });
    await recipients.getByRole('button', { name: 'Edit linos@okafor.example' }).click();
    const correcting = page.getByRole('dialog', { name: 'Edit recipient' });
    await correcting.getByLabel('Email').fill(linus.email);
    await correcting.getByRole('button', { name: 'Save' }).click();
    await expect(correcting).toBeHidden();
    await sending.click();
    await expect(dialog.locator('[data-row]')).toHaveText([new RegExp(grace.email), new RegExp(linus.email)]);
    await dialog.getByRole('button', { name: 'Edit recipient 2' }).click();
    await dialog.getByRole('button', { name: 'Remove recipient 2' }).click();
    await dialog.getByRole('button', { name: 'Edit recipient 1' }).click();
  });

  await test.step('empty days mean 30, and name and message are optional', async () => {
    await dialog.getByLabel('Expiration in days').fill('');
    await dialog.getByRole('textbox', { name: /^Name/ }).fill('');
    const sent = page.waitForRequest('**/api/documents/*/send');
    const saved: string[] = [];
    void sent.then(() =>
      page.on('request', (request) => {
        if (request.method() === 'PUT' && request.url().endsWith('/fields')) saved.push(request.url());
      }),
    );
    await submit.click();
    expect((await sent).postDataJSON()).toMatchObject({ expirationDays: 30, message: '' });
    // The layout check before sending is slow on a busy machine.
    await expect(toast).toContainText('Document sent successfully', { timeout: 60_000 });
    await expect(toast).toContainText('Recipients will receive email notifications');
    await expect(page).toHaveURL('/dashboard');
    await expect(prepare.rowOf(page, title)).toContainText('Pending');
    expect(saved, 'fields saved after the document was sent').toEqual([]);
  });

  await test.step('after sending, nothing can be placed, moved or sent', async () => {
    await prepare.rowOf(page, title).getByRole('link', { name: title, exact: true }).click();
    await expect(page.locator('[data-page="1"] canvas').first()).toBeVisible();
    await expect(sending).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Signature', exact: true })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Remove field' })).toHaveCount(0);
  });

  await test.step('Preview is in the header of every document, and shows the recipient’s view', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Preview' }).click();
    const preview = page.getByRole('dialog', { name: 'Preview' });
    await expect(preview.getByText('what recipients see when they open their link')).toBeVisible();
    await expect(preview.getByRole('combobox', { name: 'Show as' })).toContainText(grace.email);
    await expect(preview.locator('[data-page="1"] canvas').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(preview).toBeHidden();
  });
});

test(
  'recipients are reordered by dragging, Escape reverts it, and their numbers do not move',
  inTheLongRun,
  async ({ ada: { page } }) => {
    await prepare.uploadByDialog(page, lease(1), 'Lease of berth 10');
    await prepare.addRecipient(page, grace);
    await prepare.addRecipient(page, linus);
    await page.getByRole('button', { name: 'Send for Signature' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send for Signature' });
    await dialog.getByRole('combobox', { name: 'Signing order' }).click();
    await page.getByRole('option', { name: 'One after the other' }).click();
    const rows = dialog.locator('[data-row]');
    const numbers = dialog.getByRole('spinbutton', { name: 'Order' });
    const expectOrder = async (...order: string[]) => {
      for (const [index, email] of order.entries()) {
        await expect(rows.nth(index)).toContainText(email);
        await expect(numbers.nth(index)).toHaveValue(String(index + 1));
      }
    };
    await expectOrder(grace.email, linus.email);
    const dragFirstDown = async () => {
      const from = await prepare.middleOf(dialog.getByTitle('Drag to reorder').first());
      const row = await dialog.locator('[data-row]').nth(1).boundingBox();
      if (!row) throw new Error('the second recipient is nowhere');
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x, row.y + row.height * 0.6, { steps: 6 });
      await expectOrder(linus.email, grace.email);
    };
    await dragFirstDown();
    await page.keyboard.press('Escape');
    await expectOrder(grace.email, linus.email);
    await page.mouse.up();
    await dragFirstDown();
    await page.mouse.up();
    await dialog.getByRole('button', { name: 'Edit recipient 2' }).click();
    await dialog.getByRole('button', { name: 'Move recipient 2 up' }).click();
    await expectOrder(grace.email, linus.email);

    // A new recipient comes last, even if a removal has freed a lower number.
    const add = dialog.getByRole('button', { name: 'Add recipient' });
    await add.click();
    await expect(numbers.last()).toHaveValue('3');
    await dialog.getByRole('button', { name: 'Remove recipient 1' }).click();
    await expect(numbers).toHaveCount(2);
    await add.click();
    for (const [index, number] of ['2', '3', '4'].entries())
      await expect(numbers.nth(index)).toHaveValue(number);
  },
);
