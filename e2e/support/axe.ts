import { expect, type Frame, type Page } from '@playwright/test';
import axe, { type AxeResults } from 'axe-core';
import { longRun } from '#testing/long-run.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/**
 * Rules that depend on the color scheme. The other rules have the same result in both schemes, which only the
 * long run checks.
 */
const rulesOfColor = ['color-contrast', 'link-in-text-block'];

/**
 * Fails on any violation that axe finds on the current page, in light and dark mode. Animations must have
 * ended, because a fading dialog has different contrast.
 */
export async function expectNothingFound(page: Page, where: string): Promise<void> {
  // A list that loads its next page is briefly dimmed.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(async () => {
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(ending.map(({ finished }) => finished));
    });
    const onlyColor = colorScheme === 'dark' && !longRun;
    const { violations, passes, incomplete } = await look(
      page,
      onlyColor ? { type: 'rule', values: rulesOfColor } : { type: 'tag', values: tags },
    );
    const looked = passes.length + violations.length + incomplete.length;
    expect(looked, 'rules that had something to look at').toBeGreaterThan(onlyColor ? 0 : 5);
    const found = violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary ?? ''}`),
    }));
    expect.soft(found, `${where}, ${colorScheme}`).toEqual([]);
  }
}

/**
 * Loads axe's half megabyte once per page and frame instead of once per check, because loading costs more
 * than checking.
 */
async function look(
  page: Page,
  runOnly: { type: 'rule' | 'tag'; values: string[] },
): Promise<Pick<AxeResults, 'violations' | 'passes' | 'incomplete'>> {
  await Promise.all(page.frames().map(bringAxe));
  return await page.evaluate(
    (only) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly: only,
        resultTypes: ['violations'],
      }),
    runOnly,
  );
}

async function bringAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe.source);
}
