import { grace } from '#testing/cast.ts';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { inTheLongRun } from '../support/sweep.ts';

test(
  'a visitor reads the legal pages, finds an answer and writes to support',
  inTheLongRun,
  async ({ page, openMail }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Privacy Policy' }).click();
    await expect(page.getByRole('heading', { name: 'Privacy Policy', level: 1 })).toBeVisible();
    await expect(page.getByText('The operator hasn’t given a name here.')).toBeVisible();
    await expectNothingFound(page, 'privacy');
    await page.getByRole('link', { name: 'Terms of Service' }).click();
    await expect(page.getByRole('heading', { name: 'Terms of Service', level: 1 })).toBeVisible();
    await expect(page.getByText('wills, codicils and testamentary trusts')).toBeVisible();
    await expectNothingFound(page, 'terms');

    await page.getByRole('contentinfo').getByRole('link', { name: 'Support' }).click();
    await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search the answers' }).fill('zebra');
    await expect(page.getByText('No answers match')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search the answers' }).fill('pdfsig');
    await page.getByText('How can I check a sealed file without this server?').click();
    await expect(page.getByText('Download the root certificate under Resources.')).toBeVisible();
    const root = await page.request.get('/api/seal/root.pem');
    expect(await root.text()).toContain('BEGIN CERTIFICATE');

    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('Please enter your name')).toBeVisible();
    await expect(page.getByText('Please write a message')).toBeVisible();
    await expectNothingFound(page, 'support with errors');
    await page.getByLabel('Name').fill(grace.name);
    await page.getByLabel('Email').fill(grace.email);
    await page.getByLabel('Topic').click();
    await page.getByRole('option', { name: 'Something isn’t working' }).click();
    await page.getByRole('textbox', { name: 'Message' }).fill('My copy does not open.');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText(`The reply will go to ${grace.email}.`)).toBeVisible();
    await expect(page.getByText('It isn’t emailed to anyone').first()).toBeVisible();
    await expect(page.getByText('24 hours')).toHaveCount(0);
    const mail = await openMail('support@127.0.0.1', /^Support \(problem\): Grace Lindqvist$/);
    expect(mail.text).toContain('> My copy does not open.');
  },
);

test('a message that could not be sent is not lost', inTheLongRun, async ({ page }) => {
  await page.goto('/support?topic=sales');
  await expect(page.getByLabel('Topic')).toHaveText('Business plan');
  await page.getByLabel('Name').fill(grace.name);
  await page.getByLabel('Email').fill(grace.email);
  await page.getByRole('textbox', { name: 'Message' }).fill('We are forty people.');
  await page.route('**/api/support/messages', (route) => route.abort());
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('alert')).toContainText('Message not sent. What you wrote is still here.');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('We are forty people.');
  await page.unroute('**/api/support/messages');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Message sent', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Write another message' }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('');
});

test('the status page shows the server’s status', inTheLongRun, async ({ page }) => {
  const answer = (components: Record<string, string>, status = 200) =>
    page.route('**/api/ready', (route) =>
      route.fulfill({
        status,
        json: {
          status: status === 200 ? 'ready' : 'not ready',
          components,
          upSince: '2026-11-20T08:00:00Z',
        },
      }),
    );
  const all = { database: 'ok', files: 'ok', mail: 'ok', jobs: 'ok', converter: 'ok', seals: 'ok' };
  const card = page.getByRole('region', { name: 'System status' });
  await answer(all);
  await page.goto('/support');
  await expect(card).toContainText('All Systems Operational');
  await answer({ ...all, seals: 'degraded' });
  await page.reload();
  await expect(card).toContainText('1 component isn’t working as it should');
  await expect(card).toContainText('SealingDegraded');
  await answer({ database: 'degraded' }, 503);
  await page.reload();
  await expect(card).toContainText('The server isn’t responding as it should');
  await expect(card).not.toContainText('All Systems Operational');
});

test(
  'a signed-in user finds support and their plan usage',
  inTheLongRun,
  async ({ ada: { page, email } }) => {
    await page.getByRole('link', { name: 'Support' }).click();
    await expect(page.getByLabel('Name')).toHaveValue('Ada Moreau');
    await expect(page.getByLabel('Email')).toHaveValue(email);
    const state = page.getByRole('region', { name: 'System status' });
    await expect(state).toContainText(/All Systems Operational|does not work as it should/);
    await expectNothingFound(page, 'support, signed in');
    await page.getByRole('link', { name: 'User Management' }).click();
    await expect(page.getByRole('heading', { name: 'User Management', level: 1 })).toBeVisible();
    await expect(
      page.getByText('Who works in this account, how much of your plan you’ve used'),
    ).toBeVisible();
    const usage = page.getByRole('region', { name: 'Usage', exact: true });
    await expect(usage).toContainText('0 of 3');
    await expect(usage).toContainText('0%');
    await expect(page.getByRole('row', { name: /Recipients per document/ })).toContainText('5');
    await expect(page.getByRole('row', { name: /File size/ })).toContainText('25 MB');
    await expectNothingFound(page, 'user management');

    await page.route('**/api/user/usage', (route) =>
      route.fulfill({
        json: {
          planType: 'free',
          isUnlimited: false,
          documentsUsed: 3,
          documentsLimit: 3,
          completedDocuments: 2,
          templatesUsed: 4,
          templatesLimit: 5,
          fileSizeLimit: 26_214_400,
          recipientLimit: 5,
          history: [{ month: '2026-11', documents: 3, completed: 2 }],
        },
      }),
    );
    await page.reload();
    await expect(usage).toContainText('Used up: you’ve reached the limit.');
    await expect(usage).toContainText('Almost used up: 80% of the limit.');
    await expect(usage).toContainText('67%');
    await expectNothingFound(page, 'user management near the limits');
    await page.getByRole('link', { name: 'Contact sales' }).click();
    await expect(page.getByRole('heading', { name: 'Billing & Usage', level: 1 })).toBeVisible();
  },
);

test('nothing scrolls sideways at 320 pixels', inTheLongRun, async ({ page, ada }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  for (const path of ['/support', '/user-management', '/privacy', '/terms']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
  }
  expect(ada.page).toBe(page);
});
