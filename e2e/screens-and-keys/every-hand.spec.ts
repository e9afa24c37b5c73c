import type { Page } from '@playwright/test';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { enlarge, lost, smallTargets } from '../support/measures.ts';
import { office } from '../support/office.ts';
import { visit } from '../support/routes.ts';
import { inTheLongRun } from '../support/sweep.ts';

/** Tests every page with touch, and with doubled font size. */

/** Goes through the signer's views and checks each of them. */
async function throughSigning(
  phone: Page,
  link: string,
  look: (where: string) => Promise<void>,
): Promise<void> {
  const sheet = phone.getByRole('dialog');
  await phone.goto(link);
  await expect(phone.locator('[data-page="1"] canvas')).toBeVisible();
  await look('signer: review');
  await phone.getByRole('button', { name: 'More' }).tap();
  await expect(sheet).toBeVisible();
  await look('signer: more');
  await phone.keyboard.press('Escape');
  await phone.getByRole('button', { name: 'Continue to Sign' }).tap();
  await expect(phone.getByRole('button', { name: 'Back to Review' })).toBeVisible();
  await look('signer: sign');
  await phone.getByRole('button', { name: /^Next field: Signature/ }).tap();
  await expect(sheet).toBeVisible();
  await look('signer: signature');
  await phone.getByRole('button', { name: /^Use th/ }).tap();
  await expect(sheet.getByRole('heading', { name: 'Name of the boat' })).toBeVisible();
  await look('signer: words');
  await sheet.getByRole('textbox').fill('Meridian');
  await sheet.getByRole('button', { name: 'Done' }).tap();
  await expect(sheet.getByRole('heading', { name: 'Pier' })).toBeVisible();
  await sheet.getByRole('combobox').selectOption('South');
  await sheet.getByRole('button', { name: 'Done' }).tap();
  await expect(sheet).toBeHidden();
  await phone.getByRole('button', { name: 'Check the box: The boat is insured' }).tap();
  await phone.getByRole('checkbox', { name: 'I consent to use electronic signature' }).tap();
  await phone.getByRole('button', { name: 'Sign Document' }).tap();
  await expect(phone.getByRole('heading', { name: 'Document Signed Successfully!' })).toBeVisible();
  await look('signer: complete');
}

test(
  'every touch target is at least 44 by 44 pixels',
  inTheLongRun,
  async ({ ada, browser, newPhone, server }) => {
    test.setTimeout(300_000);
    const { all, link } = await office(ada.page, server.dataDir);
    const phone = await newPhone(ada.page);
    const look = async (page: Page, where: string) =>
      expect.soft(await page.evaluate(smallTargets), where).toEqual([]);
    for (const route of all) {
      await visit(phone, route);
      await look(phone, route.path);
    }
    await visit(phone, all.at(-2)!);
    await phone.getByRole('button', { name: /^Fields for/ }).tap();
    await expect(phone.getByRole('dialog')).toBeVisible();
    await look(phone, 'editor: recipients');
    await phone.keyboard.press('Escape');
    await phone.getByRole('button', { name: 'Send for Signature' }).tap();
    await expect(phone.getByRole('dialog')).toBeVisible();
    await look(phone, 'send dialog');
    const stranger = await newPhone();
    for (const path of ['/', '/api/login', '/verify']) {
      await stranger.goto(path);
      await expect(stranger.getByRole('heading', { level: 1 })).toBeVisible();
      await look(stranger, `${path}, signed out`);
    }
    await throughSigning(stranger, link, (where) => look(stranger, where));
    expect(browser.isConnected()).toBe(true);
  },
);

// Half of 640 is 320, the width that every page must support (WCAG 1.4.10). The other width is half of a
// phone.
for (const [width, height] of [
  [1280, 900],
  [640, 900],
  [375, 812],
] as const)
  test(
    `nothing is cut off with doubled font size at ${width} pixels`,
    inTheLongRun,
    async ({ ada, newPhone, server }) => {
      test.setTimeout(300_000);
      const { all, link } = await office(ada.page, server.dataDir);
      const { page } = ada;
      await page.setViewportSize({ width, height });
      await enlarge(page);
      for (const route of all) {
        await visit(page, route);
        expect.soft(await page.evaluate(lost), route.path).toEqual([]);
        if (width === 375) await expectNothingFound(page, `${route.path} with doubled font size`);
      }
      if (width > 400) return;
      await visit(page, all.at(-2)!);
      const send = page.getByRole('button', { name: 'Send for Signature' });
      await expect(send, 'in the header of the editor').toBeInViewport({ ratio: 1 });
      const phone = await newPhone();
      await enlarge(phone);
      await throughSigning(phone, link, async (where) =>
        expect.soft(await phone.evaluate(lost), where).toEqual([]),
      );
    },
  );

/** The text spacing of WCAG 1.4.12, which some readers with dyslexia use. */
const spacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';

test('nothing is cut off with wide text spacing on a phone', inTheLongRun, async ({ ada, server }) => {
  test.setTimeout(300_000);
  const { page } = ada;
  const { all, link } = await office(page, server.dataDir);
  await page.setViewportSize({ width: 375, height: 812 });
  for (const { path } of [...all, { path: link }]) {
    await visit(page, { path, heading: /./ });
    await page.addStyleTag({ content: spacing });
    const found = await page.evaluate(lost);
    expect
      .soft(
        found.filter((fault) => !fault.startsWith('letters of')),
        path,
      )
      .toEqual([]);
  }
});
