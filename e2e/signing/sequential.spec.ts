import type { Page } from '@playwright/test';
import { grace, linus } from '#testing/cast.ts';
import { consent, review, signDocument } from '../support/ceremony.ts';
import { lease } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import { mailsTo } from '../support/outbox.ts';
import * as prepare from '../support/prepare.ts';
import { inTheLongRun } from '../support/sweep.ts';

test(
  'the second signer is invited when the first has signed',
  inTheLongRun,
  async ({ ada: { page }, newPhone, openMail, server }) => {
    const title = 'Lease, one after the other';
    await prepare.uploadByDialog(page, lease(1), title);
    await prepare.addRecipient(page, grace);
    await prepare.clickField(page, 'Signature', { page: 1, x: 0.3, y: 0.3 });
    await prepare.addRecipient(page, linus);
    await prepare.clickField(page, 'Signature', { page: 1, x: 0.7, y: 0.3 });
    await expect(prepare.placed(page, 'Signature', 'Linus', 1)).toHaveCount(1);
    await prepare.send(page, { oneAfterTheOther: true });

    const toGrace = await openMail(grace.email, title);
    await prepare.rowOf(page, title).getByRole('link', { name: title, exact: true }).click();
    const recipients = page.getByRole('region', { name: 'Recipients' });
    await expect(recipients.getByRole('listitem').filter({ hasText: linus.name })).toContainText(
      'Waiting for their turn',
    );
    const trail = page.getByRole('region', { name: 'Trail' });
    await trail.getByRole('button', { name: /^Show all/ }).click();
    await expect(trail.getByText('Invitation issued')).toHaveCount(1);
    expect(await mailsTo(server.dataDir, linus.email, title)).toEqual([]);

    const phone = await newPhone();
    await review(phone, toGrace.link, title);
    await typeSignature(phone, grace.name);
    await consent(phone);
    await signDocument(phone, title);

    const toLinus = await openMail(linus.email, title);
    await review(phone, toLinus.link, title);
    await typeSignature(phone, linus.name);
    await consent(phone);
    await signDocument(phone, title);
    await openMail(linus.email, `Completed: ${title}`);
  },
);

async function typeSignature(page: Page, name: string): Promise<void> {
  await page.getByRole('group', { name: 'How to sign' }).getByRole('button', { name: 'Type' }).tap();
  await page.getByRole('button', { name: `Use “${name}”` }).tap();
  await expect(page.getByLabel('Type your name')).toHaveValue(name);
}
