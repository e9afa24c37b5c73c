import type { Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { grace } from '#testing/cast.ts';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { sendByProgram } from '../support/sent-by-program.ts';
import { inTheLongRun } from '../support/sweep.ts';

/** Without plans, all features are available to all accounts. */
test.use({ settings: { PLANS: 'off' } });

const title = 'Berth lease';

/** Width in CSS pixels. It exceeds the screen's width if the page scrolls sideways. */
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** A wide single-color picture, which the browser scales to the size of a logo. */
function picture(): Buffer {
  const png = new PNG({ width: 1600, height: 400 });
  for (let at = 0; at < png.data.length; at += 4) png.data.set([122, 31, 92, 255], at);
  return PNG.sync.write(png);
}

test(
  'a company’s name, logo, color and confirmed address appear in its email and on the signer’s phone',
  inTheLongRun,
  async ({ ada, newPhone, openMail, server }) => {
    const { page } = ada;
    await page.goto('/settings#brand');
    const section = page.getByRole('region', { name: 'Branding' });
    const preview = section.getByRole('group', { name: 'Preview' });
    await section.getByLabel('Name').fill('Moreau & Sons');
    await expect(preview.getByText('Moreau & Sons').first()).toBeVisible();
    const color = section.getByLabel('Color', { exact: true });
    await color.fill('#ffd400');
    await expect(section.getByText('White text on #ffd400 is hard to read.')).toBeVisible();
    await expect(section.getByRole('button', { name: 'Save branding' })).toBeDisabled();
    await section.getByRole('button', { name: /^Use #/ }).click();
    await color.fill('#7a1f5c');
    await section.getByLabel('Email footer').fill('Quay 4, Harbour\nRegister 12345');
    await section.getByRole('button', { name: 'Save branding' }).click();
    await expect(page.locator('[data-toast]')).toContainText('Branding saved');
    await section
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture() });
    await expect(preview.getByRole('img', { name: 'Logo' })).toHaveCount(2);
    await expectNothingFound(page, 'branding');

    const { linkOf } = await sendByProgram(page.request, server.dataDir, { title, people: [grace] });
    const link = await linkOf(grace.email);
    const mail = await openMail(grace.email, title);
    expect(mail.text).toContain(`Sent with Countersign by ${ada.email}`);
    expect(mail.text).toContain('> Moreau & Sons\n> Quay 4, Harbour');

    const phone = await newPhone();
    await phone.setViewportSize({ width: 375, height: 812 });
    await phone.setContent(mail.html);
    await expect(phone.getByText('Moreau & Sons').first()).toBeVisible();
    await expect(phone.getByText(`Sent with Countersign by ${ada.email}`).first()).toBeVisible();
    expect(await widthOf(phone)).toBe(375);
    await phone.goto(new URL(link).pathname);
    await expect(phone.getByText('Moreau & Sons')).toBeVisible();
    await expect(phone.getByText(`Sent with Countersign by ${ada.email}`)).toBeVisible();
    const logo = phone.locator('.sender-logo');
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480);
    expect(await widthOf(phone)).toBe(375);
    await expectNothingFound(phone, 'a branded signing page');
  },
);
