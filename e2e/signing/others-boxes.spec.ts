import { grace, linus } from '#testing/cast.ts';
import { drawnSignature } from '#testing/journey/drawn-signature.ts';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { sendByProgram, signByProgram } from '../support/sent-by-program.ts';
import { inTheLongRun } from '../support/sweep.ts';

const mallory = { name: 'Mallory Bay', email: 'mallory@bay.example' };

test(
  'Linus sees the boxes of Grace and Mallory, and later what they signed',
  inTheLongRun,
  async ({ ada, newPhone, server }) => {
    const title = 'Lease of three parties';
    const { linkOf } = await sendByProgram(ada.page.request, server.dataDir, {
      title,
      people: [grace, linus, mallory],
      fields: [
        { type: 'text', label: 'Berth', required: false, properties: { value: 'Quay 4' } },
        { type: 'checkbox', label: 'Agreed', width: 20, height: 20, required: false },
      ],
    });
    const page = await newPhone();
    const link = await linkOf(linus.email);
    const box = (name: string) => page.getByRole('img', { name });

    await test.step('the boxes are already in the HTML, before any script runs', async () => {
      const html = await (await page.request.get(link)).text();
      expect(html).toContain('Signature, Grace Lindqvist (Signer): still empty');
      expect(html).not.toContain(grace.email);
    });

    await test.step('each box is outlined, shows its owner, and cannot be focused', async () => {
      await page.goto(link);
      await expect(box('Signature, Grace Lindqvist (Signer): still empty')).toBeVisible();
      await expect(box('Signature, Mallory Bay (Signer): still empty')).toBeVisible();
      await expect(box('Text, Grace Lindqvist (Signer): filled in by the sender: Quay 4')).toBeVisible();
      await expect(page.locator('.other')).toHaveCount(4);
      await expect(page.locator('.other').locator('a, button, [tabindex]')).toHaveCount(0);
      await expect(page.locator('.other-owner').first()).toHaveText(`${grace.name} · Signature`);
      await page.locator('[data-page="1"] canvas').waitFor();
      await expectNothingFound(page, 'review with the boxes of others');
    });

    await test.step('the page updates when Grace types her signature and Mallory draws hers', async () => {
      await signByProgram(page.request, await linkOf(grace.email), grace.name);
      await expect(box('Signature, Grace Lindqvist (Signer): signed: Grace Lindqvist')).toBeVisible();
      await signByProgram(page.request, await linkOf(mallory.email), mallory.name, {
        signatureText: undefined,
        signatureData: drawnSignature(),
      });
      const picture = box('Signature, Mallory Bay (Signer): signed').locator('img');
      await expect(picture).toBeVisible();
      // The picture's box exists before the picture has loaded.
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
    });

    await test.step('Linus’s own box is next to the others and can be clicked', async () => {
      await page.getByRole('button', { name: 'Continue to Sign' }).tap();
      await expect(page.getByRole('button', { name: /^Signature field, page 1/ })).toBeVisible();
      await expect(page.locator('.other').first()).toBeVisible();
    });
  },
);
