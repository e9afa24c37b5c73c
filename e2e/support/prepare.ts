import { expect, type Locator, type Page } from '@playwright/test';
import type { UploadFile } from './corpus.ts';

/** The actions of a sender, from the dashboard to the sent document */

export type FieldKind =
  | 'Signature'
  | 'Initial'
  | 'Date'
  | 'Checkbox'
  | 'Text'
  | 'Number'
  | 'Name'
  | 'Phone'
  | 'Email'
  | 'Choice'
  | 'List'
  | 'File'
  | 'Address'
  | 'Company'
  | 'Multiple choice'
  | 'Note'
  | 'Strikethrough'
  | 'Image'
  | 'Company stamp';
/**
 * Position of a field's center: the 1-based page, and fractions of its width and height from the top left.
 */
export type Place = { page: number; x: number; y: number };

/** Uploads through the dialog; the title defaults to the file's name. */
export async function uploadByDialog(page: Page, file: UploadFile, title?: string): Promise<void> {
  await page.getByRole('button', { name: 'Upload Document' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Upload Document' });
  await dialog.getByLabel('File', { exact: true }).setInputFiles(file);
  const titleBox = dialog.getByLabel('Title');
  await expect(titleBox).toHaveValue(file.name.replace(/\.[^.]+$/, ''));
  if (title) await titleBox.fill(title);
  await dialog.getByRole('button', { name: 'Upload Document' }).click();
  await expect(toast(page)).toContainText('Document uploaded successfully', { timeout: 60_000 });
  await expect(toast(page)).toContainText(
    `${title ?? file.name.replace(/\.[^.]+$/, '')} is ready for signing`,
  );
  await expect(page).toHaveURL(/\/document\/[0-9a-f-]+$/);
  await untilPainted(page, 1);
}

export const toast = (page: Page): Locator => page.locator('[data-toast]');

/** Waits until the page's canvas has been drawn on. */
export async function untilPainted(page: Page, number: number): Promise<void> {
  await expect(page.locator(`main [data-page="${number}"] canvas`)).toBeVisible({ timeout: 30_000 });
}

export async function addRecipient(
  page: Page,
  { name, email }: { name: string; email: string },
): Promise<void> {
  await page.getByRole('complementary').getByRole('button', { name: 'Add recipient' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add recipient' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Add recipient' }).click();
  await expect(dialog).toBeHidden();
  await expect(recipientButton(page, name)).toHaveAttribute('aria-pressed', 'true');
}

/** Selects the recipient of the next placed fields. */
export async function chooseRecipient(page: Page, name: string): Promise<void> {
  await recipientButton(page, name).click();
  await expect(recipientButton(page, name)).toHaveAttribute('aria-pressed', 'true');
}

const recipientButton = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'Recipients' }).locator('button[aria-pressed]').filter({ hasText: name });

/** On wide screens the properties of selected fields replace the palette. */
export async function showPalette(page: Page): Promise<void> {
  const back = page.getByRole('button', { name: 'All fields' });
  if (await back.isVisible()) await back.click();
}

/** Shows the rarely used properties. */
export async function showMoreProperties(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'More properties' });
  if ((await more.getAttribute('aria-expanded')) === 'false') await more.click();
}

/** Drags a kind of field from the palette onto a page. */
export async function dragField(page: Page, kind: FieldKind, place: Place): Promise<void> {
  await showPalette(page);
  const to = await pointOn(page, place);
  const from = await middleOf(page.getByRole('button', { name: kind, exact: true }));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x + 40, to.y - 40, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await untilFocused(page);
}

/** Clicks a kind of field, then the page. */
export async function clickField(page: Page, kind: FieldKind, place: Place): Promise<void> {
  await showPalette(page);
  await page.getByRole('button', { name: kind, exact: true }).click();
  const to = await pointOn(page, place);
  await page.mouse.click(to.x, to.y);
  await untilFocused(page);
}

/**
 * A new field gets the focus and is scrolled into view with the next frame. Until then positions may change.
 */
async function untilFocused(page: Page): Promise<void> {
  await expect(page.locator('[data-field] [role="button"]:focus')).toBeVisible();
}

/** A placed field by its accessible name. */
export const placed = (page: Page, kind: FieldKind, firstName: string, pageNumber: number): Locator =>
  page.getByRole('button', { name: new RegExp(`(^|: )${kind} for ${firstName}, page ${pageNumber}$`) });

export const saved = async (page: Page): Promise<void> => {
  await expect(page.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible();
};

/** Scrolls until the position is on the screen, and returns it in CSS pixels of the window. */
export async function pointOn(page: Page, { page: number, x, y }: Place): Promise<{ x: number; y: number }> {
  const scroller = page.getByRole('main', { name: 'Pages' });
  const sheet = page.locator(`main [data-page="${number}"]`);
  await sheet.evaluate((element, part) => {
    const main = element.closest('main');
    if (!main) return;
    const [paper, view] = [element.getBoundingClientRect(), main.getBoundingClientRect()];
    const middle = paper.top + part * paper.height;
    // At least 60 px from the edges, so that a drag does not scroll.
    if (middle < view.top + 60 || middle > view.bottom - 60)
      main.scrollBy(0, middle - (view.top + view.bottom) / 2);
  }, y);
  await untilPainted(page, number);
  const box = await sheet.boundingBox();
  const view = await scroller.boundingBox();
  if (!box || !view) throw new Error(`page ${number} is nowhere`);
  const point = { x: box.x + x * box.width, y: box.y + y * box.height };
  expect(point.y).toBeGreaterThan(view.y);
  expect(point.y).toBeLessThan(view.y + view.height);
  return point;
}

export async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator.toString()} is nowhere`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Sends through the dialog and returns to the dashboard. */
export async function send(
  page: Page,
  {
    message,
    oneAfterTheOther = false,
    separateFiles = false,
  }: { message?: string; oneAfterTheOther?: boolean; separateFiles?: boolean } = {},
): Promise<void> {
  await page.getByRole('button', { name: 'Send for Signature' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send for Signature' });
  if (message) await dialog.getByLabel('Message').fill(message);
  if (oneAfterTheOther) {
    await dialog.getByRole('combobox', { name: 'Signing order' }).click();
    await page.getByRole('option', { name: 'One after the other' }).click();
  }
  if (separateFiles) await dialog.getByLabel('Also seal each file as a separate PDF').click();
  await dialog.getByRole('button', { name: 'Send Document' }).click();
  await expect(toast(page)).toContainText('Document sent successfully', { timeout: 30_000 });
  await expect(toast(page)).toContainText('Recipients will receive email notifications');
  await expect(page).toHaveURL(/\/dashboard$/);
}

/** The row of a document in the dashboard's table. */
export const rowOf = (page: Page, title: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) });
