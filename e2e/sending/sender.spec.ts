import type { Page } from '@playwright/test';
import type { DocumentDetail, RecipientInput } from '#contract/documents/documents.ts';
import { grace, hana, linus } from '#testing/cast.ts';
import { expectNothingFound } from '../support/axe.ts';
import { consent, review, signDocument } from '../support/ceremony.ts';
import { lease } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import { mailsTo } from '../support/outbox.ts';
import { toast, uploadByDialog } from '../support/prepare.ts';
import { signByProgram } from '../support/sent-by-program.ts';
import { inTheLongRun } from '../support/sweep.ts';

const ines = { name: 'Ines Ferreira', email: 'ines@pilots.example' };

/** Sends a document through the API, as a program of Ada's would, and opens its detail view. */
async function out(
  page: Page,
  title: string,
  people: RecipientInput[],
  send: Record<string, unknown> = {},
): Promise<DocumentDetail> {
  const { request } = page;
  const uploaded = await request.post('/api/documents/upload', { multipart: { title, file: lease(1) } });
  const { id } = (await uploaded.json()) as { id: string };
  const saved = await request.put(`/api/documents/${id}/recipients`, { data: people });
  const { recipients } = (await saved.json()) as { recipients: { id: string; role: string }[] };
  const fields = recipients
    .filter(({ role }) => role === 'signer')
    .map(({ id: recipientId }, index) => {
      return { type: 'signature', page: 1, x: 20, y: 20 + index * 60, width: 150, height: 40, recipientId };
    });
  await request.put(`/api/documents/${id}/fields`, { data: fields });
  const sent = await request.post(`/api/documents/${id}/send`, { data: send });
  expect(sent.ok(), await sent.text()).toBe(true);
  await page.goto(`/document/${id}`);
  await expect(page.getByRole('region', { name: 'Where it stands' })).toBeVisible();
  return (await sent.json()) as DocumentDetail;
}

/** Signs behind a link without viewing the document, for recipients that a test is not about. */
async function signBy(page: Page, link: string, name: string): Promise<void> {
  await signByProgram(page.request, link, name, { fields: [] });
}

async function typeSignature(page: Page, name: string): Promise<void> {
  await page.getByRole('group', { name: 'How to sign' }).getByRole('button', { name: 'Type' }).click();
  await page.getByRole('button', { name: `Use “${name}”` }).click();
}

const standing = (page: Page) => page.getByRole('region', { name: 'Where it stands' });
const trail = (page: Page) => page.getByRole('region', { name: 'Trail' });
const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `Actions for ${name}` });

test(
  'three groups sign one after the other, and Ada sees each turn change without reloading',
  inTheLongRun,
  async ({ ada: { page }, openMail, server }) => {
    const title = 'Lease for three groups';
    const people = [
      { ...grace, order: 1 },
      { ...linus, order: 2 },
      { ...hana, order: 2, role: 'approver' as const },
      { ...ines, order: 3 },
    ];
    await out(page, title, people, { signingOrder: 'sequential' });
    await expect(standing(page)).toContainText('Waiting for Grace Lindqvist.');
    await expectNothingFound(page, 'a document that is out');
    await signBy(page, (await openMail(grace.email, title)).link, grace.name);
    await expect(standing(page)).toContainText('Waiting for Linus Okafor and Hana Sato.');
    expect(await mailsTo(server.dataDir, ines.email, title)).toEqual([]);
    await signBy(page, (await openMail(hana.email, title)).link, hana.name);
    await expect(standing(page)).toContainText('Waiting for Linus Okafor.');
    await signBy(page, (await openMail(linus.email, title)).link, linus.name);
    await expect(standing(page)).toContainText('Waiting for Ines Ferreira.');
    await signBy(page, (await openMail(ines.email, title)).link, ines.name);
    await expect(trail(page).getByText('Document Completed', { exact: true })).toBeVisible({
      timeout: 30_000,
    });
  },
);

test('Ada voids while Grace is signing: Grace is notified immediately, and nothing is signed', async ({
  ada: { page },
  newPhone,
  openMail,
}) => {
  const title = 'Lease that is taken back';
  await out(page, title, [grace, linus]);
  const phone = await newPhone();
  await review(phone, (await openMail(grace.email, title)).link, title);
  await typeSignature(phone, grace.name);
  await consent(phone);

  await page.getByRole('button', { name: 'Void document' }).click();
  const dialog = page.getByRole('dialog', { name: 'Void document' });
  await dialog.getByLabel('Reason').fill('The berth is let to somebody else.');
  await dialog.getByRole('button', { name: 'Void document' }).click();
  await expect(toast(page)).toContainText('Document voided');

  await expect(phone.getByRole('alert')).toContainText('The sender has voided this document');
  await expect(phone.getByRole('button', { name: 'Sign Document' })).toBeHidden();
  await expect(trail(page).getByText('Document Signed', { exact: true })).toHaveCount(0);
});

