import { openBrowser } from '#testing/browser.ts';
import { ada, signUp } from '#testing/sign-up.ts';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { inTheLongRun } from '../support/sweep.ts';

test(
  'if the server sends no email, the banner about an unconfirmed address says where to find the email',
  inTheLongRun,
  async ({ page, server }) => {
    const browser = openBrowser(server.baseUrl);
    await signUp(server.baseUrl, { ...ada, email: 'ada.unconfirmed@harbour.example' }, { browser });
    await page.context().addCookies(browser.cookies().map((cookie) => ({ ...cookie, domain: '127.0.0.1' })));
    await page.goto('/dashboard');
    const banner = page.getByRole('region', { name: 'Confirm your address' });
    await expect(banner).toContainText('ada.unconfirmed@harbour.example');
    await expect(banner).toContainText('this account and its drafts will be deleted on');
    await expect(banner).toContainText('This server doesn’t send email');
    await expectNothingFound(page, 'the banner of an unconfirmed address');
    const opening = page.waitForEvent('popup');
    await banner.getByRole('link', { name: 'Open the outbox' }).click();
    const outbox = await opening;
    await expect(outbox.getByText('only the operator of this server can read them')).toBeVisible();
  },
);
