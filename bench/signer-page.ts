import { chromium, request } from '@playwright/test';
import {
  measureSignerPage,
  likeASlowPhone,
  type SignerPageTimes,
} from '../e2e/support/measure-signer-page.ts';
import { chromiumPath } from '../e2e/playwright.config.ts';
import { startRunningServer } from '../e2e/support/running-server.ts';
import { sendByProgram } from '../e2e/support/sent-by-program.ts';
import { grace } from '#testing/cast.ts';
import { outboxOf } from '#testing/confirm-address.ts';
import { ada as adaMoreau, signUp } from '#testing/sign-up.ts';

/**
 * `npm run bench:signer` measures how soon a signer with a slow phone sees the title and the first page. It
 * uses Chromium on simulated slow 4G (1.6 Mbit/s, 150 ms) with a processor four times slower and an empty
 * cache each time, against the running product. The goal is one second until the first page is visible, and
 * at most 105 kB of script, requested after that, until the page is interactive.
 */
const turns = Number(process.argv[2] ?? 5);
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

const server = await startRunningServer();
const browser = await chromium.launch({
  ...(chromiumPath ? { executablePath: chromiumPath } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const ada = await request.newContext({
    baseURL: server.baseUrl,
    extraHTTPHeaders: {
      cookie: await signUp(server.baseUrl, adaMoreau, { mailbox: outboxOf(server.dataDir) }),
    },
  });
  const sent = await sendByProgram(ada, server.dataDir, { title: 'Lease of berth 14', people: [grace] });
  const link = await sent.linkOf(grace.email);
  const measured: SignerPageTimes[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const context = await browser.newContext(phone);
    const page = await context.newPage();
    await likeASlowPhone(page);
    measured.push(await measureSignerPage(page, link));
    await context.close();
  }
  print(measured);
} finally {
  await browser.close();
  await server.stop();
}

function print(measured: SignerPageTimes[]): void {
  const rows: [string, keyof SignerPageTimes, (value: number) => string][] = [
    ['title visible', 'title', ms],
    ['first page visible', 'firstPage', ms],
    ['ready to use', 'ready', ms],
    ['page itself painted', 'painted', ms],
    ['script before the first page', 'scriptBytes', kB],
    ['script until ready to use', 'workingBytes', kB],
    ['HTML', 'htmlBytes', kB],
    ['layout shift', 'shift', (value) => value.toFixed(3)],
  ];
  console.log(`Signer page on slow 4G with a processor four times slower, ${measured.length} turns;`);
  console.log('times since the HTML began to arrive\n');
  console.log('| what | median | worst |');
  console.log('| --- | --: | --: |');
  for (const [what, key, text] of rows) {
    const values = measured.map((times) => times[key]).toSorted((one, other) => one - other);
    console.log(`| ${what} | ${text(values[Math.floor(values.length / 2)]!)} | ${text(values.at(-1)!)} |`);
  }
}

function ms(value: number): string {
  return `${value} ms`;
}

function kB(value: number): string {
  return `${(value / 1000).toFixed(1)} kB`;
}
