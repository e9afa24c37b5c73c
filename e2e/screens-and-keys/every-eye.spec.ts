import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { office } from '../support/office.ts';
import { visit } from '../support/routes.ts';
import { inTheLongRun } from '../support/sweep.ts';

/** Finds faults that axe does not detect, on every page of a member and of a signer. */

test(
  'the Tab key goes through every page and leaves it at the end',
  inTheLongRun,
  async ({ ada, server }) => {
    test.setTimeout(300_000);
    const { page } = ada;
    const { all, link } = await office(page, server.dataDir);
    for (const { path } of [...all, { path: link }]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      expect.soft(await walk(page), path).toBe('through');
    }
  },
);

/**
 * Presses Tab from the top of the page to its end. An element that keeps the focus for six presses counts as
 * a trap, because a date input has four parts.
 */
async function walk(page: Page): Promise<string> {
  await page.evaluate(() => {
    let at = 0;
    Object.assign(window, {
      nameOf: (element: Element & { walked?: number }) => (element.walked ??= at += 1),
    });
  });
  let last = 0;
  let same = 0;
  for (let presses = 0; presses < 400; presses += 1) {
    await page.keyboard.press('Tab');
    const [now, name] = await page.evaluate(() => {
      const active = document.activeElement;
      if (!active || active === document.body) return [0, ''] as const;
      const { nameOf } = window as unknown as { nameOf: (element: Element) => number };
      return [nameOf(active), active.outerHTML.slice(0, 120)] as const;
    });
    if (presses > 2 && (now === 0 || (now === 1 && last !== 1))) return 'through';
    same = now === last ? same + 1 : 0;
    if (same === 5) return `held by ${name}`;
    last = now;
  }
  return 'without end';
}

test(
  'selection and focus are visible with system colors, and fields have a border',
  inTheLongRun,
  async ({ ada, newPhone, server }) => {
    const { page } = ada;
    const { link } = await office(page, server.dataDir);
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    for (const path of ['/', '/documents', '/settings']) {
      await visit(page, { path, heading: /./ });
      for (const control of await page.getByRole('switch').all())
        expect.soft(await edgeOf(control), `${path}: a switch`).not.toBe('none');
      for (let presses = 0; presses < 12; presses += 1) {
        await page.keyboard.press('Tab');
        const ring = await page.evaluate(() => {
          const style = getComputedStyle(document.activeElement!);
          return `${style.outlineStyle} ${style.outlineWidth}`;
        });
        expect.soft(ring, path).toMatch(/^(solid|auto) [1-9]/);
      }
    }
    const phone = await newPhone();
    await phone.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    await phone.goto(link);
    await expect(phone.locator('[data-page="1"] canvas')).toBeVisible();
    await phone.getByRole('button', { name: 'Continue to Sign' }).tap();
    for (const field of await phone.getByRole('button', { name: / field, page 1/ }).all())
      expect.soft(await edgeOf(field), String(await field.getAttribute('aria-label'))).not.toBe('none');
  },
);

/** Returns the border style of the control or of its container. */
function edgeOf(control: Locator): Promise<string> {
  return control.evaluate((element) => {
    const all = [element, ...element.querySelectorAll('*')].map((each) => getComputedStyle(each));
    return (
      all.find(({ borderTopStyle, borderTopWidth }) => borderTopStyle !== 'none' && borderTopWidth !== '0px')
        ?.borderTopStyle ?? 'none'
    );
  });
}
