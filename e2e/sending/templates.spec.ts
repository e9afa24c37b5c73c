import type { Page } from '@playwright/test';
import { grace, hana, linus } from '#testing/cast.ts';
import { expectNothingFound } from '../support/axe.ts';
import { lease } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import * as prepare from '../support/prepare.ts';
import { inTheLongRun } from '../support/sweep.ts';

const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

const open = async (page: Page) => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Templates' }).click();
  await expect(page.getByRole('heading', { name: 'Templates', level: 1 })).toBeVisible();
};

test('Ada saves a prepared document as a template and uses it for other people', async ({
  ada: { page },
}) => {
  await prepare.uploadByDialog(page, lease(), 'Berth lease');
  await prepare.addRecipient(page, grace);
  await prepare.addRecipient(page, linus);
  await prepare.chooseRecipient(page, grace.name);
  await prepare.clickField(page, 'Signature', { page: 1, x: 0.3, y: 0.5 });
  await prepare.chooseRecipient(page, linus.name);
  await prepare.clickField(page, 'Signature', { page: 2, x: 0.3, y: 0.5 });
  await prepare.saved(page);
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await page.getByRole('button', { name: 'Actions for Berth lease' }).click();
  await page.getByRole('menuitem', { name: 'Save as template' }).click();

  const dialog = page.getByRole('dialog', { name: 'Create Template' });
  await expect(dialog.getByRole('combobox', { name: 'Document' })).toHaveText('Berth lease');
  await dialog.getByLabel('Name').fill('Berth lease, standard');
  await dialog.getByRole('button', { name: 'Create Template' }).click();
  await expect(prepare.toast(page)).toContainText('Please fill in all required fields');
  await expect(dialog.getByLabel('Description')).toHaveAttribute('aria-invalid', 'true');
  await expectNothingFound(page, 'templates');
  await dialog.getByLabel('Description').fill('One berth for one year');
  await dialog.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: 'Legal' }).click();
  await dialog.getByRole('button', { name: 'Create Template' }).click();
  await expect(prepare.toast(page)).toContainText('Template created successfully');
  await expect(page).toHaveURL(/\/templates\/[0-9a-f-]+\/edit$/);
  await page.getByRole('button', { name: 'Edit Signer 2' }).click();
  const role = page.getByRole('dialog', { name: 'Edit role' });
  await role.getByLabel('Email', { exact: true }).fill(linus.email);
  await role.getByLabel('Name (optional)').fill(linus.name);
  await expectNothingFound(page, 'templates');
  await role.getByRole('button', { name: 'Save' }).click();
  await expect(role).toBeHidden();
  await page.getByRole('link', { name: 'Back to templates' }).click();
  await expect(card(page, 'Berth lease, standard')).toContainText('3 pages · 2 fields · 2 roles');
  await expect(card(page, 'Berth lease, standard')).toContainText('Not sent yet');
  await expect(page.getByText('1 of 5 templates used')).toBeVisible();
  await expectNothingFound(page, 'templates');

  await page.getByRole('button', { name: 'Use template Berth lease, standard' }).click();
  const use = page.getByRole('dialog', { name: 'Use template' });
  await use.getByLabel('Document Title').fill('Berth 14');
  const first = use.getByRole('group', { name: 'Signer 1' });
  await first.getByLabel('Email').fill(hana.email);
  await first.getByLabel('Name (optional)').fill(hana.name);
  const second = use.getByRole('group', { name: 'Signer 2' });
  await expect(second).toContainText(linus.email);
  await second.getByRole('button', { name: 'Choose someone else' }).click();
  await use.getByRole('button', { name: 'Create document' }).click();
  await expect(second.getByLabel('Email')).toHaveAccessibleDescription('Enter a valid email address');
  await expectNothingFound(page, 'templates');
  await second.getByLabel('Email').fill(linus.email);
  await second.getByLabel('Name (optional)').fill(linus.name);
  await use.getByRole('button', { name: 'Create document' }).click();
  await expect(page).toHaveURL(/\/document\/[0-9a-f-]+$/);
  await expect(prepare.placed(page, 'Signature', 'Hana', 1)).toHaveCount(1);
  await expect(prepare.placed(page, 'Signature', 'Linus', 2)).toHaveCount(1);
  await expect(page.getByText('Ready to send.')).toBeVisible();
});

