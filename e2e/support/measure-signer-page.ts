/// <reference lib="dom" />
import type { Page } from '@playwright/test';

/** Milestones of a page load in ms since the first byte of the HTML arrived. */
export type SignerPageTimes = {
  title: number;
  /** The first page of the document is visible, as a picture or rendered. */
  firstPage: number;
  /** The script of the page runs. */
  ready: number;
  /** pdf.js has rendered the page of the file. */
  painted: number;
  /** Compressed bytes of all scripts requested before the picture of the first page was shown. */
  scriptBytes: number;
  /** Compressed bytes of the scripts that make the page work, excluding the PDF reader. */
  workingBytes: number;
  htmlBytes: number;
  /** Cumulative layout shift (CLS of web.dev) */
  shift: number;
};

/** 1.6 Mbit/s down, 750 kbit/s up, a round trip of 150 ms, and a processor four times slower */
export async function likeASlowPhone(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** Opens the link in a new page, and records when each part appears. */
export async function measureSignerPage(page: Page, link: string): Promise<SignerPageTimes> {
  await page.addInitScript(watch);
  await page.goto(link, { waitUntil: 'commit' });
  await page.waitForFunction(() => (window as Watched).seen?.painted !== undefined, undefined, {
    timeout: 60_000,
  });
  return page.evaluate(() => {
    const seen = (window as Watched).seen!;
    const [html] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const [ready] = performance.getEntriesByName('ready to use');
    const scripts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
      ({ name }) => /\.m?js$/.test(new URL(name).pathname),
    );
    const bytesUntil = (time: number): number =>
      scripts
        .filter(({ startTime }) => startTime <= time)
        .reduce((sum, { transferSize }) => sum + transferSize, 0);
    return {
      title: Math.round(seen.title! - html!.responseStart),
      firstPage: Math.round(seen.firstPage! - html!.responseStart),
      painted: Math.round(seen.painted! - html!.responseStart),
      ready: Math.round(ready!.startTime - html!.responseStart),
      scriptBytes: bytesUntil(seen.picture ?? seen.firstPage!),
      workingBytes: bytesUntil(ready!.startTime),
      htmlBytes: html!.transferSize,
      shift: seen.shift,
    };
  });
}

type Seen = {
  title?: number;
  /** The picture has arrived. It is visible a frame or two later. */
  picture?: number;
  firstPage?: number;
  painted?: number;
  shift: number;
};
type Watched = Window & { seen?: Seen };

/**
 * Runs in the page before its own scripts, and checks once per frame. A change found in a frame is visible in
 * the next one.
 */
function watch(): void {
  const seen: Seen = { shift: 0 };
  (window as Watched).seen = seen;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      seen.shift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
  const arrived = ({ target }: Event): void => {
    if (target instanceof HTMLImageElement && target.matches('.first-page img'))
      seen.picture ??= performance.now();
  };
  document.addEventListener('load', arrived, { capture: true });
  const look = (): void => {
    const now = performance.now();
    const picture = document.querySelector<HTMLImageElement>('.first-page img');
    const painted = document.querySelector('[data-page="1"] canvas') !== null;
    // Nothing is visible before the style sheet, because `rel=stylesheet` blocks rendering.
    const styled =
      document.styleSheets.length > 0 && performance.getEntriesByName('first-contentful-paint')[0];
    if (styled && (document.querySelector('h1')?.textContent ?? '') !== '') seen.title ??= now;
    if (styled && (painted || (picture?.complete && picture.naturalWidth > 0))) seen.firstPage ??= now;
    if (painted) seen.painted ??= now;
    if (!painted) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
