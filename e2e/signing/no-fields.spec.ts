import { grace } from '#testing/cast.ts';
import { consent, review, signDocument } from '../support/ceremony.ts';
import { expect, test } from '../support/fixtures.ts';
import { draftByProgram } from '../support/sent-by-program.ts';
import { inTheLongRun } from '../support/sweep.ts';

test('a recipient without fields can sign', inTheLongRun, async ({ ada, newPhone, openMail }) => {
  const title = 'Lease without fields';
  const { request } = ada.page;
  const id = await draftByProgram(request, title, [grace]);
  expect((await request.put(`/api/documents/${id}/fields`, { data: [] })).ok()).toBe(true);
  expect((await request.post(`/api/documents/${id}/send`, { data: {} })).ok()).toBe(true);

  const page = await newPhone();
  await review(page, (await openMail(grace.email, title)).link, title);
  await page.getByRole('button', { name: 'Type', exact: true }).tap();
  await page.getByLabel('Type your name').fill(grace.name);
  await consent(page);
  await signDocument(page, title);
});
