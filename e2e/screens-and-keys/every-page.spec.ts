import type { Page } from '@playwright/test';
import { grace, linus } from '#testing/cast.ts';
import { expect, test } from '../support/fixtures.ts';
import { cutPrompts, maxShift, overlaps, shiftsOf, watchShifts } from '../support/measures.ts';
import { routes, settled, visit, type Route } from '../support/routes.ts';
import { draftByProgram, sendByProgram } from '../support/sent-by-program.ts';
import { inTheLongRun, sweeps } from '../support/sweep.ts';

async function withDocuments(page: Page, dataDir: string): Promise<Route[]> {
  const draft = await draftByProgram(page.request, 'Crane lease', [grace]);
  const title = 'Lease of the harbour office, with the quays, the two cranes and all that belongs to them';
  const { id: sent } = await sendByProgram(page.request, dataDir, { title, people: [grace, linus] });
  return [
    ...routes,
    { path: `/document/${draft}`, heading: 'Crane lease' },
    { path: `/document/${sent}`, heading: title },
    // Without a link the page makes no request. With one it requests the invitation.
    { path: '/invitation#no-link-of-ours', heading: /./ },
  ];
}

for (const sweep of sweeps)
  test(
    `no page scrolls sideways at 320 pixels, and no text overlaps${sweep.over}`,
    sweep.details,
    async ({ ada, server }) => {
      test.setTimeout(180_000);
      const { page } = ada;
      const all = await withDocuments(page, server.dataDir);
      await page.setViewportSize({ width: 320, height: 640 });
      for (const route of sweep.of(all)) {
        await visit(page, route);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect.soft(width, route.path).toBeLessThanOrEqual(320);
        expect.soft(await page.evaluate(overlaps), route.path).toEqual([]);
        expect.soft(await page.evaluate(cutPrompts), route.path).toEqual([]);
        // An element fixed to the window cannot be scrolled, so it would be cut off instead.
        const account = page.getByRole('button', { name: /account of/ });
        if (await account.isVisible()) await expect.soft(account, route.path).toBeInViewport({ ratio: 1 });
      }
    },
  );

test('the signer page does not scroll sideways at any step from review to signing', async ({
  ada,
  server,
  newPhone,
}) => {
  const title = 'Lease of the narrow berth';
  const sent = { title, people: [grace, linus], pages: 2 };
  const { linkOf } = await sendByProgram(ada.page.request, server.dataDir, sent);
  const phone = await newPhone();
  await phone.setViewportSize({ width: 320, height: 640 });
  await phone.goto(await linkOf(grace.email));
  await expect(phone.locator('[data-page="1"] canvas')).toBeVisible();
  expect(await phone.evaluate(overlaps)).toEqual([]);
  await phone.getByRole('button', { name: 'Continue to Sign' }).tap();
  await expect(phone.getByText('Draw here with your finger')).toBeVisible();
  expect(await phone.evaluate(overlaps)).toEqual([]);
});

for (const sweep of sweeps)
  test(`nothing shifts while a page loads${sweep.over}`, sweep.details, async ({ ada, server }) => {
    test.setTimeout(240_000);
    const { page } = ada;
    const all = await withDocuments(page, server.dataDir);
    await watchShifts(page);
    for (const width of [1440, 375]) {
      await page.setViewportSize({ width, height: 800 });
      for (const route of sweep.of(all)) {
        await visit(page, route);
        const { sum, shifts } = await shiftsOf(page);
        const where = `${route.path} at ${width}: ${shifts}`;
        expect.soft(sum, where).toBeLessThanOrEqual(maxShift);
      }
    }
  });

/**
 * Maximum compressed size in bytes of the scripts and styles in the first load after sign-in
 * (decisions/0016).
 */
const maxFirstLoadBytes = 150_000;
/** Maximum size of everything that the first view requests, without pictures of documents. */
const maxFirstLoadRequests = 15;

