import { beforeAll, expect, test } from 'vitest';
import type { DocumentDetail, RecipientInput } from '#contract/documents/documents.ts';
import { inFile } from '#testing/judges/look-at.ts';
import { pdftotext } from '#testing/judges/poppler.ts';
import { grace, hana, linus } from '#testing/cast.ts';
import { openOneDatabase } from '#testing/databases.ts';
import { signerOf, type Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { requestFrame, openEmbedding, openFrame, signerInFrame, website } from '#testing/embed.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

let office: Office;
let ada: Desk;
let program: Desk;
let keyId: string;
beforeAll(async () => {
  office = await openOffice(await openOneDatabase());
  ada = await office.desk({ plan: 'business' });
  ({ program, keyId } = await openEmbedding(ada));
}, 60_000);

async function out(people: RecipientInput[] = [{ ...grace, role: 'signer' }], desk = program) {
  const { id } = await desk.prepare(sampleLease(1), people);
  const sent = await desk.send(id);
  expect(sent.status).toBe(200);
  await office.settled();
  return sent.body;
}
const partOf = ({ id, recipients }: DocumentDetail, at = 0) => ({ id, recipientId: recipients[at]!.id });
const frame = (document: DocumentDetail, at = 0) => requestFrame(program, partOf(document, at));
const pageOf = (url: string) => ada.ask(new URL(url).pathname, { headers: { cookie: '' } });
const policyOf = async (url: string) => String((await pageOf(url)).headers['content-security-policy']);
const over = { status: 410, body: { code: 'embed-address-expired' } };

test('Grace signs in a frame on the harbour’s portal, and the record says who identified her', async () => {
  const document = await out();
  const signer = await signerInFrame(office.product.app, program, partOf(document));
  expect((await signer.view()).body.recipient.via).toBe('embedded');
  expect((await signer.sign()).status).toBe(200);
  await office.settled();
  const file = await ada.ask(`/api/documents/${document.id}/download`);
  const text = (await inFile(file.bytes, pdftotext)).replaceAll(/\s+/g, ' ');
  expect(text).toContain(
    'Identified by an application of ada@harbour.example (website as reported by that application, not verified: https://',
  );
  expect(text).toContain('or reached the page in another way, as stated above');
  expect(text).not.toContain('Identified by email link');
  const trail = await ada.ask<{ events: { type: string; actor: string; data: object }[] }>(
    `/api/documents/${document.id}/trail`,
  );
  const opened = trail.body.events.find(({ type }) => type === 'ceremony_embedded');
  expect(opened).toMatchObject({ actor: 'Ada Moreau', data: { origin: website, apiKey: 'Harbour portal' } });
});

test('the URL can be opened once, and its code is not stored', async () => {
  const document = await out();
  const { url } = (await frame(document)).body;
  const rows = await office.ports.database.db.selectFrom('embed_addresses').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(url.split('/').at(-1));
  const [one, other] = await Promise.all([openFrame(program, url), openFrame(program, url)]);
  expect([one.status, other.status].sort()).toEqual([200, 410]);
  expect(await openFrame(program, url)).toMatchObject(over);
});

test('Mallory repeats the program’s request with its Idempotency-Key and gets a different URL', async () => {
  const { id, recipientId } = partOf(await out());
  const send = { headers: { 'idempotency-key': 'one' }, method: 'POST' as const, body: { origin: website } };
  const ask = () => program.ask(`/api/documents/${id}/recipients/${recipientId}/embed`, send);
  expect((await ask()).body['url']).not.toBe((await ask()).body['url']);
  const kept = await office.ports.database.db.selectFrom('idempotent_responses').selectAll().execute();
  expect(JSON.stringify(kept)).not.toContain('/embed/');
});

test('the URL expires after five minutes and works only for Grace', async () => {
  const document = await out([
    { ...grace, role: 'signer' },
    { ...linus, role: 'signer' },
  ]);
  const { url } = (await frame(document)).body;
  office.wait(5 * 60_000);
  expect(await openFrame(program, url)).toMatchObject(over);
  const opened = (await openFrame(program, (await frame(document)).body.url)).body;
  const view = (await signerOf(office.product.app, opened.token).view()).body;
  expect(view.recipient.email).toBe(grace.email);
  expect(view.also).toBeNull();
  expect(await openFrame(program, `/embed/${opened.id}`)).toMatchObject(over);
});

test('only the website for which the URL was created may frame the page, and no website may frame any other page', async () => {
  const { url } = (await frame(await out())).body;
  expect(await policyOf(url)).toMatch(/; frame-ancestors https:\/\/app\.harbour\.example$/);
  expect((await pageOf(url)).headers['x-frame-options']).toBeUndefined();
  const { id, token } = (await openFrame(program, url)).body;
  expect(await policyOf(new URL(`/embed/${id}`, url).href)).toContain(`frame-ancestors ${website}`);
  for (const path of [
    '/',
    '/documents',
    `/sign/${token}`,
    '/embed/',
    '/embed/elsewhere',
    '/embed.js',
    '/api/health',
  ]) {
    const { headers } = await ada.ask(path);
    expect([path, headers['x-frame-options']]).toEqual([path, 'DENY']);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  }
});

test('an earlier URL does not show a document that Hana has made private in the meantime', async () => {
  const hers = await office.colleague(ada, { ...hana, role: 'member' });
  const admin = await office.colleague(ada, { ...linus, role: 'admin' });
  const his = await openEmbedding(admin);
  const role = { method: 'PATCH', body: { role: 'member' } } as const;
  expect((await ada.ask(`/api/team/members/${admin.userId}`, role)).status).toBeLessThan(300);
  const document = await out([{ ...grace, role: 'signer' }], hers);
  const { url } = (await requestFrame(his.program, partOf(document))).body;
  const folder = { name: 'Own', private: true };
  const { body } = await hers.post('/api/folders', folder);
  const move = { ids: [document.id], folderId: body['id'] };
  expect((await hers.post('/api/documents/move', move)).status).toBe(200);
  expect((await requestFrame(his.program, partOf(document))).body.code).toBe('not-found');
  expect(await openFrame(program, url)).toMatchObject(over);
});

test('while an account is being closed, earlier URLs do not open, and they work again if that is canceled', async () => {
  const imre = await office.desk({ email: 'imre@quay.example', plan: 'business' });
  const his = await openEmbedding(imre);
  const sent = await out([{ ...grace, role: 'signer' }], his.program);
  const { url } = (await requestFrame(his.program, partOf(sent))).body;
  const body = { confirmation: 'imre@quay.example' };
  expect((await imre.post('/api/account/closure', body)).status).toBe(200);
  expect((await requestFrame(his.program, partOf(sent))).body.code).toBe('account-closing');
  expect(await openFrame(program, url)).toMatchObject(over);
  expect((await imre.delete('/api/account/closure')).status).toBe(200);
  expect((await openFrame(program, url)).status).toBe(200);
});

test('removing a website from the list ends its open frames and prevents new ones', async () => {
  const origin = 'https://old.harbour.example';
  const added = await ada.post('/api/embedding/origins', { origin });
  const document = await out();
  const signer = await signerInFrame(office.product.app, program, partOf(document), origin);
  const { url } = (await requestFrame(program, partOf(document), origin)).body;
  expect((await signer.view()).status).toBe(200);
  const path = `/api/embedding/origins/${String(added.body['id'])}`;
  expect((await ada.delete(path)).status).toBe(204);
  expect((await signer.view()).body).toMatchObject({ code: 'link-replaced' });
  expect(await policyOf(url)).toContain("frame-ancestors 'none'");
  expect(await openFrame(program, url)).toMatchObject(over);
  const refused = await requestFrame(program, partOf(document), origin);
  expect(refused).toMatchObject({ status: 422, body: { code: 'embedding-origin-unknown' } });
});

longTest('localhost requires a test key, and a signed-in person cannot create a URL', async () => {
  const local = 'http://localhost:4000';
  await ada.post('/api/embedding/origins', { origin: local });
  const document = await out();
  const refused = await requestFrame(program, partOf(document), local);
  expect(refused.body.code).toBe('embedding-origin-unknown');
  const tests = await openEmbedding(ada, { origin: local, mode: 'test' });
  const trial = await out([{ ...grace, role: 'signer' }], tests.program);
  expect((await requestFrame(tests.program, partOf(trial), local)).status).toBe(201);
  expect((await requestFrame(tests.program, partOf(document), local)).status).toBe(404);
  expect((await requestFrame(ada, partOf(document))).body.code).toBe('key-required');
  const without = await openEmbedding(ada, { scopes: ['documents:send'] });
  expect((await requestFrame(without.program, partOf(document))).body.code).toBe('insufficient-scope');
});

test('the URL of a revoked key cannot be opened', async () => {
  const own = await openEmbedding(ada);
  const { url } = (await requestFrame(own.program, partOf(await out()))).body;
  await ada.delete(`/api/keys/${own.keyId}`);
  expect(await openFrame(program, url)).toMatchObject(over);
  expect(keyId).not.toBe(own.keyId);
});

test('the access code that Ada set is also required in the frame, and no cookie replaces it', async () => {
  const document = await out([{ ...grace, role: 'signer', accessCode: 'Quay 14' }]);
  const signer = await signerInFrame(office.product.app, program, partOf(document));
  expect((await signer.view()).body).toMatchObject({ code: 'code-required' });
  const mailed = ada.signer(grace.email);
  const byMail = await mailed.post('/gate', { accessCode: 'Quay 14' });
  const pass = /pass=([^;]+)/.exec(String(byMail.headers['set-cookie']))![1]!;
  const headers = { cookie: `pass=${pass}` };
  expect((await signer.ask('', { headers })).body).toMatchObject({ code: 'code-required' });
  for (const token of [`${signer.token}~${pass}`, `${signer.token}~`, `${mailed.token}~${pass}`])
    expect((await signerOf(office.product.app, token).view()).status, token).not.toBe(200);
  const entered = await signer.post<{ token: string }>('/gate', { accessCode: 'Quay 14' });
  expect(entered.headers['set-cookie']).toBeUndefined();
  expect((await signerOf(office.product.app, entered.body.token).sign()).status).toBe(200);
});

test('if a mailbox has two parts, identification in a frame does not count for the other part', async () => {
  // Uses a recipient that no other test uses, because late emails about other documents contain links too.
  const document = await out([
    { ...hana, role: 'signer' },
    { ...hana, role: 'approver' },
  ]);
  const inFrame = await signerInFrame(office.product.app, program, partOf(document, 0));
  expect((await inFrame.view()).body.also).toBeNull();
  expect((await inFrame.sign()).status).toBe(200);
  await office.settled();
  expect((await ada.signer(hana.email).sign()).body).not.toMatchObject({ code: 'document-not-opened' });
  await office.settled();
  const read = await ada.read(document.id);
  const other = read.recipients.find(({ role }) => role === 'approver')!;
  if (other.status !== 'approved') {
    const also = (await ada.signer(hana.email).view()).body.also;
    await signerOf(office.product.app, also!.url.split('/').at(-1)!).sign();
    await office.settled();
  }
  const file = await ada.ask(`/api/documents/${document.id}/download`);
  const text = (await inFile(file.bytes, pdftotext)).replaceAll(/\s+/g, ' ');
  expect(text.match(/Identified by an application of/g)).toHaveLength(1);
  expect(text.match(/Identified by email link only/g)).toHaveLength(1);
});
