import type { BrowserContext, Page } from '@playwright/test';
import { grace } from '#testing/cast.ts';
import { expectNothingFound } from '../support/axe.ts';
import { consent, review, signDocument } from '../support/ceremony.ts';
import { expect, test } from '../support/fixtures.ts';
import { downloadBy, judgeSealed } from '../support/judge.ts';
import * as prepare from '../support/prepare.ts';
import { draftByProgram, sendByProgram } from '../support/sent-by-program.ts';
import { inTheLongRun } from '../support/sweep.ts';

const person = { name: grace.name, email: grace.email };
/** A passkey belongs to a host name, so these tests use localhost. */
const atHome = (link: string) => link.replace('127.0.0.1', 'localhost');

test('Ada requires a passkey; Grace creates one when she signs, and uses it again for the next document', async ({
  ada,
  newPhone,
  openMail,
  server,
}) => {
  const { page } = ada;
  const title = 'Lease of berth 41';
  const phone = await newPhone();
  const device = await plugIn(phone.context(), phone);

  await test.step('Ada requires a passkey in the send dialog', async () => {
    const draft = await draftByProgram(page.request, title, [person]);
    await page.goto(`/document/${draft}`);
    await page.getByRole('button', { name: 'Send for Signature' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send for Signature' });
    await dialog.getByRole('button', { name: 'Edit recipient 1' }).click();
    await dialog.getByText('Codes and passkey').click();
    await dialog.getByRole('combobox', { name: 'Passkey when signing' }).click();
    await page.getByRole('option', { name: 'Required' }).click();
    await dialog.getByRole('button', { name: 'Send Document' }).click();
    await expect(prepare.toast(page)).toContainText('Document sent successfully');
  });

  await test.step('Grace creates a passkey as she signs', async () => {
    await review(phone, atHome((await openMail(grace.email, title)).link), title);
    const section = phone.getByRole('region', { name: 'Passkey' });
    await expect(section).toContainText('Ada Moreau asks you to confirm your signature with a passkey.');
    await expect(section).toContainText('This creates a new passkey.');
    await typeSignature(phone);
    await consent(phone);
    await expectNothingFound(phone, 'the signer page with a passkey');
    await test.step('nothing is signed if the passkey fails', async () => {
      await device.recognises(false);
      await phone.getByRole('button', { name: 'Sign Document' }).tap();
      await expect(phone.getByText('Passkey confirmation failed').first()).toBeVisible();
      await expect(phone.getByText('Nothing was signed.').first()).toBeVisible();
      await expect(phone.getByRole('heading', { name: 'Passkey' })).toBeFocused();
      await device.recognises(true);
    });
    await signDocument(phone, title);
    expect(await device.count()).toBe(1);
  });

  await test.step('the certificate page and the evidence record the passkey', async () => {
    const sealed = phone.getByRole('link', { name: 'Download the sealed document' });
    await expect(sealed).toBeVisible({ timeout: 30_000 });
    const copy = await downloadBy(phone, () => sealed.tap());
    await judgeSealed(copy, await server.rootPem(), ['passkey created for this signature']);
  });

  await test.step('the next document uses the same passkey', async () => {
    const next = 'Lease of berth 42';
    const sent = await sendByProgram(page.request, server.dataDir, {
      title: next,
      people: [{ ...person, passkey: 'offered' as const }],
    });
    await review(phone, atHome(await sent.linkOf(grace.email)), next);
    const section = phone.getByRole('region', { name: 'Passkey' });
    await section.getByRole('checkbox', { name: 'Confirm with a passkey' }).tap();
    await expect(section).toContainText(
      'You’ve used a passkey here before. Your device will ask for it again.',
    );
    await typeSignature(phone);
    await consent(phone);
    await signDocument(phone, next);
    expect(await device.count()).toBe(1);
  });
});

test(
  'a browser without passkey support says so, and suggests what to do',
  inTheLongRun,
  async ({ ada, newPhone, server }) => {
    const title = 'Lease of berth 43';
    const sent = await sendByProgram(ada.page.request, server.dataDir, {
      title,
      people: [{ ...person, passkey: 'required' as const }],
    });
    const phone = await newPhone();
    // Browsers do not create passkeys for IP addresses.
    await review(phone, await sent.linkOf(grace.email), title);
    await expect(phone.getByRole('region', { name: 'Passkey' })).toContainText(
      'Open the link in another browser or on another device, or ask Ada Moreau to send the document without a passkey.',
    );
    await typeSignature(phone);
    await consent(phone);
    await phone.getByRole('button', { name: 'Sign Document' }).tap();
    await expect(phone.getByText('This browser can’t use a passkey on this page.').first()).toBeVisible();
    await expect(phone.getByRole('heading', { name: 'Passkey' })).toBeFocused();
    await expect(phone.getByLabel('Type your name')).toHaveValue(grace.name);
  },
);

/** Chromium's virtual authenticator responds without a dialog. */
async function plugIn(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    recognises: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    count: async () =>
      (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  };
}

async function typeSignature(page: Page): Promise<void> {
  await page.getByRole('group', { name: 'How to sign' }).getByRole('button', { name: 'Type' }).tap();
  await page.getByLabel('Type your name').fill(grace.name);
}
