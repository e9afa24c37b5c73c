import { lease } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import * as prepare from '../support/prepare.ts';
import { inTheLongRun } from '../support/sweep.ts';

/** More documents than the Free plan allows. */
test.use({ settings: { PLANS: 'off' } });

/** Specification §2 'Recent Documents table': paging above ten documents. */
test(
  'eleven documents have two pages, reflected in the URL and the back button',
  inTheLongRun,
  async ({ ada: { page } }) => {
    const strip = page.getByRole('navigation', { name: 'Pages' });
    for (let number = 1; number <= 11; number += 1) {
      if (number === 11) {
        await page.goto('/');
        await expect(page.getByText('Showing 10 of 10 documents')).toBeVisible();
        await expect(strip).toHaveCount(0);
      }
      const title = `Lease of berth ${number}`;
      const multipart = { title, file: lease(1) };
      expect((await page.request.post('/api/documents/upload', { multipart })).status()).toBe(201);
    }
    await page.goto('/');
    await expect(page.getByText('Showing 10 of 11 documents')).toBeVisible();
    await expect(strip).toContainText('Page 1');
    await expect(strip.getByRole('button', { name: 'Previous' })).toBeDisabled();
    await strip.getByRole('button', { name: 'Next' }).click();
    await expect(prepare.rowOf(page, 'Lease of berth 1')).toBeVisible();
    await expect(page).toHaveURL(/cursor=/);
    await expect(strip.getByRole('button', { name: 'Next' })).toBeDisabled();
    await page.goBack();
    await expect(prepare.rowOf(page, 'Lease of berth 11')).toBeVisible();

    await strip.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Actions for Lease of berth 1', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Showing 10 of 10 documents')).toBeVisible();
    await expect(page.getByText('No documents found')).toHaveCount(0);
    await expect(page).not.toHaveURL(/cursor=/);
  },
);
