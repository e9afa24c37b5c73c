import { grace } from '#testing/cast.ts';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { draftByProgram, sendByProgram } from '../support/sent-by-program.ts';
import { inTheLongRun } from '../support/sweep.ts';

test(
  'the palette opens documents, people, pages and actions by keyboard alone',
  inTheLongRun,
  async ({ ada, server }) => {
    const { page } = ada;
    const { id } = await sendByProgram(page.request, server.dataDir, {
      title: 'Lease of berth 12',
      people: [grace],
    });
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
    const palette = page.getByRole('dialog', { name: 'Go to' });
    const box = palette.getByRole('combobox');
    const chosen = palette.locator('[role="option"][aria-selected="true"]');

    // The first key press may come before the page handles keys.
    const openPalette = () =>
      expect(async () => {
        await page.keyboard.press('Control+k');
        await expect(box).toBeFocused({ timeout: 2000 });
      }).toPass();
    await openPalette();
    await expect(chosen).toContainText('Lease of berth 12');
    await expectNothingFound(page, 'the palette');
    await page.keyboard.type('berth');
    await expect(palette.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/document/${id}$`));

    await openPalette();
    await page.keyboard.type('grace');
    await expect(chosen).toContainText('Grace Lindqvist');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/contacts\?q=grace/);

    await openPalette();
    await page.keyboard.type('new temp');
    await expect(chosen).toHaveText('New template');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Create Template' })).toBeVisible();
    await page.keyboard.press('Control+k'); // a dialog is open: nothing happens
    await expect(palette).toBeHidden();
    await page.keyboard.press('Escape');

    await openPalette();
    await page.keyboard.type('no such thing');
    await expect(palette.getByText('No results')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();

    await openPalette();
    await page.keyboard.type('dark theme');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  },
);

test(
  'a slash focuses the search and a question mark shows the shortcuts, except while typing',
  inTheLongRun,
  async ({ ada }) => {
    const { page } = ada;
    const search = page.getByRole('searchbox');
    await expect(async () => {
      await page.keyboard.press('/');
      await expect(search).toBeFocused({ timeout: 2000 });
    }).toPass();
    await page.keyboard.type('a/b?');
    await page.keyboard.press('Control+k');
    await expect(search).toHaveValue('a/b?');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page).toHaveURL(/q=a/);
    await search.blur();

    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await page.keyboard.press('?');
    await expect(help.getByText('On every page')).toBeVisible();
    await expect(help.getByText('Duplicate')).toBeHidden();
    await expectNothingFound(page, 'the shortcuts');
    await help.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(search).toBeVisible();
    await page.keyboard.press('?');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Go to' })).toBeVisible();
    await expect(help).toBeHidden();
    await page.getByRole('combobox').fill('shortcuts');
    await page.keyboard.press('Enter');
    await help.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    await page.keyboard.press('Escape');

    const draft = await draftByProgram(page.request, 'Crane lease');
    await page.goto(`/document/${draft}`);
    await expect(page.locator('main [data-page="1"] canvas')).toBeVisible({ timeout: 30_000 });
    await page.keyboard.press('?');
    await expect(help.getByText('Duplicate', { exact: true })).toBeVisible();
  },
);

test(
  'the palette finds folders and sections of the settings, and g with a letter opens a page',
  inTheLongRun,
  async ({ ada: { page } }) => {
    const created = await page.request.post('/api/folders', { data: { name: 'Leases & premises' } });
    expect(created.ok()).toBe(true);
    await page.goto('/');
    const box = page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox');
    const find = async (words: string, found: string) => {
      await expect(async () => {
        await page.keyboard.press('Control+k');
        await expect(box).toBeFocused({ timeout: 2000 });
      }).toPass();
      await box.fill(words);
      await expect(page.locator('[role="option"][aria-selected="true"]')).toHaveText(found);
      await page.keyboard.press('Enter');
    };
    await find('lease', 'Leases & premises');
    await expect(page).toHaveURL(/\/documents\?folder=/);
    await expect(page.getByText('Leases & premises').first()).toBeVisible();
    await find('two-f', 'Two-factor sign-in');
    await expect(page).toHaveURL(/\/settings\/security#security$/);
    await expect(page.getByText('Two-factor sign-in')).toBeInViewport();
    for (const [letter, heading] of [
      ['t', 'Templates'],
      ['c', 'Contacts'],
      ['a', 'Audit Trail'],
      ['h', 'Dashboard'],
    ] as const) {
      await page.keyboard.press('g');
      await page.keyboard.press(letter);
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    }
  },
);
