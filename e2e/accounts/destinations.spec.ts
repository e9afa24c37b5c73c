import { startWebDav } from '#testing/servers/webdav-server.ts';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { inTheLongRun } from '../support/sweep.ts';

test.use({ settings: { PLANS: 'off', WEBHOOK_LOOPBACK: 'allowed' } });

test('Ada adds a destination, corrects its password, and tests it', inTheLongRun, async ({ ada }) => {
  const { page } = ada;
  const cloud = await startWebDav();
  if (cloud.place.kind !== 'webdav') throw new Error('not WebDAV');
  await page.goto('/settings/destinations');
  await page.getByRole('button', { name: 'Add destination' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Archive in Nextcloud');
  await dialog.getByLabel('URL').fill('https://10.0.0.1/files');
  await dialog.getByLabel('User').fill('grace');
  await dialog.getByLabel('Password').fill('wrong');
  await expectNothingFound(page, 'destination dialog');
  await dialog.getByRole('button', { name: 'Add destination' }).click();
  await expect(dialog.getByText('We can’t deliver to this address.')).toBeVisible();
  await dialog.getByLabel('URL').fill(cloud.place.url);
  await dialog.getByRole('button', { name: 'Add destination' }).click();
  const card = page.getByRole('region', { name: 'Archive in Nextcloud' });
  await card.getByRole('button', { name: 'Test' }).click();
  await expect(page.getByText(/Sign-in or access was refused/).first()).toBeVisible();

  await page.getByRole('button', { name: 'Actions for Archive in Nextcloud' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await dialog.getByLabel('Password').fill(cloud.secret);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await card.getByRole('button', { name: 'Test' }).click();
  await expect(page.getByText('A test file was stored').first()).toBeVisible();
  expect(await cloud.read('countersign-test.txt')).toBeDefined();
  await card.getByRole('button', { name: 'Files' }).click();
  await expect(page.getByText('No files are missing.')).toBeVisible();
  await expectNothingFound(page, 'files of a destination');
  await page.keyboard.press('Escape');
  for (const [name, width] of [
    ['phone', 375],
    ['desk', 1440],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    if (process.env['PICTURES'])
      await page.screenshot({ path: `${process.env['PICTURES']}/destinations-${name}.png` });
  }
  if (process.env['PICTURES']) {
    await page.getByRole('button', { name: 'Add destination' }).click();
    await page.screenshot({ path: `${process.env['PICTURES']}/destinations-dialog.png` });
  }
  await cloud.stop();
});
