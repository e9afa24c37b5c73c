import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { sendByProgram } from '../support/sent-by-program.ts';
import { inTheLongRun } from '../support/sweep.ts';

const stranger = { name: 'Grace Lindqvist', email: 'grace.outbox@harbour.example' };
const itemOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

test('the operator can read the first confirmation email, but a user who only signed up cannot', async ({
  ada: { page, email },
  server,
  newPhone,
}) => {
  await page.goto('/outbox');
  await expect(page.getByText('only the operator of this server can read them')).toBeVisible();
  await expectNothingFound(page, 'the locked outbox');

  const operator = await newPhone();
  const address = (await readFile(join(server.dataDir, 'keys', 'outbox-address'), 'utf8')).trim();
  await operator.goto(address);
  await expect(operator).toHaveURL(/\/outbox$/);
  const mail = operator.getByRole('listitem').filter({ hasText: email });
  await expect(async () => {
    await operator.reload();
    await expect(mail.first()).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 45_000 });
  await expectNothingFound(operator, 'the outbox');
  await mail.getByRole('link', { name: 'Confirm your email' }).click();
  await expectNothingFound(operator, 'a mail of the outbox');
  await operator.getByRole('link', { name: /\/login\/confirm-email\?link=/ }).click();
  // Ada's address is already confirmed, like all other addresses here.
  await expect(operator.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});

test(
  'Grace blocks the sender on her phone, and the sender sees that she has blocked his emails',
  inTheLongRun,
  async ({ ada: { page }, server, newPhone, openMail }) => {
    const title = 'An offer that nobody asked for';
    const { id } = await sendByProgram(page.request, server.dataDir, { title, people: [stranger] });
    const mail = await openMail(stranger.email, title);
    const phone = await newPhone();
    await phone.goto(/https?:\/\/\S+\/mail\/\S+/.exec(mail.text)![0]);
    await expectNothingFound(phone, 'the page that reports and blocks');
    await phone.getByRole('button', { name: 'Block this sender' }).click();
    await expect(phone.getByText('This sender is blocked')).toBeVisible();
    await phone.getByLabel('What’s wrong?').fill('I never dealt with them.');
    await phone.getByRole('button', { name: 'Report this' }).click();
    await expect(phone.getByText('have received your report')).toBeVisible();
    await openMail('support@127.0.0.1', `Report of abuse: ${stranger.name}`);

    await page.goto(`/document/${id}`);
    await expect(itemOf(page, stranger.name)).toContainText(
      'The recipient has blocked emails from this account',
    );
    await phone.getByRole('button', { name: 'Unblock this sender' }).click();
    await expect(phone.getByRole('button', { name: 'Block this sender' })).toBeVisible();
  },
);
