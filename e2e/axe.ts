import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { longRun } from '#testing/long-run.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
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
    // Without a second page for the result: Chromium now and then never answers when one is opened.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    const { violations, passes, incomplete } = await (
      onlyColour ? axe.withRules(rulesOfColour) : axe.withTags(rules)
    ).analyze();
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
