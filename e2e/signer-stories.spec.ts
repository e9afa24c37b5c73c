import type { Page } from '@playwright/test';
import { grace } from '#testing/cast.ts';
import { expectNothingFound } from './axe.ts';
import { review, writeInto } from './ceremony.ts';
import { expect, test } from './fixtures.ts';
import { measureSignerPage } from './measure-signer-page.ts';
import { sendByProgram } from './sent-by-program.ts';

const person = { name: grace.name, email: grace.email };

test('the first page is seen before 60 kB of script, and read aloud by its words', async ({
  ada,
  newPhone,
  server,
}) => {
  const title = 'Lease of berth 21';
  const sent = await sendByProgram(ada.page.request, server.dataDir, { title, people: [person] });
  const link = await sent.linkOf(grace.email);
  const phone = await newPhone();
  const calls = opensOf(phone);
  const { scriptBytes, firstPage, painted, shift } = await measureSignerPage(phone, link);
  expect(scriptBytes).toBeLessThanOrEqual(60_000);
  expect(firstPage).toBeLessThanOrEqual(painted);
  expect(shift).toBeLessThan(0.1);
  const paper = phone.getByRole('listitem', { name: 'Page 1 of 1' });
  await expect(paper.locator('.textLayer')).toContainText('LEASE', { ignoreCase: true });
  expect(await paper.ariaSnapshot()).toMatch(/lease/i);
  await expectNothingFound(phone, 'the signer page');

  await test.step('a browser without a hand has not opened it; a finger has', async () => {
    expect(calls()).toBe(0);
    const told = phone.waitForResponse(/\/opened$/);
    await phone.getByRole('heading', { name: title }).tap();
    expect((await told).status()).toBe(204);
    expect(calls()).toBe(1);
  });
});

test('what was entered is there on a second device, and stays when the document ends', async ({
  ada,
  newPhone,
  server,
}) => {
  const title = 'Lease of berth 22';
  const { request } = ada.page;
  const sent = await sendByProgram(request, server.dataDir, {
    title,
    people: [person],
    fields: [{ type: 'text', label: 'City' }],
  });
  const link = await sent.linkOf(grace.email);
  const phone = await newPhone();
  await review(phone, link, title);
  await writeInto(phone, phone.getByRole('button', { name: /^City/ }), 'Bergen');
  await expect(phone.getByText('Saved', { exact: true })).toBeVisible();

  const other = await newPhone();
  await review(other, link, title);
  await expect(other.getByRole('button', { name: /City.*filled in/ })).toContainText('Bergen');

  const voided = await request.post(`/api/documents/${sent.id}/void`, { data: { reason: 'Sold' } });
  expect(voided.ok()).toBe(true);
  await expect(other.getByRole('alert')).toContainText('What you entered is still on this page');
  await expect(other.getByRole('button', { name: /City/ }).first()).toContainText('Bergen');
  await expect(other.getByRole('button', { name: 'Sign Document' })).toBeHidden();
});

/** How often the page has told the server that it was opened. */
function opensOf(page: Page): () => number {
  let told = 0;
  page.on('request', (request) => (told += Number(request.url().endsWith('/opened'))));
  return () => told;
}