test(
  'Grace delegates her part: Linus signs for her, her link stops working, and Ada is notified',
  inTheLongRun,
  async ({ ada, newPhone, openMail }) => {
    const title = 'Lease for whoever is in charge';
    await out(ada.page, title, [grace], { allowDelegation: true });
    const toGrace = await openMail(grace.email, title);
    const phone = await newPhone();
    await phone.goto(toGrace.link);
    await phone.getByRole('button', { name: 'Assign to someone else' }).tap();
    const sheet = phone.getByRole('dialog', { name: 'Assign to someone else' });
    await expectNothingFound(phone, 'passing on');
    await sheet.getByLabel('Name').fill(linus.name);
    await sheet.getByLabel('Email').fill(linus.email);
    await sheet.getByLabel('Reason').fill('Linus runs the quay now.');
    await sheet.getByRole('button', { name: 'Assign' }).tap();
    await expect(
      phone.getByRole('heading', { name: 'You’ve assigned this document to someone else' }),
    ).toBeVisible();
    await phone.goto(toGrace.link);
    await expect(phone.getByRole('heading', { name: 'Document Not Available' })).toBeVisible();

    expect((await openMail(ada.email, `Delegated: ${title}`)).text).toContain('Linus runs the quay now.');
    await expect(trail(ada.page).getByText('Delegated', { exact: true })).toBeVisible();
    await review(phone, (await openMail(linus.email, title)).link, title);
    await typeSignature(phone, linus.name);
    await consent(phone);
    await signDocument(phone, title);
  },
);

test(
  'Grace signs in person, on Ada’s device, and the record says so',
  inTheLongRun,
  async ({ ada: { page } }) => {
    const title = 'Lease signed at the counter';
    const { id } = await out(page, title, [grace, linus]);
    await menuOf(page, grace.name).click();
    await page.getByRole('menuitem', { name: 'Sign in person' }).click();
    const dialog = page.getByRole('dialog', { name: `Hand over to ${grace.name}` });
    await expectNothingFound(page, 'handing over');
    await dialog.getByRole('button', { name: `Hand over to ${grace.name}` }).click();
    await page.getByRole('button', { name: 'Continue to Sign' }).click();
    await typeSignature(page, grace.name);
    await page.getByRole('checkbox', { name: 'I consent to use electronic signature' }).click();
    await page.getByRole('button', { name: 'Sign Document' }).click();
    await expect(page.getByRole('heading', { name: 'Document Signed Successfully!' })).toBeVisible();
    await expect(page.getByText('Please give the device back to Ada Moreau.')).toBeVisible();
    await page.goto(`/document/${id}`);
    await expect(trail(page).getByText('Handed over in person', { exact: true })).toBeVisible();
  },
);

test('Ada reminds, and corrects a wrong address', async ({ ada: { page }, openMail }) => {
  const title = 'Lease to the wrong Grace';
  const wrong = { name: 'Grase Lindqvist', email: 'grase@harbour.example' };
  await out(page, title, [wrong, linus]);
  await page.getByRole('button', { name: 'Remind now' }).click();
  await expect(toast(page)).toContainText('Reminder sent');
  await openMail(linus.email, `Reminder: ${title}`);

  await menuOf(page, wrong.name).click();
  await page.getByRole('menuitem', { name: 'Correct recipient' }).click();
  const dialog = page.getByRole('dialog', { name: 'Correct recipient' });
  await dialog.getByLabel('Email').fill('not an address');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a valid email address')).toBeVisible();
  await expectNothingFound(page, 'correcting');
  await dialog.getByLabel('Email').fill(grace.email);
  await dialog.getByLabel('Name').fill(grace.name);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page)).toContainText('Recipient corrected');
  await openMail(grace.email, title);
  await expect(trail(page).getByText('Recipient corrected', { exact: true })).toBeVisible();
  await expect(page.getByText(/^A link was sent to .+ before/)).toBeVisible();
});

