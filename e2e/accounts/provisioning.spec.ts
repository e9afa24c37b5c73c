import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';

test.use({ settings: { PLANS: 'off' } });

test('Ada sees the roles by a claim, creates a token for her directory, sees it once, and revokes it', async ({
  ada,
  baseURL,
}) => {
  const { page } = ada;
  await page.goto('/user-management/sign-in');
  await page.getByRole('button', { name: 'Set up' }).click();
  const signOn = page.getByRole('dialog', { name: 'Single sign-on' });
  await signOn.getByLabel('Claim with the roles').fill('groups');
  await signOn.getByRole('button', { name: 'Add a value' }).click();
  await signOn.getByLabel('Value', { exact: true }).fill('Legal');
  await expectNothingFound(page, 'the roles by a claim');
  await signOn.getByRole('button', { name: 'Remove Legal' }).click();
  await expect(signOn.getByLabel('Value', { exact: true })).toBeHidden();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create token' });
  await dialog.getByLabel('Name').fill('Okta');
  await dialog.getByLabel('Your password').fill(ada.password);
  await expectNothingFound(page, 'the dialog of a token for a directory');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const secret = await page.getByTestId('secret').textContent();
  const headers = { authorization: `Bearer ${secret}` };
  const list = () => fetch(`${baseURL}/scim/v2/Users`, { headers });
  const people = (await (await list()).json()) as { totalResults: number };
  expect(people.totalResults).toBe(1);
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  await page.reload();
  await expect(page.getByText(`csp_…${secret!.slice(-4)}`)).toBeVisible();
  await expect(page.getByText('/scim/v2')).toBeVisible();
  await expectNothingFound(page, 'the tokens of directories');
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText(`csp_…${secret!.slice(-4)}`)).toBeHidden();
  expect((await list()).status).toBe(401);
});
