import type { Page } from '@playwright/test';
import { grace, linus } from '#testing/cast.ts';
import { lease } from '../support/corpus.ts';
import { strokeWithFinger, type Point } from '../support/finger.ts';
import { expect, test } from '../support/fixtures.ts';
import * as prepare from '../support/prepare.ts';
import { inTheLongRun } from '../support/sweep.ts';

test.beforeEach(async ({ ada }) => {
  await prepare.uploadByDialog(ada.page, lease(), 'Lease of the harbour office');
  await prepare.addRecipient(ada.page, grace);
});

test('a field is moved, resized and nudged, and every step can be undone', async ({ ada: { page } }) => {
  await prepare.dragField(page, 'Signature', { page: 1, x: 0.4, y: 0.3 });
  const signature = prepare.placed(page, 'Signature', 'Grace', 1);
  await expect(signature).toBeFocused();
  await prepare.showMoreProperties(page);
  await signature.focus();
  const first = await boxOf(page);
  expect(first).toMatchObject({ width: 190, height: 22 });

  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(() => boxOf(page)).toEqual({ ...first, left: first.left + 1, top: first.top + 10 });
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await expect.poll(() => boxOf(page)).toMatchObject({ width: 200, height: 22 });
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(() => boxOf(page)).toEqual(first);

  const scale = await scaleOf(page);
  await drag(page, await prepare.middleOf(signature), { x: 80, y: 60 });
  await expect
    .poll(async () => Math.abs((await boxOf(page)).left - first.left - 80 / scale))
    .toBeLessThan(1.5);
  const moved = await boxOf(page);
  expect(Math.abs(moved.top - first.top - 60 / scale)).toBeLessThan(1.5);

  await drag(page, await prepare.middleOf(page.locator('[data-corner="bottom-right"]')), { x: 40, y: 20 });
  await expect.poll(async () => Math.abs((await boxOf(page)).width - 190 - 40 / scale)).toBeLessThan(1.5);
  const resized = await boxOf(page);
  expect(resized).toMatchObject({ left: moved.left, top: moved.top });

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => boxOf(page)).toEqual(moved);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => boxOf(page)).toEqual(first);
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => boxOf(page)).toEqual(resized);

  const width = page.getByLabel('Width', { exact: true });
  await width.press('ControlOrMeta+a');
  await width.pressSequentially('9999');
  await expect(width).toHaveValue('9999');
  for (const _ of '9999') await width.press('Backspace');
  await expect(width).toHaveValue('');
  await width.pressSequentially('150');
  await width.press('Enter');
  expect(await boxOf(page)).toEqual({ ...resized, width: 150 });
  await width.fill('1');
  await page.getByRole('button', { name: 'Undo' }).focus();
  expect((await boxOf(page)).width).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => boxOf(page)).toEqual(resized);
});

test('leaving with unsaved fields asks for confirmation', inTheLongRun, async ({ ada: { page } }) => {
  const away = page.getByRole('link', { name: 'Back to dashboard' });
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await page.route('**/fields', (route) => route.abort());
  await prepare.clickField(page, 'Text', { page: 1, x: 0.5, y: 0.4 });
  // Leaves immediately, before the field is saved.
  await away.click();
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Not saved/ })).toBeVisible();
  await away.click();
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();

  await page.unroute('**/fields');
  await prepare.clickField(page, 'Date', { page: 1, x: 0.3, y: 0.2 });
  const kept = page.waitForRequest((request) => request.url().endsWith('/fields'));
  await away.click();
  expect((await kept).postDataJSON().fields).toHaveLength(2);
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
});

