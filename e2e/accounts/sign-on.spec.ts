import type { Browser, Page } from '@playwright/test';
import { openBrowser } from '#testing/browser.ts';
import { startDnsServer, type DnsServer } from '#testing/servers/dns-server.ts';
import { startFakeProvider } from '#testing/fakes/identity-provider.ts';
import { signUp, type AccountHolder } from '#testing/sign-up.ts';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test as base } from '../support/fixtures.ts';
import { toast } from '../support/prepare.ts';
import { sendByProgram } from '../support/sent-by-program.ts';
import { inTheLongRun } from '../support/sweep.ts';

/** The server uses a test name server, and may connect to a provider on this machine. */
const test = base.extend<object, { dns: DnsServer }>({
  dns: [
    async ({ browserName: _ }, use) => {
      const dns = await startDnsServer();
      await use(dns);
      await dns.close();
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ dns }, use) =>
      use({
        PLANS: 'off',
        WEBHOOK_LOOPBACK: 'allowed',
        NAME_SERVER: dns.address,
        MAIL_FROM: 'sign@mail.hosting.example',
      }),
    { scope: 'worker' },
  ],
});

const domain = 'quay.example';
const linus: AccountHolder = {
  firstName: 'Linus',
  lastName: 'Okafor',
  password: 'a long way to the quay',
  email: `linus@${domain}`,
};

async function ownBrowser(browser: Browser, baseURL: string): Promise<Page> {
  return (await browser.newContext({ baseURL, locale: 'en-US' })).newPage();
}
const dashboard = (page: Page) => page.getByRole('heading', { name: 'Dashboard', level: 1 });