test('the first load after sign-in is small', async ({ ada }) => {
  const { page } = ada;
  const session = await page.context().newCDPSession(page);
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.goto('/');
  await settled(page, 'Dashboard');
  const loaded = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
      ({ name, encodedBodySize }) => ({ path: new URL(name).pathname, bytes: encodedBodySize }),
    ),
  );
  const code = loaded.filter(({ path }) => /\.(js|mjs|css)$/.test(path));
  const bytes = code.reduce((sum, file) => sum + file.bytes, 0);
  // The HTML of the page is not in the list.
  const requests = 1 + loaded.filter(({ path }) => !path.endsWith('/thumbnail')).length;
  console.log(`first load after sign-in: ${bytes} bytes in ${code.length} files, ${requests} requests`);
  expect(code.length).toBeGreaterThan(3);
  expect(bytes).toBeLessThanOrEqual(maxFirstLoadBytes);
  expect(requests, loaded.map(({ path }) => path).join(' ')).toBeLessThanOrEqual(maxFirstLoadRequests);
});

/** Withholds all server responses from a page except the response with the signed-in user. */
const withheld = /\/api\/(?!auth\/user|live|user\/preferences)/;

/** Pages that make no requests when they open, apart from preferences and those of the surrounding frame. */
const askNothing = /^\/(upload|privacy|terms|onboarding|invitation|nowhere|settings\/notifications)$/;

const serverError = {
  status: 500,
  contentType: 'application/problem+json',
  body: JSON.stringify({ title: 'x', status: 500, code: 'server-error', detail: 'Something went wrong.' }),
};

for (const sweep of sweeps)
  for (const [failure, reason] of [
    ['a fault of the server', /went wrong|could not be read/],
    ['a lost connection', /could not be (reached|read)/],
  ] as const)
    test(
      `${failure} is reported on every page, and retrying fixes it${sweep.over}`,
      sweep.details,
      async ({ ada, server }) => {
        test.setTimeout(240_000);
        const { page } = ada;
        const all = await withDocuments(page, server.dataDir);
        // The route is kept: a request in progress while a route is removed may never get a response.
        let failing = true;
        await page.route(withheld, (call) => {
          if (!failing) return call.continue();
          return failure === 'a lost connection' ? call.abort() : call.fulfill(serverError);
        });
        for (const route of sweep.of(all.filter(({ path }) => !askNothing.test(path)))) {
          await test.step(route.path, async () => {
            failing = true;
            await page.goto(route.path);
            const lost = page.getByText('Document not found or access denied');
            const alert = page.getByRole('alert').filter({ hasText: reason });
            await expect(alert.or(lost).first(), route.path).toBeVisible();
            failing = false;
            if (await lost.isVisible()) return;
            const retry = page.getByRole('button', { name: 'Try again' });
            // One response may fix two parts of a page.
            await expect(async () => {
              if ((await retry.count()) > 0) await retry.first().click({ timeout: 1000 });
              expect(await retry.count()).toBe(0);
            }).toPass();
            await settled(page, route.heading);
          });
        }
      },
    );

test(
  'an unknown document and an unknown page are distinguished from an error',
  inTheLongRun,
  async ({ ada }) => {
    const { page } = ada;
    await page.goto('/document/01a1f9dc-1058-78b9-b872-5b8bcc295cbf');
    await expect(page.getByText('Document not found or access denied')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toBeVisible();
    await page.goto('/nowhere');
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  },
);

test(
  'when the session ends, every page redirects to the login path',
  inTheLongRun,
  async ({ ada, server }) => {
    test.setTimeout(240_000);
    const { page } = ada;
    const all = await withDocuments(page, server.dataDir);
    // The toast is visible for half a second before the page is left, so its text is recorded when it
    // appears.
    let said = '';
    await page.exposeFunction('toastShown', (text: string) => (said = text));
    await page.addInitScript(() => {
      const { toastShown } = window as unknown as { toastShown: (text: string) => void };
      new MutationObserver(() => {
        const toast = document.querySelector('[data-toast]');
        if (toast) toastShown(toast.textContent);
      }).observe(document, { childList: true, subtree: true });
    });
    await page.route(withheld, (call) =>
      call
        .fulfill({
          status: 401,
          contentType: 'application/problem+json',
          body: JSON.stringify({
            title: 'x',
            status: 401,
            code: 'not-signed-in',
            detail: 'Sign in and try again.',
          }),
        })
        // A request of the page that was left; its result is not needed.
        .catch(() => undefined),
    );
    for (const route of all.filter(({ path }) => !askNothing.test(path) && path !== '/support')) {
      await test.step(route.path, async () => {
        said = '';
        const login = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/login');
        await page.goto(route.path, { waitUntil: 'commit' });
        await login;
        await expect.poll(() => said).toContain('You are logged out. Logging in again...');
      });
    }
  },
);
