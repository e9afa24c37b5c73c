import { chromium, request, type Browser, type Page } from '@playwright/test';
import { grace } from '#testing/cast.ts';
import { boundary, multipartBody } from '#testing/multipart.ts';
import { outboxOf } from '#testing/confirm-address.ts';
import { ada, signUp } from '#testing/sign-up.ts';
import { chromiumPath } from '../e2e/playwright.config.ts';
import { openMail } from '../e2e/support/outbox.ts';
import { startRunningServer } from '../e2e/support/running-server.ts';
import { busySince, watchPages, watchWork, type Busy } from './lists/watch-page.ts';
import { clickOn, goTo, held, scrollAll, untilDrawn, type Held } from './long-file/pages.ts';
import { makeContract } from './stamp-and-seal/make-contract.ts';

/**
 * `npm run bench:long-file`, optionally with a single number of pages, measures the editor and the signer's
 * page with a file of 500 pages (text and a picture on each, 10 MB), and for comparison with one of 5: the
 * time to the first page, the browser's work, and its memory after scrolling to the last page and back.
 */
const sizes = process.argv[2] ? [Number(process.argv[2])] : [500, 5];

type Step = Busy & Held & { ms: number };

const server = await startRunningServer(undefined, { PLANS: 'off' });
const browser = await chromium.launch({
  ...(chromiumPath ? { executablePath: chromiumPath } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--enable-precise-memory-info'],
});
try {
  const cookie = await signUp(server.baseUrl, ada, { mailbox: outboxOf(server.dataDir) });
  console.log('Times in ms; work is of the main thread, by the processor’s clock\n');
  console.log(
    '| page | of | step | time | work | longest task | longest frame | DOM nodes | canvases | MB of pixels | MB of script |',
  );
  console.log(`| --- | --: | --- ${'| --: '.repeat(8)}|`);
  for (const size of sizes) {
    const { id, link } = await makeDocuments(cookie, size);
    await inEditor(browser, cookie, id, size);
    await onSignerPage(browser, link, size);
  }
} finally {
  await browser.close();
  await server.stop();
}

/** A draft for the editor, and the link of a sent document. */
async function makeDocuments(cookie: string, size: number): Promise<{ id: string; link: string }> {
  const program = await request.newContext({ baseURL: server.baseUrl, extraHTTPHeaders: { cookie } });
  const title = `Contract of ${size} pages`;
  const upload = async (): Promise<string> => {
    const answer = await program.post('/api/documents/upload', {
      data: multipartBody([{ name: 'contract.pdf', bytes: makeContract(size) }], { title }),
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      timeout: 120_000,
    });
    if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`);
    return ((await answer.json()) as { id: string }).id;
  };
  const [id, sent] = [await upload(), await upload()];
  for (const documentId of [id, sent]) {
    const saved = await program.put(`/api/documents/${documentId}/recipients`, { data: [grace] });
    const { recipients } = (await saved.json()) as { recipients: { id: string }[] };
    const pages = documentId === sent ? [1, size] : Array.from({ length: size }, (_, index) => index + 1);
    const fields = pages.map((page) => ({
      type: 'initial',
      page,
      x: 420,
      y: 760,
      width: 64,
      height: 32,
      recipientId: recipients[0]!.id,
    }));
    await program.put(`/api/documents/${documentId}/fields`, { data: fields });
  }
  const answer = await program.post(`/api/documents/${sent}/send`, { data: {} });
  if (!answer.ok()) throw new Error(await answer.text());
  await program.dispose();
  return { id, link: (await openMail(server.dataDir, grace.email, title)).link };
}

async function inEditor(chromium: Browser, cookie: string, id: string, size: number): Promise<void> {
  const context = await chromium.newContext({ viewport: { width: 1440, height: 900 } });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: server.baseUrl }]);
  const page = await context.newPage();
  const step = await stepsOf(page, 'editor', size);
  await step('first page drawn', async () => {
    await page.goto(`${server.baseUrl}/document/${id}`);
    await untilDrawn(page, 1);
  });
  await step('scrolled to the last page', () => scrollAll(page, 'down'));
  await untilDrawn(page, size);
  await step('and back', () => scrollAll(page, 'up'));
  await untilDrawn(page, 1);
  const far = Math.ceil(size * 0.8);
  await step(`page ${far} by its thumbnail`, async () => {
    await page.getByRole('button', { name: `Go to page ${far}`, exact: true }).click();
    await untilDrawn(page, far);
  });
  await step('a field placed there', async () => {
    await page.getByRole('button', { name: 'Signature', exact: true }).click();
    await clickOn(page, far);
    await page.getByRole('button', { name: new RegExp(`^Signature for Grace, page ${far}$`) }).waitFor();
  });
  await step('the field dragged, 40 steps', async () => {
    const box = (await page.locator('[data-field] [aria-pressed="true"]').first().boundingBox())!;
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 140, box.y - 60, { steps: 40 });
    await page.mouse.up();
  });
  // Measured separately, because finding one of thousands of elements by role takes time that is not the
  // editor's.
  await step('the line for its label sought', () =>
    page.getByRole('complementary').getByLabel('Label').focus(),
  );
  await step('a label of 20 letters', () => page.keyboard.type('For the harbour mast'));
  await context.close();
}

async function onSignerPage(chromium: Browser, link: string, size: number): Promise<void> {
  const context = await chromium.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const step = await stepsOf(page, 'signer', size);
  await step('first page drawn', async () => {
    await page.goto(link);
    await untilDrawn(page, 1);
  });
  await step('scrolled to the last page', () => scrollAll(page, 'down'));
  await untilDrawn(page, size);
  await step('and back', () => scrollAll(page, 'up'));
  await untilDrawn(page, 1);
  await step('straight to the last page', async () => {
    await goTo(page, size);
    await untilDrawn(page, size);
  });
  await context.close();
}

/** Runs a step, and prints its cost and the page's memory afterwards. */
async function stepsOf(page: Page, where: string, size: number) {
  await watchPages(page);
  const work = await watchWork(page);
  return async (what: string, act: () => Promise<unknown>): Promise<void> => {
    const before = performance.now();
    await act();
    const step: Step = {
      ms: Math.round(performance.now() - before),
      ...(await busySince(page, work)),
      ...(await held(page)),
    };
    const cells = [
      ...[where, size, what, step.ms, step.work, step.longest, step.maxFrameMs, step.domNodes],
      ...[step.canvases, step.pixels, step.heap],
    ];
    console.log(`| ${cells.join(' | ')} |`);
  };
}