test('a protected document opens with Ada’s code, and nothing is visible before that', async ({
  ada: { page },
  newPhone,
  openMail,
}) => {
  const title = 'Lease behind a code';
  const { id, recipients } = await out(page, title, [{ ...grace, accessCode: 'Quay 14', mailCode: true }]);
  const phone = await newPhone();
  await phone.goto((await openMail(grace.email, title)).link);
  await expect(phone.getByRole('heading', { name: 'Protected document' })).toBeVisible();
  await expect(phone.getByText(title)).toHaveCount(0);
  await phone.getByRole('button', { name: 'Email me the code' }).tap();
  const code = (await openMail(grace.email, 'Your code')).subject.replace(/\D/g, '');
  await phone.getByLabel('Code from the email').fill(code);
  await phone.getByLabel('Access code').fill('quay 15');
  await phone.getByRole('button', { name: 'Open the document' }).tap();
  await expect(phone.getByRole('alert')).toContainText('The access code is wrong. Attempts left: 4.');
  await expectNothingFound(phone, 'the gate');
  const open = phone.getByRole('button', { name: 'Open the document' });

  await test.step('after too many wrong codes the page says so immediately and after a reload, and opens with a new code', async () => {
    for (const left of [3, 2, 1]) {
      await open.tap();
      await expect(phone.getByRole('alert')).toContainText(`Attempts left: ${left}.`);
    }
    await open.tap();
    const locked = phone.getByRole('alert').filter({ hasText: 'Too many wrong codes. Ask Ada Moreau' });
    await expect(locked).toBeVisible();
    await phone.reload();
    await expect(locked).toBeVisible();
    await expect(open).toBeHidden();
    await expectNothingFound(phone, 'the locked gate');
    await phone.getByRole('button', { name: 'Try again' }).tap();
    await expect(locked).toBeVisible();
    const path = `/api/documents/${id}/recipients/${recipients[0]!.id}/access-code`;
    expect((await page.request.post(path, { data: { accessCode: 'Berth 9' } })).ok()).toBe(true);
    await phone.getByRole('button', { name: 'Try again' }).tap();
  });

  await phone.getByLabel('Access code').fill('berth 9');
  await phone.getByRole('button', { name: 'I already have a code' }).tap();
  await phone.getByLabel('Code from the email').fill(code);
  await open.tap();
  await expect(phone.getByText(title, { exact: true }).first()).toBeVisible();
  // The link is still valid, however long Grace took to enter the codes.
  await phone.getByRole('button', { name: 'Continue to Sign' }).tap();
  await expect(phone.getByRole('button', { name: 'Back to Review' })).toBeVisible();
});

test('Ada is also a signer: she signs directly after sending', inTheLongRun, async ({ ada: { page } }) => {
  const title = 'Lease that Ada signs too';
  await uploadByDialog(page, lease(1), title);
  await page.getByRole('button', { name: 'Send for Signature' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send for Signature' });
  await dialog.getByRole('button', { name: 'I’m also a signer' }).click();
  // A new row is expanded.
  await dialog.getByRole('textbox', { name: 'Note for this person' }).fill('Sign this first.');
  await expectNothingFound(page, 'a note for one person');
  await dialog.getByRole('button', { name: 'Send Document' }).click();
  await expect(page).toHaveURL(/\/sign\//);
  await expect(page.getByText('Sign this first.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue to Sign' }).click();
  await typeSignature(page, 'Ada Moreau');
  await page.getByRole('checkbox', { name: 'I consent to use electronic signature' }).click();
  await page.getByRole('button', { name: 'Sign Document' }).click();
  await expect(page.getByRole('heading', { name: 'Document Signed Successfully!' })).toBeVisible();
});

test(
  'Grace signs, keeps the page open, and can act again when her second turn begins',
  inTheLongRun,
  async ({ ada: { page }, newPhone, openMail }) => {
    const title = 'Lease that comes back to Grace';
    const people = [
      { ...grace, order: 1 },
      { ...linus, order: 2 },
      { ...grace, order: 3, role: 'approver' as const },
    ];
    await out(page, title, people, { signingOrder: 'sequential' });
    const phone = await newPhone();
    await review(phone, (await openMail(grace.email, title)).link, title);
    await typeSignature(phone, grace.name);
    await consent(phone);
    await signDocument(phone, title);
    const next = phone.getByRole('link', { name: 'Continue to approve it too' });
    await expect(next).toHaveCount(0);
    await signBy(page, (await openMail(linus.email, title)).link, linus.name);
    await expect(next).toBeVisible();
    await next.tap();
    await expect(phone.getByText(title, { exact: true }).first()).toBeVisible();
  },
);
