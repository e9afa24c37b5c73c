import type { Page } from '@playwright/test';
import { grace, linus } from '#testing/cast.ts';
import { lease } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import * as prepare from '../support/prepare.ts';

/**
 * Specification §2 '/sign/{token}', §4 'Signer flow' and 'Signature pad', §5 'Signer', §8 and §9, with a
 * mouse.
 */
test('the signer page goes from review to signing to complete', async ({
  ada,
  browser,
  openMail,
  server,
}) => {
  const { page } = ada;
  const title = 'Lease of the swing berth';
  await prepare.uploadByDialog(page, lease(1), title);
  await prepare.addRecipient(page, grace);
  await prepare.clickField(page, 'Signature', { page: 1, x: 0.3, y: 0.3 });
  await prepare.addRecipient(page, linus);
  await prepare.clickField(page, 'Signature', { page: 1, x: 0.7, y: 0.3 });
  await prepare.send(page);
  const { link } = await openMail(grace.email, title);
  const context = await browser.newContext({ baseURL: server.baseUrl });
  const graces = await context.newPage();
  const act = graces.getByRole('button', { name: 'Sign Document' });
  const pad = graces.getByLabel('Draw your signature');
  const box = graces.getByRole('checkbox', { name: 'I consent to use electronic signature' });

  await test.step('review: title, role, status, expiry and the document itself', async () => {
    await graces.goto(link);
    await expect(graces.getByText(title, { exact: true }).first()).toBeVisible();
    const facts = graces.getByLabel('About this document');
    await expect(facts).toContainText('Your roleSigner');
    await expect(facts).toContainText(/Your status(Invited|Viewed)/);
    await expect(facts).toContainText(/Expires[A-Z][a-z]{2} \d{1,2}, \d{4}/);
    await expect(graces.locator('[data-page="1"] canvas')).toBeVisible();
  });

  await test.step('a document without an expiry says so', async () => {
    const stranger = await context.newPage();
    await stranger.route(/\/api\/sign\/[^/]+$/, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { document: object };
      await route.fulfill({ json: { ...body, document: { ...body.document, expirationDate: null } } });
    });
    await stranger.goto(link);
    await expect(stranger.getByText('No expiration')).toBeVisible();
    await stranger.close();
  });

  await test.step('sign: nothing can be signed without a signature and consent', async () => {
    await graces.getByRole('button', { name: 'Continue to Sign' }).click();
    await expect(act).toBeDisabled();
    await box.check();
    await expect(act).toBeDisabled();
    const size = await pad.evaluate((canvas) => canvas.getBoundingClientRect());
    expect(size.width / size.height).toBeCloseTo(3, 1);
  });

  await test.step('an empty drawing is ignored', async () => {
    await pad.scrollIntoViewIfNeeded();
    await expect(graces.getByText('Nothing drawn yet')).toBeAttached();
    await expect(act).toBeDisabled();
    await stroke(graces, [
      [100, 120],
      [180, 40],
      [260, 150],
      [420, 60],
    ]);
    await expect(act).toBeEnabled();
    await graces.getByRole('button', { name: 'Clear' }).click();
    await expect(act).toBeDisabled();
  });

  await test.step('pressing Sign anyway shows what is missing, and scrolls there', async () => {
    const toast = graces.getByRole('status').filter({ hasText: 'required' });
    await act.click({ force: true });
    await expect(toast).toContainText('Signature required');
    await expect(toast).toContainText('Please provide your signature');
    await expect(graces.getByRole('heading', { name: 'Your signature' })).toBeFocused();
    await graces.getByRole('button', { name: 'Type', exact: true }).click();
    await box.uncheck();
    const name = graces.getByLabel('Type your name');
    await name.press('Enter');
    await expect(toast).toContainText('Signature required');
    await expect(name).toBeFocused();
    await name.fill(grace.name);
    await name.press('Enter');
    await expect(toast).toContainText('Consent required');
    await expect(toast).toContainText('Please consent to electronic signature');
    await expect(box).toBeFocused();
    await name.fill('');
    await graces.getByRole('button', { name: 'Draw', exact: true }).click();
    await box.check();
  });

  await test.step('the signer can go back to review and return', async () => {
    await graces.getByRole('button', { name: 'Back to Review' }).click();
    await expect(graces.getByRole('button', { name: 'Continue to Sign' })).toBeVisible();
    await graces.getByRole('button', { name: 'Continue to Sign' }).click();
    await expect(box).toBeChecked();
  });

  await test.step('a failed signing explains why, and keeps the input', async () => {
    await stroke(graces, [
      [60, 140],
      [200, 30],
      [330, 160],
      [520, 50],
    ]);
    await graces.route(/\/api\/sign\/[^/]+$/, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 503,
            contentType: 'application/problem+json',
            json: { status: 503, code: 'resting', title: 'Resting', detail: 'The service is resting.' },
          })
        : route.continue(),
    );
    await act.click();
    const toast = graces.getByRole('status').filter({ hasText: 'Signing failed' });
    await expect(graces.getByText('Signing failed').first()).toBeVisible();
    await expect(graces.getByText('The service is resting.').first()).toBeVisible();
    expect(await toast.count()).toBeLessThanOrEqual(1);
    await expect(act).toBeEnabled();
  });

  await test.step('a proxy’s error page is shown as a sentence, never as a number, and loses no input', async () => {
    await graces.unroute(/\/api\/sign\/[^/]+$/);
    await graces.route(/\/api\/sign\/[^/]+$/, (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' }),
    );
    await act.click();
    await expect(graces.getByText('The server couldn’t process this.').first()).toBeVisible();
    await expect(graces.getByText('502')).toHaveCount(0);
    await expect(act).toBeEnabled();
    await graces.unroute(/\/api\/sign\/[^/]+$/);
  });

  await test.step('complete: the title and the date', async () => {
    await act.click();
    await expect(graces.getByRole('heading', { name: 'Document Signed Successfully!' })).toBeVisible();
    await expect(graces.getByText('Document signed successfully').first()).toBeVisible();
    await expect(graces.getByText(title, { exact: true }).first()).toBeVisible();
    await expect(graces.getByText(/^Signed on [A-Z][a-z]{2} \d{1,2}, \d{4}$/)).toBeVisible();
  });
  await context.close();
});

/** Draws one line on the pad, in its coordinates of 600 by 200. */
async function stroke(page: Page, points: [number, number][]): Promise<void> {
  const pad = page.getByLabel('Draw your signature');
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('the pad is nowhere');
  const [[x, y] = [0, 0], ...rest] = points.map(
    ([left, top]) => [box.x + (left / 600) * box.width, box.y + (top / 200) * box.height] as const,
  );
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const [left, top] of rest) await page.mouse.move(left, top, { steps: 5 });
  await page.mouse.up();
}
