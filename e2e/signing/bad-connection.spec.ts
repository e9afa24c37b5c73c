import type { Page } from '@playwright/test';
import { grace, hana } from '#testing/cast.ts';
import { lease } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import * as prepare from '../support/prepare.ts';
import { draftByProgram } from '../support/sent-by-program.ts';
import { inTheLongRun } from '../support/sweep.ts';

const editorCode = /\/assets\/document-page-/;

test(
  'one click uploads one document, even if the editor loads slowly, and going back does not reopen the dialog',
  inTheLongRun,
  async ({ ada: { page } }) => {
    const uploads = countPosts(page, /\/api\/documents\/upload$/);
    const editor = await hold(page, editorCode);
    await page.getByRole('button', { name: 'Upload Document' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Upload Document' });
    const submit = dialog.getByRole('button', { name: 'Upload Document' });
    await dialog.getByLabel('File', { exact: true }).setInputFiles(lease(1));
    await submit.click();
    await expect(prepare.toast(page)).toContainText('Document uploaded successfully', { timeout: 60_000 });
    await editor.asked;
    await expect(submit).toBeDisabled();
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    editor.letGo();
    await expect(page).toHaveURL(/\/document\/[0-9a-f-]+$/);
    expect(uploads()).toBe(1);

    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
    await expect(dialog).toBeHidden();
  },
);

test(
  'one click makes one document from a template, even if the editor loads slowly',
  inTheLongRun,
  async ({ ada: { page } }) => {
    const documentId = await draftByProgram(page.request, 'Berth lease', [grace]);
    const words = { name: 'Berth lease, standard', description: 'One berth for one year', category: 'Legal' };
    const template = await page.request.post('/api/templates', { data: { ...words, documentId } });
    expect(template.status()).toBe(201);
    await page.goto('/templates');

    const uses = countPosts(page, /\/api\/templates\/[^/]+\/use$/);
    const editor = await hold(page, editorCode);
    await page.getByRole('button', { name: `Use template ${words.name}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Use template' });
    await dialog.getByLabel('Email').fill(hana.email);
    const submit = dialog.getByRole('button', { name: 'Create document' });
    await submit.click();
    await editor.asked;
    await expect(submit).toBeDisabled();
    editor.letGo();
    await expect(page).toHaveURL(/\/document\/[0-9a-f-]+$/);
    expect(uses()).toBe(1);
  },
);

test(
  'a document that was sent while the response was lost is not reported as failed',
  inTheLongRun,
  async ({ ada: { page } }) => {
    // The layout check before sending is slow on a busy machine.
    test.setTimeout(240_000);
    const toast = prepare.toast(page);
    const dialog = page.getByRole('dialog', { name: 'Send for Signature' });
    const submit = dialog.getByRole('button', { name: 'Send Document' });
    const openSending = async (title: string) => {
      const id = await draftByProgram(page.request, title, [grace]);
      await page.goto(`/document/${id}?dialog=send`);
      await expect(submit).toBeEnabled();
      return id;
    };
    const expectSent = async (title: string) => {
      await expect(toast).toContainText('Document sent successfully', { timeout: 90_000 });
      await expect(page).toHaveURL('/dashboard');
      await expect(prepare.rowOf(page, title)).toContainText('Pending');
    };
    // The event stream would replace the editor before Ada clicks again.
    await page.route('**/api/live', (route) => route.abort());
    let offline = false;
    await page.route(/\/api\/documents\/[^/]+$/, (route) => (offline ? route.abort() : route.continue()));
    await page.route(/\/api\/documents\/[^/]+\/send$/, async (route) => {
      await route.fetch({ timeout: 90_000 });
      await route.abort();
    });

    await test.step('if only the response is lost, the page asks the server, which reports that the document was sent', async () => {
      await openSending('Lease of berth 21');
      await submit.click();
      await expectSent('Lease of berth 21');
    });

    await test.step('Ada clicks again when the network is back', async () => {
      await openSending('Lease of berth 22');
      offline = true;
      await submit.click();
      await expect(toast).toContainText('Failed to send document', { timeout: 90_000 });
      await expect(toast).toContainText('could not be reached');
      offline = false;
      await submit.click();
      await expectSent('Lease of berth 22');
    });

    await test.step('corrections made before clicking again are not reported as sent', async () => {
      const id = await openSending('Lease of berth 23');
      offline = true;
      await submit.click();
      await expect(toast).toContainText('Failed to send document', { timeout: 90_000 });
      offline = false;
      await dialog.getByLabel('Message', { exact: true }).fill('By Friday, please.');
      await submit.click();
      await expect(toast).toContainText('Sent without your last changes');
      await expect(page).toHaveURL(`/document/${id}`);
      await expect(submit).toBeHidden();
    });
  },
);

test(
  'Ada, who also signs, sees that her document was sent even if her own signing page fails to open',
  inTheLongRun,
  async ({ ada }) => {
    test.setTimeout(180_000);
    const { page } = ada;
    const id = await draftByProgram(page.request, 'Lease that Ada signs', [
      { name: `${ada.firstName} ${ada.lastName}`, email: ada.email },
    ]);
    await page.goto(`/document/${id}?dialog=send`);
    await page.route('**/sign-myself', (route) => route.abort());
    const refused = page.waitForEvent('requestfailed', {
      predicate: (request) => request.url().endsWith('/sign-myself'),
      timeout: 90_000,
    });
    const dialog = page.getByRole('dialog', { name: 'Send for Signature' });
    await dialog.getByRole('button', { name: 'Send Document' }).click();
    await refused;
    await expect(page).toHaveURL('/dashboard');
    await expect(prepare.toast(page)).toContainText('Document sent successfully');
    await expect(prepare.rowOf(page, 'Lease that Ada signs')).toContainText('Pending');
  },
);

test(
  'a failure to load part of the page loses none of Ada’s work',
  inTheLongRun,
  async ({ ada: { page } }) => {
    const id = await draftByProgram(page.request, 'Crane lease', [grace]);
    await page.goto(`/document/${id}`);
    await prepare.untilPainted(page, 1);
    await page.context().setOffline(true);
    await prepare.clickField(page, 'Date', { page: 1, x: 0.7, y: 0.6 });
    const date = prepare.placed(page, 'Date', 'Grace', 1);

    const palette = page.getByRole('dialog', { name: 'Go to' });
    await page.keyboard.press('Control+k');
    await expect(palette.getByRole('alert')).toContainText('could not be reached');
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();

    await page.getByRole('banner').getByRole('button', { name: 'Preview' }).click();
    const preview = page.getByRole('dialog', { name: 'Preview' });
    await expect(preview.getByRole('alert')).toContainText('could not be reached');
    await page.keyboard.press('Escape');
    await expect(preview).toBeHidden();
    await expect(date).toHaveCount(1);
    await expect(page.getByRole('status').filter({ hasText: /^Not saved/ })).toBeVisible();

    await page.getByRole('banner').getByRole('button', { name: 'Preview' }).click();
    await expect(preview.getByRole('alert')).toBeVisible();
    await page.context().setOffline(false);
    await preview.getByRole('button', { name: 'Try again' }).click();
    await expect(preview.locator('button.field')).toHaveCSS('position', 'absolute');
    await page.keyboard.press('Escape');
    await expect(preview).toBeHidden();
    await page.keyboard.press('Control+k');
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();

    // Browsers do not request a script again on the same page after it failed once.
    await page.route(/\/assets\/shortcut-dialog-/, (route) => route.abort());
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(help.getByRole('alert').getByRole('button', { name: 'Reload' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(date).toHaveCount(1);
  },
);

/** Counts POST requests to an address from now on. */
function countPosts(page: Page, address: RegExp): () => number {
  let posts = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && address.test(request.url())) posts += 1;
  });
  return () => posts;
}

/**
 * Holds back the responses of these addresses until `letGo` is called. `asked` resolves once there is a
 * request.
 */
async function hold(page: Page, address: RegExp): Promise<{ asked: Promise<void>; letGo: () => void }> {
  const waiting = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    waiting.resolve();
    await released.promise;
    await route.continue();
  });
  return { asked: waiting.promise, letGo: released.resolve };
}
