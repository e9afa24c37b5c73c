import { expect, type Page } from '@playwright/test';
import { placed, pointOn, untilPainted } from '../support/prepare.ts';
import { agreement, completed, declined, pending } from './harbour-office.ts';
import type { Shot } from './member-screens.ts';

/** The editor and its dialogs, and documents that were sent or have ended. */
export async function shootSenderScreens(page: Page, shot: Shot): Promise<void> {
  await openEditor(page);
  await shot(page, 'editor');
  await headerAct(page, 'Preview');
  await expect(page.getByRole('dialog').locator('canvas').first()).toBeVisible();
  await expect(page.getByRole('menu')).toBeHidden();
  await shot(page, 'preview');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  // The page behind a dialog is inert until the dialog has closed.
  await expect(page.getByRole('dialog')).toBeHidden();
  await shootTools(page, shot);
  await page.getByRole('button', { name: 'Send for Signature' }).click();
  const sending = page.getByRole('dialog', { name: 'Send for Signature' });
  await expect(sending).toBeVisible();
  // The subject loads with the email preview, which is collapsed on a phone.
  await expect(sending.getByLabel('Subject')).toHaveAttribute('placeholder', /sign/);
  const mail = sending.locator('iframe');
  if (page.viewportSize()!.width > 1000) await expect(mail).toBeVisible();
  await shot(page, 'send-dialog');
  for (const opener of await sending.getByText('Reminders and access').all()) await opener.click();
  for (const part of ['options', 'end'])
    await sending.evaluate(scrollWithin, part === 'end').then(() => shot(page, `send-dialog-${part}`));
  for (const [title, name] of [
    [pending, 'detail-pending'],
    [completed, 'detail-completed'],
    [declined, 'detail-declined'],
  ] as const) {
    await openDocument(page, title);
    await showActivity(page, () => shot(page, `${name}-pages`));
    await expect(page.getByText('Audit trail verified')).toBeVisible();
    await shot(page, name, true);
  }
  await shootManaging(page, shot);
}

/** On a phone it is a tab next to the pages, which are shown first. */
async function showActivity(page: Page, before?: () => Promise<unknown>): Promise<void> {
  const activity = page.getByRole('button', { name: 'Activity', exact: true });
  if (!(await activity.isVisible())) return;
  await before?.();
  await activity.click();
  await page.evaluate(() => window.scrollTo(0, 0));
}

/** The recipient selection and the selected field. On a phone each of them is a sheet. */
async function shootTools(page: Page, shot: Shot): Promise<void> {
  const properties = page.getByRole('button', { name: 'Properties', exact: true });
  const recipients = page.getByRole('dialog', { name: 'Recipients' });
  const isPhone = await properties.isVisible();
  if (isPhone) {
    await properties.click();
    await expect(page.getByRole('dialog', { name: 'Selected field' })).toBeVisible();
    await shot(page, 'sheet-properties');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Fields for/ }).click();
    await expect(recipients).toBeVisible();
    await shot(page, 'sheet-recipients');
  }
  await page.getByRole('button', { name: 'Add recipient' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Add recipient' })).toBeVisible();
  await shot(page, 'dialog-recipient');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Add recipient' })).toBeHidden();
  if (isPhone) {
    await expect(recipients).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(recipients).toBeHidden();
  }
}

/** The actions of a sender for a sent document. */
async function shootManaging(page: Page, shot: Shot): Promise<void> {
  await openDocument(page, pending);
  await showActivity(page);
  const about = page.getByRole('button', { name: 'Actions for Linus Okafor' });
  for (const [item, name] of [
    ['Correct recipient', 'dialog-correct'],
    ['Access code', 'dialog-access-code'],
    ['Sign in person', 'dialog-hand-over'],
  ] as const) {
    await about.click();
    await page.getByRole('menuitem', { name: item }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await shot(page, name);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await about.click();
  await expect(page.getByRole('menu')).toBeVisible();
  await shot(page, 'menu-recipient');
  await page.keyboard.press('Escape');
}

/** The declined document, with its activity. */
export async function openDeclined(page: Page): Promise<void> {
  await openDocument(page, declined);
  await showActivity(page);
}

async function openDocument(page: Page, title: string): Promise<void> {
  const found = await page.request.get('/api/documents', { params: { q: title } });
  const [{ id }] = (await found.json()) as [{ id: string }];
  await page.goto(`/document/${id}`);
  // On a phone the pages come last, and are rendered when they come near the viewport.
  await page.locator('main [data-page="1"]').scrollIntoViewIfNeeded({ timeout: 30_000 });
  await untilPainted(page, 1);
}

/** Opens the draft at its second page and selects Linus's signature field. */
export async function openEditor(page: Page): Promise<void> {
  await openDocument(page, agreement);
  await pointOn(page, { page: 2, x: 0.5, y: 0.75 });
  await untilPainted(page, 2);
  await placed(page, 'Signature', 'Linus', 2).click();
  await expect(page.getByRole('button', { name: 'Remove field' })).toBeVisible();
}

/** On a phone it is in the menu. */
async function headerAct(page: Page, name: string): Promise<void> {
  const more = page.getByRole('button', { name: 'More', exact: true });
  if (await more.isVisible()) await more.click();
  await page.getByRole('button', { name }).or(page.getByRole('menuitem', { name })).click();
}

/** Scrolls a dialog's content to its middle or its end. */
function scrollWithin(dialog: Element, toEnd: boolean): void {
  for (const element of [dialog, ...dialog.querySelectorAll('*')])
    if (element.scrollHeight > element.clientHeight + 20)
      element.scrollTop = toEnd ? element.scrollHeight : element.scrollHeight / 3;
}
