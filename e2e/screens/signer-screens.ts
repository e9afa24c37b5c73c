import { expect, type Page } from '@playwright/test';
import { grace, linus } from '#testing/cast.ts';
import { chooseOther, drawWithFinger } from '../support/ceremony.ts';
import { openMail } from '../support/outbox.ts';
import { sendByProgram } from '../support/sent-by-program.ts';
import { completed, pending } from './harbour-office.ts';
import type { Shot } from './member-screens.ts';

/**
 * The screens of a recipient behind the links in their emails. `to` converts a link in an email to the local
 * address.
 */
export async function shootSignerScreens(
  phone: Page,
  shot: Shot,
  dataDir: string,
  to: (link: string) => string,
): Promise<void> {
  const { link } = await openMail(dataDir, linus.email, `sign: ${pending}`);
  await phone.goto(to(link));
  await expect(phone.locator('[data-page="1"] canvas')).toBeVisible();
  await shot(phone, 'ceremony-review');
  await shot(phone, 'ceremony-review-whole', true);
  await fillIn(phone, (pad) => shot(pad, 'ceremony-pad'));
  await shot(phone, 'ceremony-sign');
  await shot(phone, 'ceremony-sign-whole', true);
  const done = await openMail(dataDir, grace.email, `Completed: ${completed}`);
  await phone.goto(to(done.link));
  await expect(phone.getByRole('heading', { name: 'Document Signed Successfully!' })).toBeVisible();
  await shot(phone, 'ceremony-complete');
}

/** The alternatives to signing: codes, declining, delegating and paper. `sender` is signed in. */
export async function shootOtherWays(
  phone: Page,
  shot: Shot,
  {
    sender,
    dataDir,
    title,
    to,
  }: { sender: Page; dataDir: string; title: string; to: (link: string) => string },
): Promise<void> {
  const person = { ...grace, accessCode: 'Quay 7' };
  const sent = await sendByProgram(sender.request, dataDir, {
    title: title.replace('Lease', 'Insurance'),
    people: [person],
  });
  await phone.goto(to(await sent.linkOf(grace.email)));
  await expect(phone.getByLabel('Access code')).toBeVisible();
  await phone.getByLabel('Access code').fill('Quay 8');
  await phone.getByRole('button', { name: 'Open the document' }).tap();
  await expect(phone.getByRole('alert')).toBeVisible();
  await shot(phone, 'ceremony-gate');

  const open = await sendByProgram(sender.request, dataDir, {
    title,
    people: [grace],
    body: { allowDelegation: true, message: 'Please sign before the boats go back into the water.' },
    fields: entries,
  });
  await phone.goto(to(await open.linkOf(grace.email)));
  for (const [button, name] of [
    ['Assign to someone else', 'ceremony-pass-on'],
    ['Sign on paper instead', 'ceremony-paper'],
    ['Withdraw my consent', 'ceremony-withdraw'],
  ] as const) {
    await phone
      .getByRole('navigation', { name: 'Other options' })
      .getByRole('button', { name: button })
      .tap();
    await expect(phone.getByRole('dialog')).toBeVisible();
    await shot(phone, name);
    await phone.keyboard.press('Escape');
    await expect(phone.getByRole('dialog')).toBeHidden();
  }
  await chooseOther(phone, 'Decline');
  await shot(phone, 'ceremony-decline');
  await phone.keyboard.press('Escape');
  await phone.getByRole('button', { name: 'Continue to Sign' }).tap();
  await expect(phone.getByRole('button', { name: 'Back to Review' })).toBeVisible();
  await shot(phone, 'ceremony-kinds', true);
  await phone.goto(to(await open.linkOf(grace.email)));
  await chooseOther(phone, 'Decline');
  await phone.getByRole('dialog').getByRole('button', { name: 'Decline document' }).tap();
  await expect(phone.getByRole('heading', { name: 'You have declined this document' })).toBeVisible();
  await shot(phone, 'ceremony-declined');
}

/** One of each kind of field that a person fills in, with the properties of the harbour's form. */
const entries: Record<string, unknown>[] = [
  { type: 'text', label: 'Name of the boat', properties: { help: 'As it stands in the register.' } },
  { type: 'number', label: 'Length in metres', properties: { min: 3, max: 14, decimals: 1 } },
  ...['Summer', 'Winter'].map((choice) => ({
    type: 'radio',
    width: 16,
    height: 16,
    properties: { group: 'Season', choice },
  })),
  { type: 'dropdown', label: 'Pier', properties: { choices: ['North', 'South', 'East'] } },
  { type: 'checkbox', label: 'The boat is insured', width: 16, height: 16 },
  { type: 'attachment', label: 'Policy' },
  { type: 'date' },
];

/**
 * Completes Linus's part except for the last click, with the pad and the next step on the screen. `empty` is
 * called while the pad is empty.
 */
export async function fillIn(phone: Page, empty?: (phone: Page) => Promise<unknown>): Promise<void> {
  await expect(phone.locator('[data-page="1"] canvas')).toBeVisible();
  await phone.getByRole('button', { name: 'Continue to Sign' }).tap();
  if (empty) {
    const pad = phone.getByLabel('Draw your signature');
    await pad.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await empty(phone);
  }
  await phone.getByLabel('Type your initials').fill('LO');
  await drawWithFinger(phone, phone.getByLabel('Draw your signature'));
  await phone.getByRole('button', { name: /^Signature field, page 2/ }).evaluate((element) => {
    element.scrollIntoView({ block: 'start' });
    window.scrollBy(0, -56);
  });
  await expect(phone.locator('[data-page="2"] canvas')).toBeVisible();
}
