import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { toast } from './prepare.ts';
import { root } from './running-server.ts';

/** Specification §9. The page's clock is ours, so that nothing is waited for. */
test('toasts: one at once, five seconds, F8, and a swipe of 50 px to the right', async ({ ada }) => {
  const { page } = ada;
  await page.clock.install();
  await page.goto('/upload');
  const upload = page.getByRole('main').getByRole('button', { name: 'Upload Document' });
  await upload.click();
  await expect(toast(page)).toContainText('No file selected');
  await upload.click();
  await expect(toast(page)).toHaveCount(1);
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: /Notifications/ }).locator(':focus')).toHaveCount(0);
  expect(await page.evaluate(() => document.activeElement?.closest('[aria-label*="F8"]') !== null)).toBe(
    true,
  );
  await upload.focus(); // its time stood still as long as it had the focus
  await page.mouse.move(5, 5);
  await page.clock.runFor(4500);
  await expect(toast(page)).toBeVisible();
  await page.clock.runFor(1000);
  await expect(toast(page)).toBeHidden();

  await upload.click();
  const box = await toast(page).boundingBox();
  if (!box) throw new Error('the toast is nowhere');
  const swipe = async (far: number) => {
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 20 + far / 2, box.y + 20);
    await page.mouse.move(box.x + 20 + far, box.y + 20);
    await page.mouse.up();
  };
  await swipe(40);
  await expect(toast(page)).toBeVisible();
  await swipe(60);
  await expect(toast(page)).toBeHidden();
});

test('tooltips open after 700 ms', async ({ ada }) => {
  const { page } = ada;
  await page.clock.install();
  await page.goto('/upload');
  await page.getByRole('button', { name: 'Switch to dark theme' }).hover();
  await page.clock.runFor(600);
  await expect(page.getByRole('tooltip')).toBeHidden();
  await page.clock.runFor(200);
  await expect(page.getByRole('tooltip').first()).toBeAttached();
});

test('what is delivered holds nothing of the page that shows the parts', async ({ ada }) => {
  await ada.page.goto('/dev/parts');
  await expect(ada.page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  const assets = join(root, 'dist/web/assets');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(10);
  const own = scripts.filter((name) =>
    readFileSync(join(assets, name), 'utf8').includes('Each part in every state'),
  );
  expect(own).toEqual([]);
});
