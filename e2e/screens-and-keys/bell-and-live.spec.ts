import type { Page } from '@playwright/test';
import { grace, linus } from '#testing/cast.ts';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { rowOf } from '../support/prepare.ts';
import { sendByProgram, signByProgram } from '../support/sent-by-program.ts';
import { inTheLongRun } from '../support/sweep.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });

test(
  'recipients’ actions appear automatically on the open dashboard and in the notifications',
  inTheLongRun,
  async ({ ada, server }) => {
    const { page } = ada;
    const title = 'Lease of the harbour office';
    await expect(bell(page)).toHaveAccessibleName('Notifications');
    await bell(page).click();
    await expect(page.getByText('Nothing new')).toBeVisible();
    await expectNothingFound(page, 'the empty bell');
    await page.keyboard.press('Escape');
    await expect(bell(page)).toBeFocused();

    const { id, linkOf } = await sendByProgram(page.request, server.dataDir, { title, people: [grace] });
    await expect(rowOf(page, title)).toContainText('Pending');
    await signByProgram(page.request, await linkOf(grace.email), grace.name);
    await expect(rowOf(page, title)).toContainText('Completed');
    await expect(bell(page)).toHaveAccessibleName('Notifications, 3 unread');

    await page.keyboard.press('Enter');
    const list = page.getByRole('dialog', { name: 'Notifications' });
    const news = list.getByRole('link').filter({ hasText: title });
    await expect(news).toHaveText([
      /^Completed: everyone/,
      /^Grace Lindqvist signed/,
      /^Grace Lindqvist viewed/,
    ]);
    await expectNothingFound(page, 'the bell');
    await news.nth(1).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/document/${id}$`));
    await page.goto('/');
    await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');
    await bell(page).click();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(bell(page)).toHaveAccessibleName('Notifications');
    await expect(page.getByRole('link', { name: 'Notification settings' })).toHaveAttribute(
      'href',
      '/settings/notifications',
    );
  },
);

test(
  'a second window of the same person updates live, and so does an open document',
  inTheLongRun,
  async ({ ada, server }) => {
    const title = 'Crane maintenance agreement';
    const { id, linkOf } = await sendByProgram(ada.page.request, server.dataDir, { title, people: [grace] });
    const second = await ada.page.context().newPage();
    await second.goto(`/document/${id}`);
    await expect(second.getByRole('heading', { name: title })).toBeVisible();
    await signByProgram(ada.page.request, await linkOf(grace.email), grace.name);
    await expect(second.getByText('Completed', { exact: true }).first()).toBeVisible();
    await expect(rowOf(ada.page, title)).toContainText('Completed');
  },
);

test('a page that loses the server says so, keeps what was typed, and catches up', async ({
  ada,
  server,
}) => {
  const { page } = ada;
  const search = page.getByRole('searchbox');
  await search.fill('crane');
  await page.context().setOffline(true);
  await expect(page.getByText(/^You’re offline/)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/^You’re offline/)).toBeHidden();
  await expect(search).toHaveValue('crane');
  await sendByProgram(page.request, server.dataDir, { title: 'Crane lease', people: [grace] });
  await expect(rowOf(page, 'Crane lease')).toContainText('Pending');
});

test('signing out in one window is announced in the other', inTheLongRun, async ({ ada }) => {
  const other = await ada.page.context().newPage();
  await other.goto('/documents');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await ada.page.getByRole('button', { name: /account of/ }).click();
  await ada.page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(other).toHaveURL(/login|oidc/, { timeout: 30_000 });
});

test('a signer with an open page is notified of their turn and of the end', async ({
  ada,
  newPhone,
  server,
}) => {
  const title = 'Pilot boat charter';
  const people = [
    { ...grace, order: 1 },
    { ...linus, order: 2 },
  ];
  const body = { signingOrder: 'sequential' };
  const { id, linkOf } = await sendByProgram(ada.page.request, server.dataDir, { title, people, body });
  await signByProgram(ada.page.request, await linkOf(grace.email), grace.name);
  const phone = await newPhone();
  // The pages are still loading when the document ends, and the server refuses further requests for them.
  const pagesWait = Promise.withResolvers<void>();
  await phone.route(/\/api\/sign\/[^/]+\/file/, async (call) => {
    await pagesWait.promise;
    await call.continue();
  });
  await phone.goto(await linkOf(linus.email));
  await phone.getByRole('button', { name: 'Continue to Sign' }).tap();
  await phone.getByRole('checkbox', { name: 'I consent to use electronic signature' }).tap();
  const reason = 'The crane is broken';
  const voided = await ada.page.request.post(`/api/documents/${id}/void`, { data: { reason } });
  expect(voided.status()).toBe(200);
  const refused = phone.waitForResponse(/\/api\/sign\/[^/]+\/file/);
  pagesWait.resolve();
  expect((await refused).status()).toBe(410);
  await expect(phone.getByRole('alert')).toContainText('What you entered is still on this page');
  // None of the signing controls remain, such as the pad, the consent box, Decline and the alternatives.
  for (const name of ['I consent to use electronic signature', 'Draw your signature'])
    await expect(phone.getByLabel(name)).toHaveCount(0);
  for (const name of ['Decline', 'Sign Document', 'Sign on paper instead'])
    await expect(phone.getByRole('button', { name })).toHaveCount(0);
  await expectNothingFound(phone, 'a document that ended under a signer');
});
