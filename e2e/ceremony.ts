import { expect, type Locator, type Page } from '@playwright/test';
import { strokeWithFinger } from './finger.ts';

/** What a recipient does behind the link of their mail. */

/** Reads the document and goes on to sign it. */
export async function review(page: Page, link: string, title: string): Promise<void> {
  await page.goto(link);
  await expect(page.getByText(title, { exact: true }).first()).toBeVisible();
  await expect(page.locator('[data-page="1"] canvas')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Continue to Sign' }).tap();
  await expect(page.getByRole('button', { name: 'Back to Review' })).toBeVisible();
}

/** Draws on the pad with a finger. */
export async function drawWithFinger(page: Page, pad: Locator): Promise<void> {
  await pad.scrollIntoViewIfNeeded();
  await expect(pad).toBeVisible();
  const box = await pad.boundingBox();
  if (!box) throw new Error('the pad is nowhere');
  for (const stroke of strokes)
    await strokeWithFinger(
      page,
      stroke.map(([x, y]) => ({ x: box.x + (x / 600) * box.width, y: box.y + (y / 200) * box.height })),
    );
  await expect(page.getByText(`${strokes.length} strokes drawn`)).toBeAttached();
}

/** A name in three strokes, on a pad of 600 by 200. */
const strokes: [number, number][][] = [
  wave(60, 300, 100, 46, 3),
  wave(290, 540, 112, 30, 4),
  [
    [120, 162],
    [220, 150],
    [340, 154],
    [480, 144],
  ],
];

function wave(from: number, to: number, middle: number, height: number, turns: number): [number, number][] {
  return Array.from({ length: 24 }, (_, step) => {
    const part = step / 23;
    return [
      from + part * (to - from),
      middle - Math.sin(part * turns * 2 * Math.PI) * height * (1 - part / 2),
    ];
  });
}

/** Writes into a text field on the page, through the sheet that it opens. */
export async function writeInto(page: Page, field: Locator, text: string): Promise<void> {
  await field.tap();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('textbox').fill(text);
  await sheet.getByRole('button', { name: 'Done' }).tap();
  await expect(sheet).toBeHidden();
}

export async function consent(page: Page): Promise<void> {
  const box = page.getByRole('checkbox', { name: 'I consent to use electronic signature' });
  await expect(box).not.toBeChecked();
  await box.tap();
  await expect(box).toBeChecked();
}

export async function signDocument(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign Document' }).tap();
  await expect(page.getByRole('heading', { name: 'Document Signed Successfully!' })).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByText(title, { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/^Signed on [A-Z][a-z]{2} \d{1,2}, \d{4}$/)).toBeVisible();
}
