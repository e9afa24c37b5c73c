import type { Page } from '@playwright/test';
import type { OperatorState } from '#contract/operations/operator-state.ts';
import { openBrowser } from '#testing/browser.ts';
import { ada, signUp } from '#testing/sign-up.ts';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { inTheLongRun } from '../support/sweep.ts';

const olga = { ...ada, firstName: 'Olga', lastName: 'Berg', email: 'olga@hosting.example' };
test.use({ settings: { OPERATOR_EMAILS: olga.email } });

const document = '018f3c5e-7f10-7b1a-9a3e-5d2c4b6a7980';

/** Problems added to the real state of the server */
function troubled(state: OperatorState): OperatorState {
  const at = state.at;
  return {
    ...state,
    components: { ...state.components, mail: 'degraded', seals: 'degraded' },
    queues: [
      { name: 'send-mail', due: 12, running: 4, oldest: new Date(Date.parse(at) - 7_200_000).toISOString() },
    ],
    failed: [
      {
        id: document,
        name: 'send-mail',
        problem: 'The mail server did not answer (ECONNREFUSED).',
        failedAt: at,
        documentId: document,
      },
    ],
    failedTotal: 1,
    stuck: [
      {
        id: document,
        accountId: document,
        since: at,
        pages: 14,
        problem: 'The stored file does not match its name.',
      },
    ],
    mails: [
      {
        id: document,
        documentId: document,
        kind: 'invitation',
        domain: 'okafor.example',
        state: 'bounced',
        attempts: 3,
        createdAt: at,
      },
    ],
    storage: [{ accountId: document, bytes: 734_003_200, documents: 412 }],
  };
}

async function signInOlga(page: Page, baseUrl: string, mailbox: Parameters<typeof signUp>[2]): Promise<void> {
  const browser = openBrowser(baseUrl);
  await signUp(baseUrl, olga, { browser, ...mailbox });
  await page.context().addCookies(browser.cookies().map((cookie) => ({ ...cookie, domain: '127.0.0.1' })));
}

test(
  'the operator sees the state of the server, and fixes failed jobs',
  inTheLongRun,
  async ({ page, server, mailbox }, info) => {
    await signInOlga(page, server.baseUrl, { mailbox });
    await page.goto('/operator');
    await expect(page.getByRole('heading', { name: 'Operator', level: 1 })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Components' })).toContainText(
      'Files can be written and read.',
    );
    await expect(page.getByRole('region', { name: 'Failed jobs' })).toContainText('None.');
    await expect(page.getByRole('region', { name: 'Keys and certificates' })).toContainText(
      'created by this installation',
    );
    await expect(page.getByRole('region', { name: 'Versions' })).toContainText('built in');
    await expectNothingFound(page, 'the room of the operator');

    const acts: string[] = [];
    const real = (await (await page.request.get('/api/operator/state')).json()) as OperatorState;
    await page.route('**/api/operator/state', (route) => route.fulfill({ json: troubled(real) }));
    await page.route(/\/api\/operator\/(jobs|stuck)\//, (route) => {
      const { pathname } = new URL(route.request().url());
      acts.push(`${route.request().method()} ${pathname.replace(document, 'it')}`);
      return route.fulfill({ status: 204 });
    });
    await page.getByRole('button', { name: 'Refresh' }).click();
    const needs = page.getByRole('region', { name: 'Needs attention' });
    await expect(needs).toContainText('Emails can’t be sent.');
    await expect(needs).toContainText('1 document is signed by everyone but not sealed.');
    await expect(needs).toContainText(
      '“Email about a document” is running behind: the oldest waiting job has been due for 2h',
    );
    await expectNothingFound(page, 'the room of the operator on a bad morning');
    for (const [width, language, scheme] of [
      [1440, 'en', 'light'],
      [768, 'de', 'dark'],
      [375, 'ar', 'light'],
      [375, 'fr', 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await page.request.patch('/api/user/preferences', { data: { language } });
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.getByText('okafor.example')).toBeVisible();
      await page.screenshot({ path: info.outputPath(`operator-${width}-${scheme}.png`), fullPage: true });
      expect(await page.evaluate(() => window.document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        width,
      );
    }

    await page.request.patch('/api/user/preferences', { data: { language: 'en' } });
    await page.reload();
    await page.getByRole('button', { name: 'Try again: Email about a document' }).click();
    await expect(page.getByText('Retrying the job.', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: `Try again: Document ${document}` }).click();
    await page.getByRole('button', { name: 'Dismiss: Email about a document' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Dismiss this job?' });
    await expectNothingFound(page, 'dismissing a job');
    await dialog.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByText('Job dismissed.', { exact: true })).toBeVisible();
    expect(acts).toEqual([
      'POST /api/operator/jobs/it/retry',
      'POST /api/operator/stuck/it/retry',
      'DELETE /api/operator/jobs/it',
    ]);
  },
);

test('the page exists only for the operator', inTheLongRun, async ({ ada: { page } }) => {
  await page.goto('/operator');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
});

test(
  'the operator finds an account, suspends it and lifts the suspension',
  inTheLongRun,
  async ({ page, server, mailbox }, info) => {
    await signInOlga(page, server.baseUrl, { mailbox });
    const grace = { ...ada, firstName: 'Grace', lastName: 'Lindqvist', email: 'grace@harbour.example' };
    await signUp(server.baseUrl, grace, { mailbox });
    await page.goto('/operator');
    await page.getByRole('link', { name: /^Accounts and people/ }).click();
    await page.getByRole('searchbox', { name: 'Name or email address' }).fill('grace@');
    await expect(page).toHaveURL(/search=grace/);
    await expectNothingFound(page, 'the list of accounts');
    for (const [width, scheme] of [
      [1440, 'light'],
      [375, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: scheme });
      await page.screenshot({ path: info.outputPath(`accounts-${width}-${scheme}.png`) });
    }
    await page.getByRole('link', { name: /grace@harbour\.example/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('grace@harbour.example');
    await page.getByRole('button', { name: 'End sessions: grace@harbour.example' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End sessions' }).click();
    await expect(page.getByText('0 sessions')).toBeVisible();
    await page.getByRole('button', { name: 'Suspend' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
    await expect(page.getByText(/^Suspended since/)).toBeVisible();
    await expectNothingFound(page, 'a suspended account');
    for (const [width, scheme] of [
      [1440, 'dark'],
      [375, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: scheme });
      await page.screenshot({ path: info.outputPath(`account-${width}-${scheme}.png`) });
      expect(await page.evaluate(() => window.document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        width,
      );
    }
    await page.getByRole('button', { name: 'Lift suspension' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Lift suspension' }).click();
    await expect(page.getByRole('button', { name: 'Suspend' })).toBeVisible();
  },
);
