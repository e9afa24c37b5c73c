import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type APIRequestContext, type Browser, type Page } from '@playwright/test';
import { grace, linus } from '#testing/cast.ts';
import { openBrowser } from '#testing/browser.ts';
import { mailboxOf } from '#testing/confirm-address.ts';
import { addNote } from '#testing/documents/harm-sealed.ts';
import { boundary, multipartBody } from '#testing/multipart.ts';
import { ada, signUp } from '#testing/sign-up.ts';
import { startSmtpServer, type TestSmtpServer } from '#testing/servers/smtp-server.ts';
import { root, startRunningServer, type RunningServer } from './support/running-server.ts';
import { signByProgram } from './support/sent-by-program.ts';

/**
 * `npm run pictures:landing` creates the landing page's pictures from the product itself, and the samples for
 * /verify: an agreement that was really sent, signed and sealed by a server whose key is then discarded, the
 * same file with a note added afterwards, and the root of that server.
 */
const into = join(root, 'web/public/landing');
const title = 'Employment agreement, Grace Lindqvist';
let server: RunningServer;
let dataDir: string;
/** Emails are actually sent, as in production. */
let smtp: TestSmtpServer;

test.beforeAll(async () => {
  await mkdir(into, { recursive: true });
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-landing-'));
  smtp = await startSmtpServer();
  server = await startRunningServer(dataDir, { SMTP_URL: smtp.url });
});
test.afterAll(async () => {
  await server.stop();
  await smtp.close();
  await rm(dataDir, { recursive: true, force: true });
});

test('pictures and samples of the landing page', async ({ browser }) => {
  const member = openBrowser(server.baseUrl);
  await signUp(server.baseUrl, ada, { browser: member, mailbox: mailboxOf(smtp) });
  const cookies = member.cookies().map((cookie) => ({ ...cookie, domain: '127.0.0.1' }));
  const open = async (scheme: 'light' | 'dark', width: number, height: number): Promise<Page> => {
    const phone = width < 500;
    const context = await browser.newContext({
      baseURL: server.baseUrl,
      viewport: { width, height },
      colorScheme: scheme,
      locale: 'en-US',
      timezoneId: 'Europe/Stockholm',
      ...(phone ? { hasTouch: true, isMobile: true, deviceScaleFactor: 2 } : {}),
    });
    if (!phone) await context.addCookies(cookies);
    return context.newPage();
  };
  const desk = await open('light', 1280, 800);
  const id = await prepare(desk.request);
  for (const scheme of ['light', 'dark'] as const) {
    const page = await open(scheme, 1280, 800);
    await page.goto(`/document/${id}`);
    await expect(page.locator('main [data-page="1"] canvas')).toBeVisible({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Go to page 2' }).click();
    await expect(page.locator('main [data-page="2"] canvas')).toBeVisible();
    await expect(page.locator('[data-field]').first()).toBeVisible();
    await keep(browser, page, `editor-${scheme}`, 960);
    await page.context().close();
  }
  expect((await desk.request.post(`/api/documents/${id}/send`, { data: {} })).ok()).toBe(true);
  await signByProgram(desk.request, await linkOf(grace.email), grace.name);
  for (const scheme of ['light', 'dark'] as const) {
    const phone = await open(scheme, 375, 720);
    await phone.goto(await linkOf(linus.email));
    await expect(phone.locator('[data-page="1"] canvas')).toBeVisible({ timeout: 60_000 });
    await keep(browser, phone, `signer-${scheme}`, 480);
    await phone.context().close();
  }
  for (const scheme of ['light', 'dark'] as const) {
    const page = await open(scheme, 1280, 800);
    await page.goto(`/document/${id}`);
    await expect(page.locator('[data-page="1"] canvas')).toBeVisible({ timeout: 60_000 });
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await keep(browser, page, `story-${scheme}`, 960);
    await page.context().close();
  }
  await signByProgram(desk.request, await linkOf(linus.email), linus.name);
  await expect
    .poll(async () => (await desk.request.get(`/api/documents/${id}/download`)).status(), { timeout: 60_000 })
    .toBe(200);
  const sealed = await (await desk.request.get(`/api/documents/${id}/download`)).body();
  await writeFile(join(into, 'sample-sealed.pdf'), sealed);
  await writeFile(join(into, 'sample-changed.pdf'), addNote(sealed));
  const [pem, logKeys] = [
    await desk.request.get('/api/seal/root.pem'),
    await desk.request.get('/api/log/keys'),
  ];
  await writeFile(join(into, 'sample-root.pem'), Buffer.concat([await pem.body(), await logKeys.body()]));
});

/**
 * Creates the sample agreement as a draft for two people, with its fields on the blanks of the second page.
 */
async function prepare(request: APIRequestContext): Promise<string> {
  const file = await readFile(join(root, 'web/public/sample-employment-agreement.pdf'));
  const uploaded = await request.post('/api/documents/upload', {
    data: multipartBody([{ name: 'agreement.pdf', bytes: file }], { title }),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  const { id } = (await uploaded.json()) as { id: string };
  const named = await request.put(`/api/documents/${id}/recipients`, { data: [grace, linus] });
  const { recipients } = (await named.json()) as { recipients: { id: string }[] };
  const fields = recipients.flatMap(({ id: recipientId }, at) => {
    const x = 68 + at * 250;
    return [
      { type: 'signature', page: 2, x, y: 236, width: 190, height: 42, recipientId, required: true },
      { type: 'date', page: 2, x: x + 100, y: 300, width: 90, height: 24, recipientId },
      ...(at === 0 ? [{ type: 'initial', page: 1, x: 470, y: 770, width: 56, height: 30, recipientId }] : []),
    ];
  });
  expect((await request.put(`/api/documents/${id}/fields`, { data: fields })).ok()).toBe(true);
  return id;
}

/** Returns the link in the signing invitation. */
async function linkOf(email: string): Promise<string> {
  let found: string[] = [];
  const look = async () =>
    (found = (await mailboxOf(smtp)(email)).flatMap((text) => /https?:\/\/\S+\/sign\/\S+/.exec(text) ?? []))
      .length;
  await expect.poll(look, { timeout: 45_000 }).toBeGreaterThan(0);
  return found[0]!;
}

/**
 * Saves a picture with the given width in pixels as WebP, which every current browser supports. The browser
 * converts it.
 */
async function keep(browser: Browser, page: Page, name: string, width: number): Promise<void> {
  await stillStanding(page);
  const png = (await page.screenshot()).toString('base64');
  const canvas = await browser.newPage();
  const webp = await canvas.evaluate(
    async ([source, wide]) => {
      const picture = new Image();
      picture.src = `data:image/png;base64,${source}`;
      await picture.decode();
      const drawn = document.createElement('canvas');
      drawn.width = wide;
      drawn.height = Math.round((picture.height / picture.width) * wide);
      const context = drawn.getContext('2d')!;
      context.imageSmoothingQuality = 'high';
      context.drawImage(picture, 0, 0, drawn.width, drawn.height);
      return drawn.toDataURL('image/webp', 0.82).split(',')[1]!;
    },
    [png, width] as const,
  );
  await canvas.close();
  await writeFile(join(into, `${name}.webp`), Buffer.from(webp, 'base64'));
}

/** Waits until all pictures have loaded and no one-time animation is running. */
async function stillStanding(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(
      [...document.images].filter(({ src }) => src !== '').map((image) => image.decode().catch(() => {})),
    );
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
