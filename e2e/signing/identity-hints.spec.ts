import type { Page } from '@playwright/test';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { draftByProgram, sendByProgram, signByProgram } from '../support/sent-by-program.ts';
import { inTheLongRun } from '../support/sweep.ts';

// A team is part of Business, but needs no plan if plans are disabled.
test.use({ settings: { PLANS: 'off' } });

/** The second letter of each name is Cyrillic. */
const grace = { name: 'Gr\u0430ce Lindqvist', email: 'grace@xn--bcher-kva.example' };
const linus = { name: '\u0418\u0432\u0430\u043d Okafor', email: 'linus.hints@okafor.example' };
const ofGrace = '“Gr\u0430ce” mixes Latin and Cyrillic letters. It may not be what it looks like.';
const ofDomain = 'The domain xn--bcher-kva.example stands for special letters: bücher.example.';
const ofAda = '“Chi\u0435f” mixes Latin and Cyrillic letters. It may not be what it looks like.';

/** Saves screenshots for review after a change: `HINTS_PICTURES=folder`. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['HINTS_PICTURES'];
  if (folder === undefined) return;
  const before = page.viewportSize()!;
  for (const width of [320, 375, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` });
    }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(before);
}

test(
  'a deceptive name or domain has a hint next to it',
  inTheLongRun,
  async ({ ada: { page }, server, newPhone }) => {
    const { request } = page;
    await test.step('hints appear in the contacts, and while typing', async () => {
      await page.goto('/contacts');
      await page.getByRole('button', { name: 'Add Contact' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Add Contact' });
      await dialog.getByLabel('Name').fill('Grace');
      await dialog.getByLabel('Email').fill(grace.email);
      await expect(dialog.getByRole('status')).toHaveText(ofDomain);
      await dialog.getByLabel('Name').fill(grace.name);
      await expect(dialog.getByRole('status')).toContainText(ofGrace);
      await picture(page, 'contact-dialog');
      await dialog.getByRole('button', { name: 'Add Contact' }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('row').filter({ hasText: 'Lindqvist' })).toContainText(ofGrace);
      await expectNothingFound(page, 'contacts with a hint');
      await picture(page, 'contacts');
    });

    await test.step('hints appear in the preview of an import', async () => {
      await page.getByRole('button', { name: 'Import CSV' }).click();
      const dialog = page.getByRole('dialog', { name: 'Import CSV' });
      const csv = `Email,Name\n${grace.email},${grace.name}\nhana@harbour.example,Hana Sato\n`;
      const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
      await dialog.locator('input[type="file"]').setInputFiles(file);
      await expect(dialog.getByRole('row').filter({ hasText: 'Lindqvist' })).toContainText(ofDomain);
      await expect(dialog.getByText('mixes')).toHaveCount(1);
      await expectNothingFound(page, 'import with a hint');
      await picture(page, 'import');
      await page.keyboard.press('Escape');
    });

    await test.step('hints appear in a team invitation, while typing and afterwards', async () => {
      await page.goto('/user-management');
      await page.getByRole('button', { name: 'Invite someone' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Email').fill(grace.email);
      await expect(dialog.getByRole('status')).toHaveText(ofDomain);
      await picture(page, 'invite');
      await dialog.getByRole('button', { name: 'Send Invitation' }).click();
      await expect(dialog).toBeHidden();
      const invitation = page.getByRole('main').getByRole('listitem').filter({ hasText: grace.email });
      await expect(invitation).toContainText(ofDomain);
      await expectNothingFound(page, 'invitations with a hint');
    });

    await test.step('hints appear in the editor and the send dialog, except for a name with one alphabet per word', async () => {
      await page.goto(`/document/${await draftByProgram(request, 'Lease with hints', [grace, linus])}`);
      const recipients = page.getByRole('region', { name: 'Recipients' });
      await expect(recipients).toContainText(ofGrace);
      await expect(recipients).toContainText(ofDomain);
      await expect(recipients.getByText('mixes')).toHaveCount(1);
      await picture(page, 'editor');
      await page.getByRole('button', { name: 'Send for Signature' }).click();
      const dialog = page.getByRole('dialog', { name: 'Send for Signature' });
      await expect(dialog.getByRole('group', { name: 'Recipient 1' })).toContainText(ofGrace);
      await expect(dialog.getByText('mixes')).toHaveCount(1);
      await expectNothingFound(page, 'send dialog with a hint');
      await picture(page, 'send-dialog');
    });

    await request.patch('/api/user/profile', { data: { firstName: 'Anna', lastName: 'Chi\u0435f' } });
    const title = 'Lease of a disguised sender';
    const body = { allowDelegation: true };
    const sent = await sendByProgram(request, server.dataDir, { title, people: [grace, linus], body });

    await test.step('hints appear on the signer’s page: for the sender, for the others, and when delegating', async () => {
      const phone = await newPhone();
      await phone.goto(await sent.linkOf(linus.email));
      await expect(phone.getByRole('banner').getByRole('status')).toHaveText(ofAda);
      await expect(phone.getByRole('main')).toContainText(ofGrace);
      await expectNothingFound(phone, 'signer page with a hint');
      await picture(phone, 'signer');
      await phone.getByRole('button', { name: 'Assign to someone else' }).tap();
      const sheet = phone.getByRole('dialog');
      await sheet.getByLabel('Name').fill(grace.name);
      await expect(sheet.getByRole('status')).toHaveText(ofGrace);
      await picture(phone, 'delegate');
    });

    await test.step('hints appear on the verify page', async () => {
      for (const { name, email } of [grace, linus])
        await signByProgram(request, await sent.linkOf(email), name);
      const path = `/api/documents/${sent.id}/download`;
      await expect.poll(async () => (await request.get(path)).status(), { timeout: 60_000 }).toBe(200);
      await page.goto('/verify');
      await page.getByLabel('Sealed PDF').setInputFiles({
        name: 'lease.pdf',
        mimeType: 'application/pdf',
        buffer: await (await request.get(path)).body(),
      });
      const signers = page.getByRole('region', { name: 'Who signed' });
      await expect(signers).toContainText(ofAda);
      await expect(signers).toContainText(ofGrace);
      await expectNothingFound(page, 'verify page with a hint');
      await picture(page, 'verify');
    });
  },
);
