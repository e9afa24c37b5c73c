import { sampleLease } from '#testing/documents/sample-lease.ts';
import { boundary, multipartBody } from '#testing/multipart.ts';
import { expectNothingFound } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { inTheLongRun } from '../support/sweep.ts';

test.use({ settings: { PLANS: 'off' } });

test(
  'Ada creates an API key, sees its secret once, rotates it, and revokes it',
  inTheLongRun,
  async ({ ada: { page }, request, baseURL }) => {
    const call = async (secret: string) =>
      (
        await request.get(`${baseURL}/api/auth/user`, {
          headers: { authorization: `Bearer ${secret}`, cookie: '' },
        })
      ).status();
    await page.goto('/settings#api');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Payroll');
    await expectNothingFound(page, 'make a key');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    const shown = page.getByTestId('secret');
    const secret = await shown.innerText();
    expect(await call(secret)).toBe(200);
    await page.keyboard.press('Escape');
    await expect(shown).toBeVisible();
    await page.getByRole('button', { name: 'I’ve saved it' }).click();

    await page.getByRole('button', { name: 'Actions for Payroll' }).click();
    await page.getByRole('menuitem', { name: 'New secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
    const renewed = await shown.innerText();
    expect([await call(secret), await call(renewed)]).toEqual([200, 200]);
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await expect(page.getByText(`The old secret …${secret.slice(-4)} works until`)).toBeVisible();

    await page.getByRole('button', { name: 'Actions for Payroll' }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await expect(page.getByText('Payroll', { exact: true })).toBeHidden();
    expect([await call(secret), await call(renewed)]).toEqual([401, 401]);
    await page.getByRole('button', { name: 'Show expired and revoked keys' }).click();
    await expect(page.getByText('Payroll', { exact: true })).toBeVisible();
  },
);

test(
  'a test key’s document is separate from real ones, has a badge and can be filtered',
  inTheLongRun,
  async ({ ada: { page }, request, baseURL }) => {
    const created = await page.request.post('/api/keys', {
      data: { name: 'Payroll', mode: 'test', scopes: ['documents:write'] },
    });
    const { secret } = (await created.json()) as { secret: string };
    await request.post(`${baseURL}/api/documents/upload`, {
      data: multipartBody([{ name: 'lease.pdf', bytes: sampleLease(1) }], {}),
      headers: {
        authorization: `Bearer ${secret}`,
        cookie: '',
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
    });
    await page.goto('/documents');
    await expect(page.getByText('No documents found')).toBeVisible();
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByLabel('Type').click();
    await page.getByRole('option', { name: 'Test documents' }).click();
    const row = page.getByRole('row', { name: 'TEST: lease' });
    await expect(row.getByText('Test', { exact: true })).toBeVisible();
    await expectNothingFound(page, 'test documents');
    await page.goto('/documents?test=true&layout=grid');
    await expect(page.getByText('Test', { exact: true })).toBeVisible();
  },
);