test(
  'templates are created from a file or from text, found, changed, copied and deleted',
  inTheLongRun,
  async ({ ada: { page } }) => {
    await open(page);
    await expect(page.getByText('No templates yet')).toBeVisible();
    await expectNothingFound(page, 'templates');
    await create(page, 'Offer', 'For a new colleague');
    await page.getByRole('button', { name: 'Add file to Offer' }).click();
    const adding = page.getByRole('dialog', { name: 'Add file to Offer' });
    await adding.getByLabel('File', { exact: true }).setInputFiles(lease());
    await adding.getByRole('button', { name: 'Add file' }).click();
    await expect(card(page, 'Offer')).toContainText('3 pages · 0 fields · 1 role', { timeout: 30_000 });

    await page.getByRole('button', { name: 'Create Template' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create Template' });
    await dialog.getByLabel('Name').fill('Mooring');
    await dialog.getByLabel('Description').fill('From a file');
    await dialog.getByLabel('File', { exact: true }).setInputFiles(lease(1));
    await dialog.getByRole('button', { name: 'Create Template' }).click();
    await page.getByRole('link', { name: 'Back to templates' }).click({ timeout: 30_000 });
    await expect(card(page, 'Mooring')).toContainText('1 page');

    await page.getByRole('button', { name: 'Actions for Mooring' }).click();
    await page.getByRole('menuitem', { name: 'Edit details' }).click();
    const editing = page.getByRole('dialog', { name: 'Edit details' });
    await editing.getByLabel('Name', { exact: true }).fill('Mooring place');
    await editing.getByRole('combobox', { name: 'Category' }).click();
    await page.getByRole('option', { name: 'Finance' }).click();
    await editing.getByRole('button', { name: 'Save' }).click();
    await expect(card(page, 'Mooring place')).toContainText('Finance');

    await page.getByRole('button', { name: 'Actions for Mooring place' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect(card(page, 'Mooring place (copy)')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search templates' }).fill('colleague');
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['Offer']);
    await page.getByRole('searchbox', { name: 'Search templates' }).fill('');
    await page.getByRole('combobox', { name: 'Filter by category' }).click();
    await page.getByRole('option', { name: 'Finance' }).click();
    await expect(card(page, 'Offer')).toBeHidden();
    await expect(card(page, 'Mooring place')).toBeVisible();

    await page.getByRole('button', { name: 'Actions for Mooring place (copy)' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(prepare.toast(page)).toContainText('Template deleted successfully');
    await expect(card(page, 'Mooring place (copy)')).toBeHidden();
    await page.goto('/templates?q=nowhere');
    await expect(page.getByText('No templates found')).toBeVisible();
  },
);

test(
  'a document shows the origin of its terms, and a changed template has versions',
  inTheLongRun,
  async ({ ada: { page } }) => {
    await open(page);
    await page.getByRole('button', { name: 'Create Template' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create Template' });
    await dialog.getByLabel('Name').fill('Mooring');
    await dialog.getByLabel('Description').fill('From a file');
    await dialog.getByLabel('File', { exact: true }).setInputFiles(lease(1));
    await dialog.getByRole('button', { name: 'Create Template' }).click();
    await expect(page).toHaveURL(/\/edit$/, { timeout: 30_000 });
    await prepare.clickField(page, 'Signature', { page: 1, x: 0.3, y: 0.5 });
    await prepare.saved(page);
    await page.getByRole('link', { name: 'Back to templates' }).click();

    await page.getByRole('button', { name: 'Actions for Mooring' }).click();
    await page.getByRole('menuitem', { name: 'Edit details' }).click();
    const editing = page.getByRole('dialog', { name: 'Edit details' });
    await editing.getByLabel('Subject').fill('Your mooring');
    await editing.getByLabel('Expiration in days').fill('12');
    await editing.getByRole('checkbox', { name: 'upload a picture' }).uncheck();
    await expectNothingFound(page, 'templates');
    await editing.getByRole('button', { name: 'Save' }).click();
    await expect(editing).toBeHidden();

    await page.getByRole('button', { name: 'Use template Mooring' }).click();
    const use = page.getByRole('dialog', { name: 'Use template' });
    await use.getByLabel('Email').fill(hana.email);
    await use.getByRole('button', { name: 'Create document' }).click();
    await page.getByRole('button', { name: 'Send for Signature' }).click();
    const sending = page.getByRole('dialog', { name: 'Send for Signature' });
    await expect(sending.getByLabel('Subject')).toHaveValue('Your mooring');
    await expect(sending.getByLabel('Subject')).toHaveAccessibleDescription('From the template Mooring.');
    await expect(sending.getByLabel('Expiration in days')).toHaveValue('12');
    await expect(sending.getByText('From the template Mooring.')).toHaveCount(3);
    await sending.getByLabel('Subject').fill('Another subject');
    await expect(sending.getByText('From the template Mooring.')).toHaveCount(2);
    await expectNothingFound(page, 'templates');

    await page.goto('/templates');
    await expect(card(page, 'Mooring')).toContainText('Not sent yet · 1 draft');
    await page.getByRole('button', { name: 'Actions for Mooring' }).click();
    await page.getByRole('menuitem', { name: 'Edit details' }).click();
    await editing.getByLabel('Subject').fill('Mooring for a year');
    await editing.getByRole('button', { name: 'Save' }).click();
    await expect(editing).toBeHidden();
    await page.getByRole('button', { name: 'Actions for Mooring' }).click();
    await page.getByRole('menuitem', { name: 'Versions' }).click();
    await expect(page.getByRole('list', { name: 'Changes' })).toHaveText('The subject changed.');
    await expect(page.getByRole('group', { name: 'Pages of version 1' })).toBeVisible();
    await expectNothingFound(page, 'templates');
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    await expect(prepare.toast(page)).toContainText('Version 1 restored');
    await expect(page.getByRole('combobox', { name: 'With' })).toContainText('Version 3');
  },
);

test(
  'the sixth template of the Free plan is refused with the numbers and the next step',
  inTheLongRun,
  async ({ ada: { page } }) => {
    await open(page);
    for (const number of [1, 2, 3, 4, 5]) await create(page, `Template ${number}`, 'One of five');
    await expect(page.getByText('5 of 5 templates used')).toBeVisible();
    await page.getByRole('button', { name: 'Actions for Template 5' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect(prepare.toast(page)).toContainText(
      'Your Free plan includes 5 templates, and you have 5. Your templates are not affected. Delete one you no longer need or choose a larger plan.',
    );
    await prepare.toast(page).getByRole('button', { name: 'See plans' }).click();
    await expect(page).toHaveURL(/\/billing$/);
  },
);

test(
  'failures to load or create are reported, and no input is lost',
  inTheLongRun,
  async ({ ada: { page } }) => {
    await page.route('**/api/templates?*', (route) => route.fulfill({ status: 500, body: '' }));
    await open(page);
    await expect(page.getByText('This couldn’t be loaded')).toBeVisible({ timeout: 30_000 });
    await page.unroute('**/api/templates?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No templates yet')).toBeVisible();
    await page.route('**/api/templates', (route) => route.abort());
    await page.getByRole('button', { name: 'Create Template' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create Template' });
    await dialog.getByLabel('Name').fill('Kept');
    await dialog.getByLabel('Description').fill('Although the network is gone');
    await dialog.getByRole('button', { name: 'Create Template' }).click();
    await expect(prepare.toast(page)).toContainText('Failed to create template');
    await expect(dialog.getByLabel('Name')).toHaveValue('Kept');
  },
);

test('templates fit the narrowest phone', inTheLongRun, async ({ ada: { page } }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/templates');
  await create(page, 'Averylongnameinonewordthatdoesnotfitanywhere', 'On a phone');
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await beyond()).toBeLessThanOrEqual(0);
});

async function create(page: Page, name: string, description: string): Promise<void> {
  await page.getByRole('button', { name: 'Create Template' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create Template' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Description').fill(description);
  await dialog.getByRole('button', { name: 'Create Template' }).click();
  await expect(prepare.toast(page)).toContainText('Template created successfully');
  await expect(card(page, name)).toBeVisible();
}
