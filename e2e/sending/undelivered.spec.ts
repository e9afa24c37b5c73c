import type { Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import { grace, linus } from '#testing/cast.ts';
import { mailboxOf } from '#testing/confirm-address.ts';
import { postfixFailed } from '#testing/mails/delivery-reports.ts';
import { startSmtpServer, type TestSmtpServer } from '#testing/servers/smtp-server.ts';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test as base } from '../support/fixtures.ts';
import { toast } from '../support/prepare.ts';
import { sendByProgram, signByProgram } from '../support/sent-by-program.ts';
import { inTheLongRun } from '../support/sweep.ts';

const secret = 'what the mail server and we both know';

/** The real server sends emails to a mail server that the test controls. */
const test = base.extend<object, { smtp: TestSmtpServer }>({
  smtp: [
    async ({}, use) => {
      const smtp = await startSmtpServer();
      await use(smtp);
      await smtp.close();
    },
    { scope: 'worker' },
  ],
  mailbox: ({ smtp }, use) => use(mailboxOf(smtp)),
  settings: [
    ({ smtp }, use) =>
      use({
        SMTP_URL: smtp.url,
        MAIL_BOUNCES: 'bounces@harbour.example',
        MAIL_BOUNCES_SECRET: secret,
      }),
    { scope: 'worker' },
  ],
});

const itemOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const standing = (page: Page) => page.getByRole('region', { name: 'Where it stands' });

/** The texts of the emails that an address received about a title. */
async function mailsTo(smtp: TestSmtpServer, address: string, title: string): Promise<string[]> {
  const taken = smtp.taken.filter(({ to }) => to === address);
  const mails = await Promise.all(taken.map(({ raw }) => PostalMime.parse(raw)));
  return mails.filter(({ subject }) => subject?.includes(title)).map(({ text }) => text ?? '');
}

test(
  'a rejected address is shown with the server’s response, and after Ada corrects it no one else is emailed again',
  inTheLongRun,
  async ({ ada: { page, email }, server, smtp }) => {
    const title = 'Lease to a typing mistake';
    const wrong = { name: 'Grase Lindqvist', email: 'grase@harbour.example' };
    smtp.plan(wrong.email, { recipient: { code: 550, text: '5.1.1 No such person here' } });
    const { id } = await sendByProgram(page.request, server.dataDir, { title, people: [wrong, linus] });
    await page.goto(`/document/${id}`);
    await expect(itemOf(page, wrong.name)).toContainText('Email could not be delivered');
    await expect(itemOf(page, wrong.name)).toContainText('550 5.1.1 No such person here');
    await expect(itemOf(page, linus.name)).toContainText('Email accepted by the mail server');
    await expect(standing(page)).toContainText('An email couldn’t be delivered.');
    await expect.poll(() => mailsTo(smtp, email, `Not delivered: ${title}`)).toHaveLength(1);
    await expectNothingFound(page, 'a mail that was refused');

    await page.getByRole('button', { name: `Actions for ${wrong.name}` }).click();
    await page.getByRole('menuitem', { name: 'Correct recipient' }).click();
    const dialog = page.getByRole('dialog', { name: 'Correct recipient' });
    await dialog.getByLabel('Email').fill(grace.email);
    await dialog.getByLabel('Name').fill(grace.name);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page)).toContainText('Recipient corrected');
    await expect(itemOf(page, grace.name)).toContainText('Email accepted by the mail server');
    await expect(page.getByText('Email could not be delivered')).toHaveCount(0);
    await expect(standing(page)).not.toContainText('An email couldn’t be delivered.');
    expect(await mailsTo(smtp, grace.email, title)).toHaveLength(1);
    expect(await mailsTo(smtp, linus.email, title)).toHaveLength(1);
    expect(await mailsTo(smtp, wrong.email, title)).toEqual([]);
  },
);

test(
  'a bounce appears on Ada’s open page, and she resends the email',
  inTheLongRun,
  async ({ ada: { page }, server, smtp, playwright }) => {
    const title = 'Lease that came back';
    const { id } = await sendByProgram(page.request, server.dataDir, { title, people: [grace] });
    await page.goto(`/document/${id}`);
    await expect(itemOf(page, grace.name)).toContainText('Email accepted by the mail server');
    await expect.poll(() => mailsTo(smtp, grace.email, title)).toHaveLength(1);
    const { from } = smtp.taken.findLast(({ to }) => to === grace.email)!;
    const mailId = /^bounces\+([0-9a-f-]{36})@harbour\.example$/.exec(from)?.[1] ?? '';

    // The recipient's server accepted the email, and reports an hour later that the mailbox does not exist.
    const program = await playwright.request.newContext({ baseURL: server.baseUrl });
    const reported = await program.post('/api/mail/bounces', {
      data: Buffer.from(postfixFailed({ mailId, to: grace.email })),
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'message/rfc822' },
    });
    expect(await reported.json()).toEqual({ noted: true });
    await program.dispose();
    await expect(itemOf(page, grace.name)).toContainText('Email could not be delivered');
    await expect(itemOf(page, grace.name)).toContainText('User unknown in virtual mailbox table');

    await page.getByRole('button', { name: `Actions for ${grace.name}` }).click();
    await page.getByRole('menuitem', { name: 'Send the email again' }).click();
    await expect(toast(page)).toContainText('The email is on its way again');
    await expect(itemOf(page, grace.name)).toContainText('Email accepted by the mail server');
    expect(await mailsTo(smtp, grace.email, title)).toHaveLength(2);
  },
);

test(
  'a refused final copy is shown on the completed document, and Ada sends it again',
  inTheLongRun,
  async ({ ada: { page }, server, smtp }) => {
    const title = 'Lease with a lost copy';
    const { id } = await sendByProgram(page.request, server.dataDir, { title, people: [grace] });
    await expect.poll(() => mailsTo(smtp, grace.email, title)).toHaveLength(1);
    const [invitation = ''] = await mailsTo(smtp, grace.email, title);
    const [link = ''] = /\S+\/sign\/\S+/.exec(invitation) ?? [];
    smtp.plan(grace.email, { recipient: { code: 550, text: '5.1.1 No such person here' } });
    await signByProgram(page.request, link, grace.name);
    const status = async () =>
      ((await (await page.request.get(`/api/documents/${id}`)).json()) as { status: string }).status;
    await expect.poll(status, { timeout: 60_000 }).toBe('completed');
    await page.goto(`/document/${id}`);
    const copies = page.getByRole('region', { name: 'Final copies' });
    await expect(copies).toContainText(`The final copy did not reach ${grace.name}.`);
    await expect(copies).toContainText('550 5.1.1 No such person here');
    await expectNothingFound(page, 'a final copy that was refused');

    await copies.getByRole('button', { name: 'Send again', exact: true }).click();
    await expect(toast(page)).toContainText('We’re sending the final copy');
    await expect(copies).not.toContainText('did not reach');
    await expect.poll(() => mailsTo(smtp, grace.email, `Completed: ${title}`)).toHaveLength(1);

    await page.goto('/settings/email');
    const links = page.getByRole('switch', { name: 'Final copies as links only' });
    await links.click();
    await expect(links).toBeChecked();
    await page.reload();
    await expect(links).toBeChecked();
  },
);