test(
  'Ada connects her company’s provider, and a colleague with a password has to sign in there',
  inTheLongRun,
  async ({ ada, browser, baseURL, dns, mailbox, openMail }) => {
    const { page } = ada;
    const ending: (() => Promise<void>)[] = [];
    const provider = await startFakeProvider((work) => void ending.push(work));
    const section = page.getByRole('main');

    await test.step('Ada enters the provider and the domain', async () => {
      await page.goto('/user-management/sign-in');
      await section
        .locator('div')
        .filter({ has: page.getByRole('heading', { name: 'Single sign-on' }) })
        .getByRole('button', { name: 'Set up' })
        .last()
        .click();
      const dialog = page.getByRole('dialog', { name: 'Single sign-on' });
      await dialog.getByLabel('Issuer').fill('https://10.0.0.1/');
      await dialog.getByLabel('Client ID').fill(provider.clientId);
      await dialog.getByLabel('Client secret').fill(provider.clientSecret);
      await dialog.getByLabel('Domain').fill(domain);
      await dialog.getByLabel('Your password').fill(ada.password);
      await expectNothingFound(page, 'the dialog of single sign-on');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog.getByText('No OpenID provider responds at this address.')).toBeVisible();
      await dialog.getByLabel('Issuer').fill(provider.issuer);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText('Domain not verified yet')).toBeVisible();
    });

    await test.step('the domain is verified once its DNS has the record', async () => {
      await page.getByRole('button', { name: 'Check the record' }).click();
      await expect(toast(page)).toContainText('The DNS record was not found.');
      const record = await page.getByText(/^countersign-claim=/).innerText();
      dns.texts.set(`_countersign.${domain}`, [record]);
      await page.getByRole('button', { name: 'Check the record' }).click();
      await expect(page.getByText('Domain verified')).toBeVisible();
      await expectNothingFound(page, 'single sign-on, proved');
    });

    await test.step('Grace signs in through the provider, and becomes a member', async () => {
      provider.person = {
        sub: 'grace',
        email: `grace@${domain}`,
        email_verified: true,
        given_name: 'Grace',
        family_name: 'Lindqvist',
      };
      const graces = await ownBrowser(browser, baseURL!);
      await graces.goto((await page.getByText(/\/api\/login\?domain=/).innerText()).trim());
      await expect(dashboard(graces)).toBeVisible();
      await page.goto('/user-management');
      await expect(page.getByText(`grace@${domain}`)).toBeVisible();
      await page.goto('/user-management/sign-in');
    });

    const hisPage =
      await test.step('Linus has a password, and has to use the provider once it is required', async () => {
        const own = openBrowser(baseURL!);
        await signUp(baseURL!, linus, { browser: own, mailbox });
        const context = await browser.newContext({ baseURL: baseURL!, locale: 'en-US' });
        await context.addCookies(own.cookies().map((cookie) => ({ ...cookie, domain: '127.0.0.1' })));
        const linuses = await context.newPage();
        const invited = await page.request.post('/api/team/invitations', {
          data: { email: linus.email, role: 'member' },
        });
        expect(invited.status()).toBe(201);
        const mail = await openMail(linus.email, 'You’re invited to join an account');
        await linuses.goto(/http\S+\/invitation#[\w-]+/.exec(mail.text)![0]);
        await linuses.getByRole('button', { name: 'Accept' }).click();
        await expect(dashboard(linuses)).toBeVisible();
        await page.getByRole('switch', { name: 'Require single sign-on for everyone in the domain' }).click();
        await expect(page.getByRole('switch', { name: /everyone in the domain/ })).toBeChecked();
        await linuses.reload();
        await expect(linuses.getByText('Sign in with your company’s provider')).toBeVisible();
        await expectNothingFound(linuses, 'sent to the provider');
        provider.person = {
          sub: 'linus',
          email: linus.email,
          email_verified: true,
          given_name: 'Linus',
          family_name: 'Okafor',
        };
        await linuses.getByRole('link', { name: 'Go to sign-in' }).click();
        await expect(dashboard(linuses)).toBeVisible();
        return linuses;
      });

    await test.step('Ada removes the provider after a confirmation', async () => {
      await page.getByRole('button', { name: 'End single sign-on' }).click();
      const dialog = page.getByRole('dialog', { name: 'End single sign-on' });
      await expectNothingFound(page, 'the question before single sign-on ends');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText('Domain verified')).toBeVisible();
      await page.getByRole('button', { name: 'End single sign-on' }).click();
      await dialog.getByLabel('Your password').fill(ada.password);
      await dialog.getByRole('button', { name: 'End single sign-on' }).click();
      await expect(page.getByText('Domain verified')).toBeHidden();
      await hisPage.reload();
      await expect(hisPage.getByRole('link', { name: 'Sign In', exact: true })).toBeVisible();
    });
    for (const work of ending) await work();
  },
);

test(
  'Ada’s emails come from her own domain until its key is removed from the DNS',
  inTheLongRun,
  async ({ ada, dns, openMail, server }) => {
    const { page } = ada;
    await page.goto('/settings/email');
    await page.getByLabel('Domain', { exact: true }).fill('mail.hosting.example');
    await page.getByRole('button', { name: 'Save domain' }).click();
    await expect(page.getByText('This domain belongs to this service or resembles it.')).toBeVisible();
    await page.getByLabel('Domain', { exact: true }).fill('lease.example');
    await page.getByRole('button', { name: 'Save domain' }).click();
    await expect(page.getByText('Emails are sent from our address until')).toBeVisible();
    for (const kind of ['DKIM', 'DMARC', 'SPF']) {
      const record = page.getByRole('region', { name: kind });
      const [name = '', value = ''] = await record.locator('dd').allInnerTexts();
      dns.texts.set(name, [value]);
    }
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect(page.getByText('Emails are sent from documents@lease.example.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'SPF' }).getByText('Found', { exact: true })).toBeVisible();
    await expectNothingFound(page, 'a domain to send from');
    await sendByProgram(page.request, server.dataDir, {
      title: 'Lease of berth 7',
      people: [{ name: 'Grace Lindqvist', email: 'grace@harbour.example' }],
    });
    const mail = await openMail('grace@harbour.example', 'Lease of berth 7');
    expect(mail.from).toBe('documents@lease.example');
    dns.texts.clear();
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect(page.getByText('so emails are sent from our address')).toBeVisible();
  },
);
