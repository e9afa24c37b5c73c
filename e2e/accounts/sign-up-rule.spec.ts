import { openBrowser } from '#testing/browser.ts';
import { confirmationIn, outboxOf } from '#testing/confirm-address.ts';
import { ada } from '#testing/sign-up.ts';
import { expect, test } from '../support/fixtures.ts';
import { startRunningServer, type RunningServer } from '../support/running-server.ts';
import { inTheLongRun } from '../support/sweep.ts';

/**
 * Tests the landing page under each rule. Other ways to sign up are tested in
 * server/accounts/sign-in/sign-up-rules.test.ts.
 */
const rules = [
  { rule: 'open', button: true, sentence: null },
  { rule: 'invited', button: false, sentence: 'Accounts here are by invitation.' },
  {
    rule: 'domain:harbour.example',
    button: true,
    sentence:
      'People with an address at harbour.example, and people with an invitation, can create an account.',
  },
  { rule: 'closed', button: false, sentence: 'Sign-up is closed on this server.' },
];

/** Signs up. Under every rule but `open`, the account is created when the emailed link is opened. */
async function createFirstAccount({ baseUrl, dataDir }: RunningServer): Promise<void> {
  const browser = openBrowser(baseUrl);
  await browser.submit(await browser.go('/api/login?screen=create'), { ...ada, act: 'create' });
  const isSignedIn = async () => (await browser.go('/api/auth/user')).status === 200;
  if (await isSignedIn()) return;
  const mailbox = outboxOf(dataDir);
  const link = async () => confirmationIn(await mailbox(ada.email)) ?? '';
  await expect.poll(link).not.toBe('');
  const page = await browser.go(await link());
  const hidden = /name="link" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
  await browser.submit(page, { link: hidden, password: ada.password });
  await browser.submit(await browser.go('/api/login'), { ...ada, act: 'sign-in' });
  expect(await isSignedIn()).toBe(true);
}

for (const { rule, button, sentence } of rules) {
  test(`SIGN_UP=${rule}: the landing page follows the rule`, inTheLongRun, async ({ page }) => {
    const server = await startRunningServer(undefined, { PLANS: 'off', SIGN_UP: rule });
    try {
      const signUps = page.getByRole('link', { name: /^Sign Up Free/ });
      await test.step('the first account can be created under every rule', async () => {
        await page.goto(server.baseUrl);
        await expect(signUps.first()).toBeVisible();
        await createFirstAccount(server);
      });
      await page.reload();
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toBeVisible();
      if (sentence === null) await expect(page.getByText('Accounts here are by invitation.')).toHaveCount(0);
      else await expect(page.getByText(sentence).first()).toBeVisible();
      if (button) await expect(signUps.first()).toBeVisible();
      else await expect(signUps).toHaveCount(0);
    } finally {
      await server.stop();
    }
  });
}