test(
  'recipients and the title can be undone and redone like fields',
  inTheLongRun,
  async ({ ada: { page } }) => {
    const undo = page.getByRole('button', { name: 'Undo' });
    const people = page.getByRole('region', { name: 'Recipients' });
    await prepare.clickField(page, 'Signature', { page: 1, x: 0.4, y: 0.3 });
    await page.locator('h1 button').click();
    await page.getByLabel('Document Title').fill('Lease of berth 12');
    await page.keyboard.press('Enter');
    await expect(page.locator('h1')).toHaveText('Lease of berth 12');
    await page.getByRole('button', { name: `Edit ${grace.name}` }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(people).not.toContainText(grace.name);
    const orphan = page.getByRole('button', { name: 'Signature, unassigned, page 1' });
    await expect(orphan).toHaveCount(1);

    await undo.click();
    await expect(people).toContainText(grace.name);
    const signature = prepare.placed(page, 'Signature', 'Grace', 1);
    await expect(signature).toHaveCount(1);
    await page.keyboard.press('Control+z');
    await expect(page.locator('h1')).toHaveText('Lease of the harbour office');
    await prepare.saved(page);
    await page.keyboard.press('Control+z');
    await expect(signature).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await expect(people).not.toContainText(grace.name);
    for (let step = 0; step < 3; step += 1) {
      await page.keyboard.press('Control+y');
      await prepare.saved(page);
    }
    await expect(page.locator('h1')).toHaveText('Lease of berth 12');
    await expect(signature).toHaveCount(1);
    await prepare.saved(page);
    await page.reload();
    await expect(signature).toHaveCount(1);
    await expect(page.locator('h1')).toHaveText('Lease of berth 12');
  },
);

test(
  'several fields are selected by keyboard, and by a long press',
  inTheLongRun,
  async ({ ada: { page }, newPhone }) => {
    await prepare.clickField(page, 'Date', { page: 1, x: 0.3, y: 0.2 });
    await prepare.clickField(page, 'Text', { page: 1, x: 0.5, y: 0.4 });
    await prepare.clickField(page, 'Checkbox', { page: 1, x: 0.7, y: 0.6 });
    const [date, text, box] = (['Date', 'Text', 'Checkbox'] as const).map((kind) =>
      prepare.placed(page, kind, 'Grace', 1),
    );
    await page.keyboard.press('Escape');
    await date!.focus();
    await page.keyboard.press('Space');
    const hint = page.getByRole('status').filter({ hasText: 'Press Space to add or remove a field' });
    await expect(hint).toContainText('1 field selected.');
    await text!.focus();
    await box!.focus();
    await page.keyboard.press('Control+Space');
    await expect(hint).toContainText('2 fields selected.');
    await page.keyboard.press('Escape');
    await expect(hint).toHaveCount(0);
    await expect(date!).toHaveAttribute('aria-pressed', 'true');
    await expect(text!).toHaveAttribute('aria-pressed', 'false');
    await page.keyboard.press('Delete');
    await expect(date!.or(box!)).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await prepare.saved(page);

    const phone = await newPhone(page);
    await phone.goto(page.url());
    await prepare.untilPainted(phone, 1);
    const [first, second] = (['Date', 'Text'] as const).map((kind) =>
      prepare.placed(phone, kind, 'Grace', 1),
    );
    const finger = await phone.context().newCDPSession(phone);
    const touchPoints = [await prepare.middleOf(first!)];
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    const taps = phone.getByRole('status').filter({ hasText: 'Tap fields' });
    await expect(taps).toContainText('1 field selected.');
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    const center = await prepare.middleOf(second!);
    await phone.touchscreen.tap(center.x, center.y);
    await expect(taps).toContainText('2 fields selected.');
    await phone.getByRole('button', { name: 'Done' }).tap();
    await expect(taps).toHaveCount(0);
    await expect(first!).toHaveAttribute('aria-pressed', 'true');
    await expect(second!).toHaveAttribute('aria-pressed', 'true');

    await phone.getByRole('button', { name: 'More' }).tap();
    await phone.getByRole('menuitem', { name: 'Select several' }).tap();
    await expect(taps).toContainText('2 fields selected.');
    await phone.getByRole('button', { name: 'More' }).tap();
    const picked = phone.waitForEvent('filechooser');
    await phone.getByRole('menuitem', { name: 'Replace file' }).tap();
    await (await picked).setFiles(lease(2));
    await expect(prepare.toast(phone)).toContainText('File replaced');
  },
);

test(
  'fields are removed with a key, with their own button and by undoing',
  inTheLongRun,
  async ({ ada: { page } }) => {
    await prepare.clickField(page, 'Date', { page: 1, x: 0.3, y: 0.2 });
    await prepare.clickField(page, 'Text', { page: 1, x: 0.5, y: 0.4 });
    const date = prepare.placed(page, 'Date', 'Grace', 1);
    const text = prepare.placed(page, 'Text', 'Grace', 1);
    await expect(text).toBeFocused();
    await page.keyboard.press('Delete');
    await expect(text).toHaveCount(0);
    // The focus moves to a neighbor, so that keyboard users keep their place.
    await expect(date).toBeFocused();
    await page.getByRole('button', { name: 'Remove field' }).click();
    await expect(date).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await expect(date).toHaveCount(1);
    await page.keyboard.press('Control+z');
    await expect(text).toHaveCount(1);
    await page.keyboard.press('Control+z');
    await expect(text).toHaveCount(0);
    await expect(date).toHaveCount(1);
  },
);

test(
  'a duplicate, a label and an assignment are saved automatically and survive a reload',
  inTheLongRun,
  async ({ ada: { page } }) => {
    await prepare.addRecipient(page, linus);
    await prepare.chooseRecipient(page, grace.name);
    await prepare.dragField(page, 'Text', { page: 2, x: 0.4, y: 0.3 });
    const text = prepare.placed(page, 'Text', 'Grace', 2);
    await page.getByLabel('Label').fill('Berth');
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await expect(text).toHaveCount(2);
    await page.getByRole('combobox', { name: 'Assigned to' }).click();
    await page.getByRole('option', { name: 'No one yet' }).click();
    const orphan = page.getByRole('button', { name: /(^|: )Text, unassigned, page 2$/ });
    await expect(orphan).toHaveCount(1);
    await expect(page.getByText('1 field isn’t assigned to anyone.')).toBeVisible();
    await prepare.showMoreProperties(page);
    const box = await boxOf(page);
    await prepare.saved(page);
    await page.reload();
    await prepare.untilPainted(page, 1);
    // The other note reports that the copy overlaps the original.
    await page.getByRole('button', { name: 'Show it on page 2' }).first().click();
    await expect(orphan).toBeFocused();
    await expect(page.getByLabel('Label')).toHaveValue('Berth');
    expect(await boxOf(page)).toEqual(box);
    await expect(text).toHaveCount(1);
  },
);

test(
  'a finger places a field on a phone and moves it, and the page still scrolls',
  inTheLongRun,
  async ({ ada: { page }, newPhone }) => {
    await prepare.saved(page);
    const phone = await newPhone(page);
    await phone.goto(page.url());
    await prepare.untilPainted(phone, 1);
    await phone.getByRole('button', { name: 'Signature', exact: true }).tap();
    await expect(phone.getByText('Choose a place on the page: Signature')).toBeVisible();
    const place = await prepare.pointOn(phone, { page: 1, x: 0.5, y: 0.3 });
    await phone.touchscreen.tap(place.x, place.y);
    const signature = prepare.placed(phone, 'Signature', 'Grace', 1);
    await expect(signature).toHaveCount(1);
    const before = await prepare.middleOf(signature);
    expect(Math.abs(before.x - place.x)).toBeLessThan(12);

    await swipe(phone, before, { x: 0, y: 90 });
    await expect
      .poll(async () => Math.abs((await prepare.middleOf(signature)).y - before.y - 90))
      .toBeLessThan(10);
    await phone.getByRole('button', { name: 'Undo' }).tap();
    await expect.poll(async () => Math.abs((await prepare.middleOf(signature)).y - before.y)).toBeLessThan(1);

    const sheet = phone.locator('main [data-page="1"]');
    const top = async () => (await sheet.boundingBox())?.y ?? 0;
    const start = await top();
    await swipe(phone, { x: 200, y: 500 }, { x: 0, y: -200 });
    await expect.poll(async () => start - (await top())).toBeGreaterThan(50);

    await prepare.saved(phone);
    await page.reload();
    await expect(prepare.placed(page, 'Signature', 'Grace', 1)).toHaveCount(1);
  },
);

type Box = { left: number; top: number; width: number; height: number };

/** Returns the selected field's box from the properties, in points. */
async function boxOf(page: Page): Promise<Box> {
  const number = async (name: string) => Number(await page.getByLabel(name, { exact: true }).inputValue());
  return {
    left: await number('Left'),
    top: await number('Top'),
    width: await number('Width'),
    height: await number('Height'),
  };
}

/** CSS pixels per point. The lease's pages are A4. */
async function scaleOf(page: Page): Promise<number> {
  const box = await page.locator('main [data-page="1"]').boundingBox();
  return (box?.width ?? 0) / 595;
}

/** Alt disables snapping, so that the distance is exact. */
async function drag(page: Page, from: Point, by: Point): Promise<void> {
  await page.keyboard.down('Alt');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + by.x / 2, from.y + by.y / 2, { steps: 3 });
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 3 });
  await page.mouse.up();
  await page.keyboard.up('Alt');
}

function swipe(page: Page, from: Point, by: Point): Promise<void> {
  const steps = Array.from({ length: 13 }, (_, step) => step / 12);
  return strokeWithFinger(
    page,
    steps.map((part) => ({ x: from.x + part * by.x, y: from.y + part * by.y })),
  );
}
