import type { Page } from '@playwright/test';
import { grace } from '#testing/cast.ts';
import { ada } from '#testing/sign-up.ts';
import { lease } from '../support/corpus.ts';
import { expect, test } from '../support/fixtures.ts';
import { openMail } from '../support/outbox.ts';
import * as prepare from '../support/prepare.ts';
import { inTheLongRun } from '../support/sweep.ts';
import { sendByProgram } from '../support/sent-by-program.ts';

/** Counts taps. Typed letters are not counted. */
function counting(page: Page) {
  let taps = 0;
  return {
    tap: async (name: string | RegExp) => {
      await page.getByRole('button', { name }).tap();
      taps += 1;
    },
    tick: async (name: string) => {
      await page.getByRole('checkbox', { name }).tap();
      taps += 1;
    },
    taps: () => taps,
  };
}

/**
 * Counts every mouse press on product pages, including those in helpers. Clicks in emails are not counted.
 */
async function countPresses(page: Page): Promise<() => number> {
  let presses = 0;
  await page.exposeFunction('onPress', () => (presses += 1));
  await page.addInitScript('addEventListener("pointerdown", () => onPress(), true)');
  return () => presses;
}

const agree = 'I consent to use electronic signature';

test('sending the first document takes nine clicks from the landing page', async ({ page, server }) => {
  const presses = await countPresses(page);
  const email = 'ada+nine@harbour.example';
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign Up Free - Start Now' }).click();
  await expect(page.getByRole('heading', { name: 'Create your account', level: 1 })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(ada.password);
  await page.getByLabel('First name').fill(ada.firstName);
  await page.getByLabel('Last name').fill(ada.lastName);
  await page.getByRole('button', { name: 'Create account' }).click();
  // Two clicks happen in the mail program: the link and its button.
  const mail = await page.context().newPage();
  await mail.goto((await openMail(server.dataDir, email, 'Confirm your email')).link);
  await mail.getByRole('button', { name: 'Confirm' }).click();
  await expect(mail.getByRole('link', { name: 'Open Countersign' })).toBeVisible();
  await mail.close();

  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload a document' }).click();
  await (await chooser).setFiles(lease(1));
  await prepare.untilPainted(page, 1);
  await prepare.addRecipient(page, grace);
  await prepare.clickField(page, 'Signature', { page: 1, x: 0.4, y: 0.3 });
  await prepare.send(page);
  expect(presses()).toBeLessThanOrEqual(9);
});

test('the document’s text is visible before any touch on a small phone', async ({
  ada,
  newPhone,
  server,
}) => {
  const sent = await sendByProgram(ada.page.request, server.dataDir, {
    title: 'Lease of the swing berth at the northern quay',
    people: [grace],
    body: {
      message:
        'Please sign before Friday: the berth is wanted by somebody else, and I would rather keep it for you than explain it to them on the quay.',
    },
  });
  const phone = await newPhone();
  await phone.setViewportSize({ width: 375, height: 667 });
  await phone.goto(await sent.linkOf(grace.email));
  await expect(phone.locator('[data-page="1"] canvas')).toBeVisible();
  const words = await phone.locator('[data-page="1"] .textLayer span').first().boundingBox();
  const bar = await phone.locator('.bar').boundingBox();
  expect(words!.y + words!.height).toBeLessThan(bar!.y);
  expect(bar!.height).toBeLessThanOrEqual(80);
  expect(await phone.evaluate(() => window.scrollY)).toBe(0);
});

test('initials, signature and date take six taps', async ({ ada, newPhone, server }) => {
  const sent = await sendByProgram(ada.page.request, server.dataDir, {
    title: 'Initials for the swing berth',
    people: [grace],
    fields: [{ type: 'initial', required: true }, { type: 'date' }],
  });
  const phone = await newPhone();
  await phone.goto(await sent.linkOf(grace.email));
  const finger = counting(phone);
  await finger.tap('Continue to Sign');
  await finger.tap('Next field: Signature');
  await expect(phone.getByLabel('Type your name')).toHaveValue(grace.name);
  await finger.tap('Use these');
  await finger.tick(agree);
  await finger.tap('Sign Document');
  await expect(phone.getByRole('heading', { name: 'Document Signed Successfully!' })).toBeVisible();
  expect(finger.taps()).toBeLessThanOrEqual(6);
});

test(
  'twelve fields take at most two taps each, and closing a sheet ends the guided tour',
  inTheLongRun,
  async ({ ada, newPhone, server }) => {
    const questions = Array.from({ length: 11 }, (_, index) => ({
      type: 'text',
      label: `Question ${index + 1}`,
      required: true,
      x: 320,
      y: 100 + index * 50,
      height: 24,
    }));
    const sent = await sendByProgram(ada.page.request, server.dataDir, {
      title: 'Register of the harbour',
      people: [grace],
      fields: [
        ...questions,
        { type: 'checkbox', label: 'I have read the rules', required: true, width: 18, height: 18, y: 700 },
      ],
    });
    const phone = await newPhone();
    await phone.goto(await sent.linkOf(grace.email));
    const finger = counting(phone);
    const sheet = phone.getByRole('dialog');
    await finger.tap('Continue to Sign');
    await finger.tap('Next field: Question 1');
    await sheet.getByRole('button', { name: 'Cancel' }).tap();
    await expect(sheet).toBeHidden();
    await expect(phone.getByRole('button', { name: /^Next field: Question 1$/ })).toBeVisible();

    await finger.tap('Next field: Question 1');
    let asks = 1;
    while (asks <= 11) {
      const title = String(await sheet.getByRole('heading').textContent());
      if (title === 'Your signature') {
        await finger.tap('Use this signature');
        continue;
      }
      expect(title).toBe(`Question ${asks}`);
      await sheet.getByRole('textbox').fill(`Answer ${asks}`);
      await finger.tap('Done');
      asks += 1;
      if (asks <= 11) await expect(sheet.getByRole('heading')).not.toHaveText(title);
    }
    await finger.tap('Check the box: I have read the rules');
    await expect(phone.getByRole('button', { name: /^I have read the rules, checkbox/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    if (await phone.getByRole('button', { name: 'Next: your consent' }).isVisible())
      await finger.tap('Next: your consent');
    await finger.tick(agree);
    await finger.tap('Sign Document');
    await expect(phone.getByRole('heading', { name: 'Document Signed Successfully!' })).toBeVisible();
    expect(finger.taps()).toBeLessThanOrEqual(24);
  },
);
