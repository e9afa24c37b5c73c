import type { Frame, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { expectRefusedElsewhere, openOtherWebsite } from '../support/other-website.ts';
import { inTheLongRun } from '../support/sweep.ts';

test.use({ settings: { PLANS: 'off' } });

const grace = { name: 'Grace Lindqvist', email: 'grace.embedded@harbour.example' };
const framed = (page: Page): Frame | undefined => page.frames().find((one) => one.url().includes('/embed/'));

test(
  'Grace signs in a frame of another website up to the seal, and Mallory’s page cannot read it',
  inTheLongRun,
  async ({ ada: { page }, server, newPhone, browser }) => {
    const { secret, demo } = await openOtherWebsite(page, server);
    const messagesOf = (host: Page) => host.getByRole('list', { name: 'What the frame told' });

    await test.step('Ada allows the website', async () => {
      await page.goto('/settings#embedding');
      await page.getByLabel('Website address').fill(`${demo.origin}/path`);
      await page.getByRole('button', { name: 'Allow' }).click();
      await expect(page.getByRole('alert')).toContainText('without a path');
      await page.getByLabel('Website address').fill(demo.origin);
      await page.getByRole('button', { name: 'Allow' }).click();
      await expect(page.getByText(demo.origin, { exact: true })).toBeVisible();
      await pictures(page, 'embedding-settings');
    });

    const { url } = await demo.begin(grace);
    await test.step('the browser refuses Mallory’s frame of the address in a page of another origin', async () => {
      await expectRefusedElsewhere(await newPhone(), demo.port, url);
    });

    // A separate desktop browser, because taps of the phone's browser miss elements in a cross-origin frame.
    const graces = await (await browser.newContext({ viewport: { width: 1280, height: 1000 } })).newPage();
    await graces.goto(demo.origin);
    await test.step('the address, which cannot be opened elsewhere, opens once in its frame', async () => {
      await graces.evaluate(`show(${JSON.stringify(url)})`);
      await expect(messagesOf(graces).getByText('ready')).toBeVisible();
      await graces.evaluate(() => window.postMessage({ source: 'countersign', event: 'signed' }, '*'));
      const frame = graces.frameLocator('iframe');
      await expect(frame.locator('[data-page="1"] canvas')).toBeVisible({ timeout: 30_000 });
      expect(framed(graces)?.url()).not.toBe(url);
      expect(await graces.context().cookies()).not.toContainEqual(expect.objectContaining({ name: 'pass' }));
      await framed(graces)?.evaluate(() => location.reload());
      await expect(frame.locator('[data-page="1"] canvas')).toBeVisible({ timeout: 30_000 });
    });

    await test.step('Grace signs', async () => {
      const frame = graces.frameLocator('iframe');
      await pictures(graces, 'embedding-frame');
      await frame.getByRole('button', { name: 'Continue to Sign' }).click();
      await frame.getByRole('group', { name: 'How to sign' }).getByRole('button', { name: 'Type' }).click();
      await frame.getByLabel('Type your name').fill(grace.name);
      await frame.getByRole('checkbox', { name: 'I consent to use electronic signature' }).click();
      await frame.getByRole('button', { name: 'Sign Document' }).click();
      await expect(frame.getByRole('heading', { name: 'Document Signed Successfully!' })).toBeVisible({
        timeout: 30_000,
      });
      await expect(messagesOf(graces).getByText('signed')).toHaveCount(1);
      await frame.getByRole('button', { name: 'Close' }).click();
      await expect(messagesOf(graces).getByText('closed')).toBeVisible();
      await expect(graces.locator('iframe')).toHaveCount(0);
    });

    await test.step('the address cannot be used again, and Ada can download the sealed file', async () => {
      await graces.evaluate(`show(${JSON.stringify(url)})`);
      await expect(graces.frameLocator('iframe').getByText('already opened')).toBeVisible();
      const headers = { authorization: `Bearer ${secret}`, cookie: '' };
      const list = () => page.request.get('/api/documents', { headers });
      await expect.poll(async () => (await list()).text()).toContain('"completed"');
    });
    await demo.close();
  },
);

async function pictures(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (!folder) return;
  const before = page.viewportSize();
  for (const width of [375, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` });
    }
  await page.emulateMedia({ colorScheme: 'light' });
  if (before) await page.setViewportSize(before);
}
