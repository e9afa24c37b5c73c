/// <reference lib="dom" />
import type { Page } from '@playwright/test';

/** The work of the page since the previous measurement, in milliseconds. */
export type Busy = {
  /** CPU time of the main thread, which other programs on the machine do not affect. */
  work: number;
  /** Tasks of more than 50 ms, during which the page does not respond. */
  longest: number;
  /** The longest time between two frames. */
  maxFrameMs: number;
  domNodes: number;
};

type Watched = Window & { busy: { tasks: number[]; frames: number[] } };

/** Returns a function that returns the main thread's CPU time in ms since its previous call. */
export async function watchWork(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  let before = 0;
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    const now = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
    const work = Math.round((now - before) * 1000);
    before = now;
    return work;
  };
}

/** Records long tasks and frames of the pages of a context, starting before their scripts run. */
export async function watchPages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const busy = { tasks: [] as number[], frames: [] as number[] };
    (window as unknown as Watched).busy = busy;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) busy.tasks.push(duration);
    }).observe({ type: 'longtask', buffered: true });
    let before = 0;
    const frame = (now: number): void => {
      if (before > 0) busy.frames.push(now - before);
      before = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

/** Waits until no request is running and two more frames were rendered. */
export async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}

export async function busySince(page: Page, work: () => Promise<number>): Promise<Busy> {
  const worked = await work();
  const seen = await page.evaluate(() => {
    const { tasks, frames } = (window as unknown as Watched).busy;
    const seen = {
      longest: Math.round(Math.max(0, ...tasks)),
      maxFrameMs: Math.round(Math.max(0, ...frames)),
      domNodes: document.getElementsByTagName('*').length,
    };
    tasks.length = 0;
    frames.length = 0;
    return seen;
  });
  return { work: worked, ...seen };
}

/** Scrolls an element from top to end, one view height in ten frames. */
export async function scrollThrough(page: Page, selector: string | null = null): Promise<void> {
  await page.evaluate(async (wanted) => {
    const scroller = (wanted && document.querySelector(wanted)) || document.scrollingElement!;
    const step = scroller.clientHeight / 10;
    scroller.scrollTop = 0;
    for (;;) {
      const before = scroller.scrollTop;
      scroller.scrollTop += step;
      await new Promise((drawn) => requestAnimationFrame(drawn));
      if (scroller.scrollTop === before) return;
    }
  }, selector);
}
