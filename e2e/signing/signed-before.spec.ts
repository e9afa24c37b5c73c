import { linus } from '#testing/cast.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { signElsewhere } from '#testing/pdfs/signed-elsewhere.ts';
import { makeSealChain } from '#testing/pki/seal-chain.ts';
import { expectNothingFound } from '../support/axe.ts';
import { consent, drawWithFinger, review, signDocument } from '../support/ceremony.ts';
import { expect, test } from '../support/fixtures.ts';
import { downloadBy } from '../support/judge.ts';
import * as prepare from '../support/prepare.ts';
import { inTheLongRun } from '../support/sweep.ts';

test(
  'a signed PDF is uploaded, sent and countersigned, and everyone sees who signed it before',
  inTheLongRun,
  async ({ ada: { page }, newPhone, openMail }) => {
    test.setTimeout(240_000);
    const title = 'Signed lease';
    const bytes = await signElsewhere(sampleLease(1), await makeSealChain({ organization: 'Acme' }));
    const file = { name: 'signed.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) };
    await prepare.uploadByDialog(page, file, title);
    await prepare.addRecipient(page, linus);
    await prepare.chooseRecipient(page, linus.name);
    await prepare.dragField(page, 'Signature', { page: 1, x: 0.3, y: 0.5 });
    await prepare.saved(page);
    await prepare.send(page, {});
    const { link } = await openMail(linus.email, title);

    const phone = await newPhone();
    await phone.goto(link);
    await expect(phone.locator('[data-page="1"] canvas')).toBeVisible({ timeout: 30_000 });
    const banner = phone.getByText('Already digitally signed by Acme Document Seal, 2026-11-01');
    await banner.tap();
    await expect(phone.getByText('We haven’t checked who is behind them.')).toBeVisible();
    await expectNothingFound(phone, 'the signatures of a file');
    await review(phone, link, title);
    await drawWithFinger(phone, phone.getByLabel('Draw your signature'));
    await consent(phone);
    await signDocument(phone, title);
    const sealed = phone.getByRole('link', { name: 'Download the sealed document' });
    await expect(sealed).toBeVisible({ timeout: 60_000 });
    const copy = await downloadBy(phone, () => sealed.tap());
    expect(copy.subarray(0, bytes.length).equals(Buffer.from(bytes))).toBe(true);

    await page.goto('/verify');
    await page.getByLabel('Sealed PDF').setInputFiles({ ...file, name: 'sealed.pdf', buffer: copy });
    await expect(page.getByText('Signed before by Acme Document Seal: ')).toBeVisible();
  },
);
