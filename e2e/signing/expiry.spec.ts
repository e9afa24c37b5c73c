import type { Page } from '@playwright/test';
import { grace, linus } from '#testing/cast.ts';
import { consent, review, signDocument, writeInto } from '../support/ceremony.ts';
import { expect, test as base } from '../support/fixtures.ts';
import { startRunningServer, type RunningServer } from '../support/running-server.ts';
import { sendByProgram } from '../support/sent-by-program.ts';
import { inTheLongRun } from '../support/sweep.ts';

const day = 86_400_000;

/** A server whose clock can be advanced by days. */
const test = base.extend<object, { server: RunningServer }>({
  server: [
    async ({}, use) => {
      const server = await startRunningServer(undefined, {}, { movableClock: true });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

test(
  'a document expires while two people sign, their pages keep their input, and both continue after an extension',
  inTheLongRun,
  async ({ ada, newPhone, server }) => {
    const title = 'Lease of berth 31';
    const people = [grace, linus].map(({ name, email }) => ({ name, email }));
    const fields = [
      { type: 'text', label: 'City' },
      { type: 'text', label: 'Ship' },
    ];
    const sent = await sendByProgram(ada.page.request, server.dataDir, {
      title,
      people,
      fields,
      body: { expirationDays: 1 },
    });
    const graces = await newPhone();
    await graces.clock.install();
    await graces.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const linuses = await newPhone();
    const sheet = graces.getByRole('dialog');
    const act = (page: Page) => page.getByRole('button', { name: 'Sign Document' });

    await test.step('Grace is typing, and Linus is about to sign', async () => {
      await review(graces, await sent.linkOf(grace.email), title);
      await writeInto(graces, graces.getByRole('button', { name: /^City/ }), 'Bergen');
      await typeSignature(graces, grace.name);
      await graces.getByRole('button', { name: /^Ship/ }).tap();
      await sheet.getByRole('textbox').fill('Fram');
      // A phone that has lost the event stream, as in an elevator
      await linuses.route(/\/live$/, () => undefined);
      await review(linuses, await sent.linkOf(linus.email), title);
      await typeSignature(linuses, linus.name);
      await consent(linuses);
    });

    await test.step('a day later, the open sheet on Grace’s page shows that the document has expired', async () => {
      await server.moveClock(day);
      await graces.clock.fastForward(day);
      await expect(sheet.getByRole('alert').first()).toContainText('This document has expired.');
      await sheet.getByRole('button', { name: 'Done' }).tap();
      await expect(sheet).toBeHidden();
      await expect(graces.getByRole('alert')).toContainText('This document has expired.');
      await expect(graces.getByRole('alert')).toContainText(
        'What you entered is still on this page but was not sent. If Ada Moreau gives you more time, you can continue here.',
      );
      await expect(act(graces)).toBeHidden();
      await expectKept(graces);
      await graces.getByRole('button', { name: 'Copy what you entered' }).tap();
      await expect(graces.getByText('Copied', { exact: true })).toBeVisible();
      const copied = await graces.evaluate(() => navigator.clipboard.readText());
      expect(copied).toBe('City: Bergen\nShip: Fram\nSignature: Grace Lindqvist');
    });

    await test.step('Linus learns of the expiry when he signs, and keeps his signature', async () => {
      await act(linuses).tap();
      await expect(linuses.getByText('Signing failed').first()).toBeVisible();
      await expect(linuses.getByRole('alert')).toContainText('This document has expired.');
      await expect(act(linuses)).toBeHidden();
      await expect(linuses.getByLabel('Type your name')).toHaveValue(linus.name);
    });

    await test.step('Ada extends the expiry the next day', async () => {
      const { page } = ada;
      await page.context().clearCookies();
      await page.goto('/api/login');
      await page.getByLabel('Email').fill(ada.email);
      await page.getByLabel('Password').fill(ada.password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
      await page.goto(`/document/${sent.id}`);
      // The server checks for expired documents every thirty seconds, and the page updates.
      const extend = page.getByRole('button', { name: 'Extend expiry' });
      await expect(extend).toBeVisible({ timeout: 60_000 });
      await extend.click();
      const dialog = page.getByRole('dialog', { name: 'Extend expiry' });
      await expect(dialog).toContainText('If you extend it, it’s out for signature again');
      await dialog.getByLabel('Days from today').fill('7');
      await dialog.getByRole('button', { name: 'Extend expiry' }).click();
      await expect(page.getByText('Pending').first()).toBeVisible();
    });

    await test.step('Grace continues with her input on the same page', async () => {
      await expect(graces.getByRole('alert')).toBeHidden();
      await expectKept(graces);
      await consent(graces);
      await signDocument(graces, title);
    });

    await test.step('Linus also continues after a reload', async () => {
      await linuses.unrouteAll({ behavior: 'ignoreErrors' });
      await linuses.reload();
      await expect(linuses.getByLabel('Type your name')).toHaveValue(linus.name);
      await consent(linuses);
      await signDocument(linuses, title);
    });
  },
);

async function typeSignature(page: Page, name: string): Promise<void> {
  await page.getByRole('group', { name: 'How to sign' }).getByRole('button', { name: 'Type' }).tap();
  await page.getByLabel('Type your name').fill(name);
}

async function expectKept(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /City.*filled in/ })).toContainText('Bergen');
  await expect(page.getByRole('button', { name: /Ship.*filled in/ })).toContainText('Fram');
  await expect(page.getByLabel('Type your name')).toHaveValue(grace.name);
}
