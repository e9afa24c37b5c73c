import { expect, type Locator, type Page } from '@playwright/test';
import { strokeWithFinger } from './finger.ts';

/** The actions of a recipient behind the link in their email */

/** Reads the document and continues to signing. */
export async function review(page: Page, link: string, title: string): Promise<void> {
  await page.goto(link);
  await expect(page.getByText(title, { exact: true }).first()).toBeVisible();
  await expect(page.locator('[data-page="1"] canvas')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Continue to Sign' }).tap();
  await expect(page.getByRole('button', { name: 'Back to Review' })).toBeVisible();
}

/** Chooses an alternative to signing from the phone's menu. The desktop view has buttons instead. */
export async function chooseOther(phone: Page, name: string): Promise<void> {
  const more = phone.getByRole('button', { name: 'More' });
  const act = phone.getByRole('button', { name, exact: true });
  await expect(more.or(act).first()).toBeVisible();
  if (!(await more.isVisible())) return act.first().tap();
  await more.tap();
  await phone.getByRole('dialog').getByRole('button', { name, exact: true }).tap();
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

/** A name in three strokes, on a pad of 600 by 200 */
const strokes: [number, number][][] = [
  loops(70, 260, 130, [104, 36, 30, 62, 28]),
  loops(290, 500, 132, [88, 30, 34, 70, 26]),
  [
    [90, 158],
    [220, 149],
    [350, 152],
    [540, 140],
  ],
];

/** Loops as in quick handwriting, of varying height and leaning to the right. */
function loops(from: number, to: number, line: number, heights: number[]): [number, number][] {
  const steps = heights.length * 7;
  return Array.from({ length: steps }, (_, step) => {
    const angle = (step / 7) * 2 * Math.PI;
    const height = heights[Math.floor(step / 7)] ?? 0;
    const rise = (1 - Math.cos(angle)) / 2;
    return [
      from + (step / steps) * (to - from) + Math.sin(angle) * 9 + rise * height * 0.3,
      line - rise * height,
    ];
  });
}

/** Types into a text field on the page, using the sheet that it opens. */
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
