import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { likeASlowPhone } from '../e2e/support/measure-signer-page.ts';
import { measurePage, type PageLoad } from '../e2e/support/measure-page.ts';
import { chromiumPath } from '../e2e/playwright.config.ts';
import { startRunningServer } from '../e2e/support/running-server.ts';
import { openBrowser } from '#testing/browser.ts';
import { outboxOf } from '#testing/confirm-address.ts';
import { ada, signUp } from '#testing/sign-up.ts';

/**
 * `npm run bench:pages` measures the first visit of each page, what it loads and when something is visible.
 * It uses Chromium on simulated slow 4G (1.6 Mbit/s, 150 ms) with a processor four times slower and an empty
 * cache each time, against the running product. The goals are 1.2 seconds for public pages and 1.8 for the
 * application.
 */
const turns = Number(process.argv[2] ?? 3);
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

const visitorPages = ['/', '/verify', '/privacy', '/terms', '/support', '/developers', '/log'];
const memberPages = ['/', '/documents', '/settings'];

const server = await startRunningServer();
const browser = await chromium.launch({
  ...(chromiumPath ? { executablePath: chromiumPath } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const session = await signUp(server.baseUrl, ada, {
    mailbox: outboxOf(server.dataDir),
    browser: openBrowser(server.baseUrl),
  });
  const [name = '', value = ''] = session.split('=');
  console.log(`Slow 4G with a processor four times slower, ${turns} turns; medians\n`);
  console.log('| page | first paint | requests | all | scripts | layout shift |');
  console.log('| --- | --: | --: | --: | --: | --: |');
  for (const path of visitorPages) print(path, await measure(path, async () => undefined));
  for (const path of memberPages)
    print(
      `${path} signed in`,
      await measure(path, (context) => context.addCookies([{ name, value, url: server.baseUrl }])),
    );
} finally {
  await browser.close();
  await server.stop();
}

async function measure(
  path: string,
  prepare: (context: BrowserContext) => Promise<unknown>,
): Promise<PageLoad> {
  const loads: PageLoad[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const context = await browser.newContext(phone);
    await prepare(context);
    const page = await context.newPage();
    await likeASlowPhone(page);
    loads.push(await measurePage(page, server.baseUrl + path, hasHeading));
    await context.close();
  }
  return loads.toSorted((one, other) => one.firstPaint - other.firstPaint)[Math.floor(turns / 2)]!;
}

function hasHeading(page: Page): Promise<unknown> {
  return page.locator('h1').first().waitFor({ timeout: 60_000 });
}

function print(name: string, load: PageLoad): void {
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  const { firstPaint, requests, bytes, scriptBytes, shift } = load;
  console.log(
    `| ${name} | ${firstPaint} ms | ${requests} | ${kB(bytes)} | ${kB(scriptBytes)} | ${shift.toFixed(3)} |`,
  );
}
