import type { Frame, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { expectRefusedElsewhere, openOtherWebsite } from '../support/other-website.ts';
import { inTheLongRun } from '../support/sweep.ts';

test.use({ settings: { PLANS: 'off' } });

const grace = { name: 'Grace Lindqvist', email: 'grace.editor@harbour.example' };
const framed = (page: Page): Frame | undefined =>
  page.frames().find((one) => one.url().includes('/embed/edit/'));

test(
  'a draft is prepared and sent in a frame of another website, and Mallory’s page cannot read it',
  inTheLongRun,
  async ({ ada: { page }, server, openMail, newPhone }) => {
    test.setTimeout(240_000);
    const { demo } = await openOtherWebsite(page, server);
    const allowed = await page.request.post('/api/embedding/origins', { data: { origin: demo.origin } });
    expect(allowed.status()).toBe(201);
    const { url, id } = await demo.prepare(grace);

    await test.step('the browser refuses Mallory’s frame of the address in a page of another origin', async () => {
      await expectRefusedElsewhere(await newPhone(), demo.port, url);
    });

    // Ada's own browser also sends her cookie to the frame, because both are on one machine.
    const messages = page.getByRole('list', { name: 'What the frame told' });
    const frame = page.frameLocator('iframe');
    await page.goto(demo.origin);
    await test.step('the address opens only once, in its frame, and the frame still works after a reload', async () => {
      await page.evaluate(`show(${JSON.stringify(url)})`);
      await expect(messages.getByText('ready')).toHaveCount(1, { timeout: 60_000 });
      await expect(frame.locator('main [data-page="1"] canvas')).toBeVisible({ timeout: 60_000 });
      expect(framed(page)?.url()).not.toBe(url);
      await framed(page)?.evaluate(() => location.reload());
      await expect(messages.getByText('ready')).toHaveCount(2, { timeout: 60_000 });
      await expect(frame.locator('main [data-page="1"] canvas')).toBeVisible({ timeout: 60_000 });
    });

    await test.step('changes in the frame are saved and reported to the parent page', async () => {
      await frame.getByTitle('Rename').click();
      await frame.getByRole('textbox', { name: 'Title' }).fill('Lease from the portal');
      await frame.getByRole('textbox', { name: 'Title' }).press('Enter');
      await expect(messages.getByText('saved').first()).toBeVisible();
      await pictures(page);
    });

    await test.step('the document is sent from the frame, in which only the confirmation remains', async () => {
      await frame.getByRole('button', { name: 'Send for Signature' }).click();
      await frame.getByRole('button', { name: 'Send Document' }).click();
      await expect(messages.getByText('sent')).toBeVisible({ timeout: 90_000 });
      await expect(frame.getByRole('heading', { name: 'Document sent successfully' })).toBeVisible();
      await frame.getByRole('button', { name: 'Close' }).click();
      await expect(messages.getByText('closed')).toBeVisible();
      await expect(page.locator('iframe')).toHaveCount(0);
      await openMail(grace.email, 'Lease from the portal');
      const sent = await page.request.get(`${server.baseUrl}/api/documents/${id}`);
      expect(await sent.json()).toMatchObject({ status: 'sent' });
    });

    await test.step('the address cannot be used again', async () => {
      await page.evaluate(`show(${JSON.stringify(url)})`);
      await expect(frame.getByText('already opened')).toBeVisible();
    });
    await demo.close();
  },
);

test(
  'a sender in a frame who sends again after losing the response learns that the document was sent',
  inTheLongRun,
  async ({ ada: { page }, server }) => {
    test.setTimeout(240_000);
    const { demo } = await openOtherWebsite(page, server);
    await page.request.post('/api/embedding/origins', { data: { origin: demo.origin } });
    const { url } = await demo.prepare(grace);
    const messages = page.getByRole('list', { name: 'What the frame told' });
    const frame = page.frameLocator('iframe');
    await page.goto(demo.origin);
    await page.evaluate(`show(${JSON.stringify(url)})`);
    await expect(frame.locator('main [data-page="1"] canvas')).toBeVisible({ timeout: 60_000 });
    let offline = true;
    await page.route('**/send', async (route) => {
      if (!offline) return route.continue();
      await route.fetch({ timeout: 90_000 });
      await route.abort();
    });
    // The check whether the document was sent starts immediately, but cannot reach the server yet.
    await page.route(/\/api\/documents\/[^/]+$/, (route) => (offline ? route.abort() : route.continue()));
    await frame.getByRole('button', { name: 'Send for Signature' }).click();
    await frame.getByRole('button', { name: 'Send Document' }).click();
    await expect(frame.getByText('could not be reached').first()).toBeVisible({ timeout: 90_000 });
    offline = false;
    // The email preview also queries the server, and may learn that the document was sent before Ada clicks
    // again.
    const done = frame.getByRole('heading', { name: 'Document sent successfully' });
    await frame.getByRole('button', { name: 'Send Document' }).or(done).click();
    await expect(done).toBeVisible();
    await expect(messages.getByText('sent')).toHaveCount(1);

    // The token stored in this frame also works after a reload.
    await framed(page)?.evaluate(() => location.reload());
    await expect(messages.getByText('sent')).toHaveCount(2);
    await expect(done).toBeVisible();
    await demo.close();
  },
);

async function pictures(page: Page): Promise<void> {
  const folder = process.env['PICTURES'];
  if (!folder) return;
  const before = page.viewportSize();
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `${folder}/embedded-editor-${width}.png` });
  }
  if (before) await page.setViewportSize(before);
}
