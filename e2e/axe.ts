import { expect, type Frame, type Page } from '@playwright/test';
import axe, { type AxeResults } from 'axe-core';
import { longRun } from '#testing/long-run.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** All that the colour scheme can change: the other rules read the same page twice, which the long run does. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/**
 * Everything that axe can find on the page as it stands, light and dark. Nothing may be in motion: a dialog still
 * fading in has other contrasts than the one that people read.
 */
export async function expectNothingFound(page: Page, where: string): Promise<void> {
  // A list that waits for its next page is dimmed for that moment.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(async () => {
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(ending.map(({ finished }) => finished));
    });
    const onlyColour = colorScheme === 'dark' && !longRun;
    const { violations, passes, incomplete } = await look(
      page,
      onlyColour ? { type: 'rule', values: rulesOfColour } : { type: 'tag', values: tags },
    );
    const looked = passes.length + violations.length + incomplete.length;
    expect(looked, 'rules that had something to look at').toBeGreaterThan(onlyColour ? 0 : 5);
    const found = violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary ?? ''}`),
    }));
    expect.soft(found, `${where}, ${colorScheme}`).toEqual([]);
  }
}

/** Half a megabyte of axe is read once for each page and frame, and not for each look: that costs more than looking. */
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
