import { readFileSync } from 'node:fs';
import type { Route } from '@playwright/test';
import { grace } from '#testing/cast.ts';
import { expectNothingFound } from '../support/axe.ts';
import { lease } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import * as prepare from '../support/prepare.ts';
import { inTheLongRun } from '../support/sweep.ts';

test(
  'Ada reads the audit log of her documents, filters and exports it',
  inTheLongRun,
  async ({ ada, newPhone, openMail }) => {
    const { page } = ada;
    await page.goto('/audit');
    const joined = page.getByRole('row').filter({ hasText: 'Member joined' });
    await expect(joined).toContainText('Account');
    await expect(joined).toContainText('Ada Moreau');
    await page.goto('/dashboard');
    const title = 'Berth lease, audited';
    await prepare.uploadByDialog(page, lease(1), title);
    await prepare.addRecipient(page, grace);
    await prepare.clickField(page, 'Signature', { page: 1, x: 0.3, y: 0.5 });
    await prepare.saved(page);
    await prepare.send(page);
    const mail = await openMail(grace.email, title);
    const phone = await newPhone();
    await phone.goto(mail.link);
    await expect(phone.locator('[data-page="1"] canvas')).toBeVisible();
    // A touch counts as viewing. A program that only loads the page does not.
    await phone.getByText(title).first().tap();

    await page.getByRole('navigation').getByRole('link', { name: 'Audit Trail' }).click();
    await expect(page.getByRole('heading', { name: 'Audit Trail', level: 1 })).toBeVisible();
    const row = (action: string) =>
      page.getByRole('row').filter({ has: page.getByRole('cell', { name: action, exact: true }) });

    await test.step('each event has its badge, its person, its address and its time', async () => {
      await expect(async () => {
        await page.reload();
        await expect(row('Document Viewed')).toBeVisible({ timeout: 3000 });
      }).toPass({ timeout: 30_000 });
      await expect(row('Document Viewed')).toContainText(grace.name);
      await expect(row('Document Viewed')).toContainText(/IP (127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)/);
      const time = row('Document Viewed').getByRole('time');
      await expect(time).toHaveAttribute('title', /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/);
      await expect(page.getByRole('rowheader')).toHaveText(/^[A-Z][a-z]+day, /);
      await expect(row('Document Created')).toContainText('Ada Moreau');
      await expect(row('Document Sent')).toContainText(title);
      await expect(row('Invitation issued')).toBeHidden();
      await page.getByRole('button', { name: '2 email and server steps' }).click();
      await expect(row('Invitation issued')).toContainText(`To ${grace.email}`);
      await expectNothingFound(page, 'audit');
    });

    await test.step('filters are in the URL', async () => {
      await page.getByRole('combobox', { name: 'Filter by action' }).click();
      await page.getByRole('option', { name: 'Document Sent' }).click();
      await expect(row('Document Created')).toBeHidden();
      await expect(page).toHaveURL(/type=document_sent/);
      await page.reload();
      await expect(row('Document Sent')).toBeVisible();
      await expect(page.getByText('Showing 1 event', { exact: true })).toBeVisible();
      await page.getByRole('searchbox', { name: 'Search by name or email' }).fill('linus');
      await expect(page.getByText('No events found')).toBeVisible();
      await page.getByRole('button', { name: 'Clear filters' }).first().click();
      await expect(row('Document Created')).toBeVisible();
      await page.getByLabel('From').fill('2099-01-01');
      await expect(page.getByText('No events found')).toBeVisible();
      await page.goBack();
      await expect(row('Document Created')).toBeVisible();
      await row('Document Sent')
        .getByRole('button', { name: `Show only events of ${title}` })
        .click();
      await expect(page).toHaveURL(/document=[0-9a-f-]{36}/);
      await expect(page.getByRole('button', { name: `Only ${title}` })).toBeVisible();
      await expectNothingFound(page, 'audit');
    });

    for (const [name, file, words] of [
      ['Export CSV', 'audit-trail.csv', 'Time (UTC),Action,Document'],
      ['Export JSON', 'audit-trail.json', '"type":"document_sent"'],
    ] as const) {
      await test.step(name, async () => {
        const downloading = page.waitForEvent('download');
        await page.getByRole('link', { name }).click();
        const download = await downloading;
        expect(download.suggestedFilename()).toBe(file);
        const text = readFileSync(await download.path(), 'utf8');
        expect(text).toContain(words);
        expect(text).toContain(title);
      });
    }

    await test.step('nothing overflows on a small phone, also in dark mode', async () => {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.reload();
      await expect(page.getByText('Document Sent', { exact: true }).last()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      await expectNothingFound(page, 'audit');
    });

    await test.step('a trail that was rewritten after sealing is flagged at the top of the document page and of the list', async () => {
      const alter = async <T>(route: Route, change: (answer: T) => object) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: change((await response.json()) as T) });
      };
      await page.route(/\/api\/audit\?/, (route) =>
        alter(route, (events: object[]) => events.map((event) => ({ ...event, altered: true }))),
      );
      await page.route(/\/trail$/, (route) =>
        alter(route, (trail: object) => ({ ...trail, matchesSealedFile: false })),
      );
      await page.reload();
      await expect(page.getByRole('alert')).toContainText('their document’s audit trail was altered');
      await expectNothingFound(page, 'altered events');
      await page.getByRole('link', { name: title }).first().click();
      await expect(page.getByRole('button', { name: 'Pages' })).toHaveAttribute('aria-pressed', 'true');
      await expect(page.getByRole('alert')).toContainText(
        'This doesn’t match the trail inside the sealed file',
      );
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      await expectNothingFound(page, 'a rewritten trail');
    });
  },
);
