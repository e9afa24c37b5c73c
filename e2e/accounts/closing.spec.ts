import { expect, test } from '../support/fixtures.ts';
import { inTheLongRun } from '../support/sweep.ts';

/**
 * A closing menu must not wait for a keyframe animation, because on a slow machine the start event can be
 * missed, and then the end event never comes.
 */
test(
  'menus, panels and dialogs are removed when they close, on a slow machine too',
  inTheLongRun,
  async ({ ada: { page } }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const devtools = await page.context().newCDPSession(page);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 12 });
    const header = page.getByRole('banner');
    for (let round = 0; round < 3; round += 1)
      for (const [button, what] of [
        [
          header.getByRole('button', { name: /^Notifications/ }),
          page.getByRole('dialog', { name: 'Notifications' }),
        ],
        [header.getByRole('button', { name: /account of/ }), page.getByRole('menu')],
        [
          page.getByRole('button', { name: 'Upload Document' }).first(),
          page.getByRole('dialog', { name: 'Upload Document' }),
        ],
      ] as const) {
        await button.click();
        await expect(what).toBeVisible();
        const open = what.and(page.locator('[data-state="open"]'));
        // Repeats until the page handles key presses.
        await expect(async () => {
          await page.keyboard.press('Escape');
          await expect(open).toHaveCount(0, { timeout: 1000 });
        }).toPass();
        await expect(what).toHaveCount(0);
      }
  },
);
