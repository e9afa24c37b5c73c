import { dict, latin1Bytes, ref, stream } from '#pdf/objects/objects.ts';
import { grace } from '#testing/cast.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { consent } from '../support/ceremony.ts';
import { lease } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import * as prepare from '../support/prepare.ts';
import { inTheLongRun } from '../support/sweep.ts';

/** A pattern with a zero step makes the rendering library fail for the whole page. */
const undrawable = makePdf({
  pages: [
    { text: 'Terms' },
    {
      text: 'Rent per month: 900',
      content: '/Pattern cs /P scn 40 700 50 50 re f',
      resources: { Pattern: dict({ P: ref(1000) }) },
    },
  ],
  objects: {
    1000: stream(
      {
        PatternType: 1,
        PaintType: 1,
        TilingType: 1,
        BBox: [0, 0, 10, 10],
        XStep: 0,
        YStep: 0,
        Resources: dict({}),
      },
      latin1Bytes('0 0 5 5 re f'),
    ),
  },
});

test(
  'a page that cannot be rendered is reported, and signing requires downloading the file',
  inTheLongRun,
  async ({ ada: { page }, newPhone, openMail }) => {
    const title = 'Lease with a page that nobody sees';
    await prepare.uploadByDialog(page, lease(2), title);
    await prepare.addRecipient(page, grace);
    await prepare.clickField(page, 'Signature', { page: 1, x: 0.3, y: 0.3 });
    await prepare.send(page);
    const { link } = await openMail(grace.email, title);
    const phone = await newPhone();
    await phone.route(/\/api\/sign\/[^/]+\/file/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        headers: { 'content-type': 'application/pdf' },
        body: Buffer.from(undrawable),
      });
    });
    await phone.goto(link);
    await expect(phone.locator('[data-page="1"] canvas')).toBeVisible({ timeout: 30_000 });
    const second = phone.locator('[data-page="2"]');
    await second.scrollIntoViewIfNeeded();
    await expect(second.getByRole('alert')).toContainText('We couldn’t display this page.');
    await second.getByRole('button', { name: 'Try again' }).tap();
    await expect(second.getByRole('alert')).toContainText('We couldn’t display this page.');

    await phone.getByRole('button', { name: 'Continue to Sign' }).tap();
    await phone.getByRole('button', { name: 'Type', exact: true }).tap();
    await phone.getByLabel('Type your name').fill(grace.name);
    await consent(phone);
    const act = phone.getByRole('button', { name: 'Sign Document' });
    await act.tap();
    await expect(phone.getByText('Please download it and read it first.').first()).toBeVisible();

    await second.scrollIntoViewIfNeeded();
    const download = phone.waitForEvent('download');
    await second.getByRole('link', { name: 'Download a copy' }).tap();
    await download;
    await act.tap();
    await expect(phone.getByRole('heading', { name: 'Document Signed Successfully!' })).toBeVisible({
      timeout: 30_000,
    });
  },
);
