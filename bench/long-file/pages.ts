/// <reference lib="dom" />
import type { Page } from '@playwright/test';

/** Returns the memory retained by the page in MB. */
export type Held = { canvases: number; pixels: number; heap: number };

export async function held(page: Page): Promise<Held> {
  return page.evaluate(() => {
    const canvases = [...document.querySelectorAll('canvas')].filter(({ width }) => width > 0);
    const bytes = canvases.reduce((sum, { width, height }) => sum + width * height * 4, 0);
    const { memory } = performance as Performance & { memory?: { usedJSHeapSize: number } };
    const mega = (value: number) => Math.round(value / 1_000_000);
    return { canvases: canvases.length, pixels: mega(bytes), heap: mega(memory?.usedJSHeapSize ?? 0) };
  });
}

export async function untilDrawn(page: Page, number: number): Promise<void> {
  await page.locator(`[data-page="${number}"] canvas`).waitFor({ timeout: 120_000 });
}

/** Two view heights per frame, as fast as a fling. */
export async function scrollAll(page: Page, way: 'down' | 'up'): Promise<void> {
  await page.evaluate(async (up) => {
    let scroller = document.querySelector('[data-page]')?.parentElement ?? null;
    while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY))
      scroller = scroller.parentElement;
    const view = scroller ?? document.scrollingElement!;
    for (;;) {
      const before = view.scrollTop;
      view.scrollTop += view.clientHeight * (up ? -2 : 2);
      await new Promise((drawn) => requestAnimationFrame(drawn));
      if (view.scrollTop === before) return;
    }
  }, way === 'up');
}

export async function goTo(page: Page, number: number): Promise<void> {
  await page.locator(`[data-page="${number}"]`).evaluate((sheet) => sheet.scrollIntoView());
}

/** Clicks in the middle of the visible part of the page. */
export async function clickOn(page: Page, number: number): Promise<void> {
  const box = (await page.locator(`main [data-page="${number}"]`).boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, Math.max(box.y, 200) + 150);
}
