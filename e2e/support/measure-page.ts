/// <reference lib="dom" />
import type { Page } from '@playwright/test';

export type PageLoad = {
  /** Milliseconds since the navigation began; 0 if nothing was painted. */
  firstPaint: number;
  requests: number;
  /** Compressed bytes of everything, of the scripts, and of the scripts and styles. */
  bytes: number;
  scriptBytes: number;
  codeBytes: number;
  /** Cumulative layout shift */
  shift: number;
};

/** A page counts as loaded after this many milliseconds without another request. */
const quiet = 700;

/** Opens an address with an empty cache, and measures until `isReady` and nothing more is loaded. */
export async function measurePage(
  page: Page,
  address: string,
  isReady: (page: Page) => Promise<unknown>,
): Promise<PageLoad> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.addInitScript(() => {
    const measured = Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        measured.shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(address);
  await isReady(page);
  await page.waitForFunction((ms) => {
    const ends = performance.getEntriesByType('resource').map((one) => one.startTime + one.duration);
    return performance.now() - Math.max(0, ...ends) > ms;
  }, quiet);
  return page.evaluate(() => {
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const [html] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const sizeOf = (kind: RegExp): number =>
      loaded
        .filter(({ name }) => kind.test(new URL(name).pathname))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return {
      firstPaint: Math.round(paint?.startTime ?? 0),
      requests: loaded.length + 1,
      bytes: html!.encodedBodySize + sizeOf(/./),
      scriptBytes: sizeOf(/\.m?js$/),
      codeBytes: sizeOf(/\.(?:m?js|css)$/),
      shift: (window as unknown as { shift: number }).shift,
    };
  });
}
