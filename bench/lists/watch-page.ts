/// <reference lib="dom" />
import type { Page } from '@playwright/test';

/** The work of the page since it was asked the last time. Ms. */
export type Busy = {
  /** Time on the main thread, by the processor's clock: other programs of the machine do not lengthen it. */
  work: number;
  /** Of the tasks of more than 50 ms, during which nothing answers. */
  longest: number;
  /** Between two pictures. */
  longestFrame: number;
  domNodes: number;
};

type Watched = Window & { busy: { tasks: number[]; frames: number[] } };

/** Answers how long the main thread of a page has worked since the last question. Ms of the processor. */
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

/** Has the pages of a context note their long tasks and their frames, from before anything of them runs. */
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

/** Nothing is on its way any more, and two more pictures were drawn. */
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
      longestFrame: Math.round(Math.max(0, ...frames)),
      domNodes: document.getElementsByTagName('*').length,
    };
    tasks.length = 0;
    frames.length = 0;
    return seen;
  });
  return { work: worked, ...seen };
}

/** From the top to the end of what scrolls, a view's height in ten pictures. */
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
