import { lease } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import * as prepare from '../support/prepare.ts';
import { inTheLongRun } from '../support/sweep.ts';

/** Specification §9: the constants of toasts and tooltips. The test controls the clock. */
test(
  'a toast is focused with F8, stays five seconds, and is dismissed by a swipe of fifty pixels to the right',
  inTheLongRun,
  async ({ ada: { page } }) => {
    const toast = prepare.toast(page);
    await page.clock.install();
    await page.goto('/upload');
    const complain = async () => {
      await page.getByRole('button', { name: 'Upload Document' }).click();
      await expect(toast).toBeVisible();
    };
    const swipe = async (pixels: number) => {
      const { x, y } = await prepare.middleOf(toast);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + pixels / 2, y, { steps: 4 });
      await page.mouse.move(x + pixels, y, { steps: 4 });
      await page.mouse.up();
    };
    await complain();
    await page.keyboard.press('F8');
    await expect(page.getByRole('region', { name: /Notifications/ })).toBeFocused();
    await page.getByLabel('Document Title').focus();
    await swipe(40);
    await expect(toast).toBeVisible();
    await swipe(60);
    await expect(toast).toBeHidden();

    await page.mouse.move(10, 400);
    await page.clock.pauseAt(Date.now() + 60_000);
    await complain();
    await page.getByLabel('Document Title').focus();
    await page.clock.runFor(4900);
    await expect(toast).toBeVisible();
    await page.clock.runFor(200);
    await expect(toast).toBeHidden();
  },
);

test(
  'a tooltip opens after 700 ms, and another one within 300 ms afterwards opens without delay',
  inTheLongRun,
  async ({ ada: { page } }) => {
    await prepare.uploadByDialog(page, lease(1), 'Lease of berth 3');
    await page.clock.install();
    await page.reload();
    await prepare.untilPainted(page, 1);
    await page.clock.pauseAt(Date.now() + 60_000);
    const tooltip = page.getByRole('tooltip');
    await page.getByRole('button', { name: 'Zoom in' }).hover();
    await page.clock.runFor(699);
    await expect(tooltip).toHaveCount(0);
    await page.clock.runFor(1);
    await expect(tooltip).toBeVisible();
    // The tooltip remains while the mouse is on it or may be moving to it (WCAG 1.4.13).
    await page.clock.runFor(2000);
    await expect(tooltip).toContainText('Zoom in');
    const heading = page.getByRole('heading', { level: 1 });
    await heading.hover();
    await page.clock.runFor(100);
    await heading.hover({ position: { x: 2, y: 2 } });
    await page.clock.runFor(100);
    await expect(tooltip).toHaveCount(0);
    await page.getByRole('button', { name: 'Zoom out' }).hover();
    await page.clock.runFor(50);
    await expect(tooltip).toContainText('Zoom out');
  },
);
