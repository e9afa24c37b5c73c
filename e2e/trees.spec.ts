import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { grace } from '#testing/cast.ts';
import { chooseOther, consent, signDocument } from './ceremony.ts';
import { lease } from './corpus.ts';
import { expect, test } from './fixtures.ts';
import * as prepare from './prepare.ts';
import { root } from './running-server.ts';
import { inTheLongRun } from './sweep.ts';

/**
 * What a screen reader is told on the way of a sender and of a signer: roles, names and their order, as text for a person
 * to read. `WRITE_TREES=1` writes the files in e2e/trees anew; what changed is then read before it is committed.
 */
class Trees {
  readonly #name: string;
  readonly #parts: string[] = [];

  constructor(name: string) {
    this.#name = name;
  }

  async add(where: string, seen: Page | Locator): Promise<void> {
    const body = 'goto' in seen ? seen.locator('body') : seen;
    await expect(body.locator('[aria-busy="true"]')).toHaveCount(0);
    this.#parts.push(`# ${where}\n\n${steady(await body.ariaSnapshot())}\n`);
  }

  async compare(): Promise<void> {
    const file = join(root, 'e2e/trees', `${this.#name}.txt`);
    const text = this.#parts.join('\n');
    if (process.env['WRITE_TREES']) {
      await mkdir(join(root, 'e2e/trees'), { recursive: true });
      await writeFile(file, text);
    }
    expect(text).toBe(await readFile(file, 'utf8'));
  }
}

/** Without what is another at each run: days, times, ports, ids and digests. */
function steady(tree: string): string {
  return tree
    .replaceAll(/\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, [A-Z][a-z]+ \d{1,2}\b/g, 'DAY')
    .replaceAll(/\b[A-Z][a-z]{2,8} \d{1,2}, \d{4}\b/g, 'DATE')
    .replaceAll(/\b\d{1,2}:\d{2}(?::\d{2})?(?: [AP]M)?\b/g, 'TIME')
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, 'ID')
    .replaceAll(/\b[0-9a-f]{64}\b/g, 'DIGEST')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'ADDRESS')
    .replaceAll(/\/sign\/[\w-]{20,}/g, '/sign/LINK')
    .replaceAll(/ada\+\d+-\d+@/g, 'ada@')
    .replaceAll(/\b(?:just now|in a moment|\d+ (?:second|minute)s? ago)\b/g, 'AGO')
    .replaceAll(/\b\d+(?:\.\d+)? (?:bytes|Bytes|KB|kB)\b/g, 'SIZE');
}

const title = 'Lease of the swing berth';

test('a sender is told what is on each screen', inTheLongRun, async ({ ada: { page }, browser, baseURL }) => {
  test.setTimeout(240_000);
  const trees = new Trees('sender');
  const stranger = await browser.newPage({ ...(baseURL && { baseURL }) });
  await stranger.goto('/api/login?screen=create');
  await trees.add('Sign-up', stranger);
  await stranger.close();
  await trees.add('Dashboard, empty', page);
  await page.getByRole('button', { name: 'Upload Document' }).first().click();
  await trees.add('Upload', page.getByRole('dialog'));
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await prepare.uploadByDialog(page, lease(1), title);
  await trees.add('Editor, empty', page);
  await page.getByRole('complementary').getByRole('button', { name: 'Add recipient' }).click();
  await trees.add('Add recipient', page.getByRole('dialog'));
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await prepare.addRecipient(page, grace);
  await prepare.clickField(page, 'Signature', { page: 1, x: 0.4, y: 0.3 });
  await prepare.saved(page);
  await expect(prepare.toast(page)).toHaveCount(0, { timeout: 30_000 });
  await trees.add('Editor, with a field', page);
  await page.getByRole('button', { name: 'Send for Signature' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send for Signature' });
  await expect(dialog.getByLabel('Subject')).toHaveAttribute('placeholder', /asks you to sign/, {
    timeout: 60_000,
  });
  await trees.add('Send', dialog);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await prepare.send(page);
  await prepare.rowOf(page, title).getByRole('link', { name: title, exact: true }).click();
  await expect(page.getByRole('region', { name: 'Trail' })).toContainText('Email Written to Outbox');
  await expect(prepare.toast(page)).toHaveCount(0, { timeout: 30_000 });
  await trees.add('Document, sent', page);
  await trees.compare();
});

test('a signer is told what is on each view', inTheLongRun, async ({ ada: { page }, newPhone, openMail }) => {
  test.setTimeout(240_000);
  const trees = new Trees('signer');
  for (const name of [title, 'Lease of the dry dock']) {
    await prepare.uploadByDialog(page, lease(1), name);
    await prepare.addRecipient(page, grace);
    await prepare.clickField(page, 'Signature', { page: 1, x: 0.4, y: 0.3 });
    await prepare.clickField(page, 'Text', { page: 1, x: 0.4, y: 0.5 });
    await prepare.saved(page);
    await prepare.send(page);
  }
  const phone = await newPhone();
  await phone.goto((await openMail(grace.email, title)).link);
  await expect(phone.locator('[data-page="1"] canvas')).toBeVisible();
  await trees.add('Review', phone);
  await phone.getByRole('button', { name: 'Continue to Sign' }).tap();
  await expect(phone.getByRole('button', { name: 'Back to Review' })).toBeVisible();
  await trees.add('Sign', phone);
  await phone.getByRole('button', { name: 'Next field: Signature' }).tap();
  await trees.add('The sheet of the signature', phone.getByRole('dialog'));
  await phone.getByRole('button', { name: 'Use this signature' }).tap();
  await phone.getByRole('dialog').getByRole('textbox').fill('Berth 14');
  await trees.add('The sheet of a text', phone.getByRole('dialog'));
  await phone.getByRole('dialog').getByRole('button', { name: 'Done' }).tap();
  await consent(phone);
  await trees.add('Ready to sign', phone);
  await signDocument(phone, title);
  await expect(phone.getByRole('link', { name: /sealed/ })).toBeVisible({ timeout: 60_000 });
  await trees.add('Complete', phone);

  await phone.goto((await openMail(grace.email, 'Lease of the dry dock')).link);
  await chooseOther(phone, 'Decline');
  await trees.add('Decline', phone.getByRole('dialog'));
  await phone.getByRole('dialog').getByRole('button', { name: 'Decline document' }).tap();
  await expect(phone.getByRole('heading', { name: 'You have declined this document' })).toBeVisible();
  await trees.add('Declined', phone);
  await trees.compare();
});
