import type { Page } from '@playwright/test';
import { grace, hana, linus } from '#testing/cast.ts';
import { expect, test } from '../support/fixtures.ts';
import { enlarge, lost } from '../support/measures.ts';
import { settled, visit } from '../support/routes.ts';
import { draftByProgram, sendByProgram } from '../support/sent-by-program.ts';
import { inTheLongRun } from '../support/sweep.ts';

/** German has the longest words of all languages, and 375 pixels is the width of an ordinary phone. */
const phone = { width: 375, height: 812 };

/** Saves screenshots for review after a change: `LARGE_TEXT_PICTURES=folder`. */
async function look(page: Page, where: string): Promise<void> {
  const folder = process.env['LARGE_TEXT_PICTURES'];
  if (folder) await page.screenshot({ path: `${folder}/${where.replaceAll(/\W+/g, '-')}.png` });
  expect.soft(await page.evaluate(lost), where).toEqual([]);
}

test(
  'nothing is cut off on a sender’s pages in German at twice the text size on a phone',
  inTheLongRun,
  async ({ ada: { page }, server }) => {
    test.setTimeout(300_000);
    const { request } = page;
    const draft = await draftByProgram(
      request,
      'Mietvertrag Hafenbüro',
      [grace, linus],
      [{ type: 'initial' }],
    );
    const sent = await sendByProgram(request, server.dataDir, { title: 'Kranmiete', people: [grace] });
    const created = await request.post('/api/templates', {
      data: { documentId: draft, name: 'Liegeplatz', description: 'Ein Jahr', category: 'Legal' },
    });
    expect(created.status(), await created.text()).toBe(201);
    const { id } = (await created.json()) as { id: string };
    await request.patch('/api/user/preferences', { data: { language: 'de' } });
    await page.setViewportSize(phone);
    await enlarge(page);

    for (const path of ['/', '/documents', '/templates', '/contacts', '/upload', `/document/${sent.id}`])
      await test.step(path, async () => {
        await visit(page, { path, heading: /./ });
        await look(page, path);
      });

    await test.step('importing and using a template', async () => {
      await visit(page, { path: '/templates', heading: /./ });
      await page.getByRole('button', { name: 'Vorlage importieren' }).click();
      await look(page, 'import');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Vorlage Liegeplatz verwenden' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await look(page, 'use a template');
    });

    await test.step('the editor, its recipients and the send dialog', async () => {
      for (const path of [`/document/${draft}`, `/templates/${id}/edit`]) {
        await visit(page, { path, heading: /./ });
        await expect(page.locator('[data-page="1"] canvas, [data-page="1"] img').first()).toBeVisible();
        await look(page, path.replace(/\/[0-9a-f-]{36}/, ''));
      }
      await visit(page, { path: `/document/${draft}`, heading: /./ });
      await page.getByRole('button', { name: 'Zur Unterschrift senden' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await look(page, 'send dialog');
    });

    await test.step('the public form of a template, and bulk sending', async () => {
      await visit(page, { path: `/templates/${id}/form`, heading: /./ });
      await look(page, 'form');
      await visit(page, { path: `/templates/${id}/bulk`, heading: /./ });
      await look(page, 'bulk');
      const rows = [
        'Signer 1 Email,Signer 1 Name,Signer 2 Email,Signer 2 Name,Title,Anlegestelle',
        `${linus.email},${linus.name},${hana.email},${hana.name},Liegeplatz 1,Nord`,
        `niemand,Niemand,${hana.email},${hana.name},Liegeplatz 2,Nord`,
      ];
      await page.locator('input[type="file"]').setInputFiles({
        name: 'liegeplätze.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(rows.join('\n')),
      });
      await expect(page.getByText('niemand').first()).toBeVisible();
      await settled(page, /./);
      await look(page, 'bulk with rows');
    });
  },
);

for (const locale of ['de', 'ar'])
  test(
    `nothing is cut off on public pages at twice the text size on a small phone: ${locale}`,
    inTheLongRun,
    async ({ browser, baseURL }) => {
      const context = await browser.newContext({ locale, viewport: { width: 320, height: 700 } });
      const page = await context.newPage();
      await enlarge(page);
      for (const path of ['/', '/verify', '/support', '/privacy', '/terms', '/developers'])
        await test.step(path, async () => {
          await page.goto(new URL(path, baseURL).href);
          await settled(page, /./);
          await look(page, `${locale} ${path}`);
        });
      await context.close();
    },
  );
