import { beforeAll, expect, test } from 'vitest';
import type { EmbedAddress, EmbeddedEditor } from '#contract/signing/embedding.ts';
import { methodOf, pathOf } from '#contract/paths.ts';
import type { Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import { scopes as everyScope } from '#core/permission/scope.ts';
import { grace, linus } from '#testing/cast.ts';
import { openOneDatabase } from '#testing/databases.ts';
import type { Answer, Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openEmbedding, website } from '#testing/embed.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

let office: Office;
let ada: Desk;
let program: Desk;
beforeAll(async () => {
  office = await openOffice(await openOneDatabase());
  ada = await office.desk({ plan: 'business' });
  ({ program } = await openEmbedding(ada));
}, 60_000);

type Asked = Answer<EmbedAddress & { code?: string }>;
type Opened = Answer<EmbeddedEditor & { code?: string }>;

const draftOf = (desk = program) => desk.prepare(sampleLease(1), [{ ...grace, role: 'signer' }]);
const askFor = (id: string, body: object = {}, by = program): Promise<Asked> =>
  by.post(`/api/documents/${id}/embed`, { origin: website, ...body });
/** Opens the URL without a session, as the page in the frame does. */
const open = (url: string): Promise<Opened> =>
  program.program('').ask(`/api/embed/${url.split('/').at(-1)}/editor`, {
    method: 'POST',
    headers: { authorization: '' },
  });
/** Opens the editor of a draft in a frame. */
async function frameOf(id: string, body: object = {}, by = program): Promise<Desk> {
  return by.program((await open((await askFor(id, body, by)).body.url)).body.token);
}
const policyOf = async (url: string) => {
  const { headers } = await ada.ask(new URL(url).pathname, { headers: { cookie: '' } });
  return String(headers['content-security-policy']);
};
const codeOf = (answer: Answer) => [answer.status, answer.body['code']];
const over = { status: 410, body: { code: 'embed-address-expired' } };

test("a draft can be prepared and sent in a frame, and the audit trail names the frame's key", async () => {
  const { id } = await draftOf();
  const frame = await frameOf(id, { send: true });
  expect((await frame.ask('/api/auth/user')).body).toMatchObject({ email: 'ada@harbour.example' });
  expect((await frame.ask(`/api/documents/${id}/file`)).status).toBe(200);
  const renamed = await frame.put(`/api/documents/${id}`, { title: 'Berth 4' });
  expect(renamed.status).toBe(200);
  const sent = await frame.send(id);
  expect(sent.body.status).toBe('sent');
  const { body } = await ada.ask<{ events: { type: string; actor: string; data: object }[] }>(
    `/api/documents/${id}/trail`,
  );
  const opened = body.events.find(({ type }) => type === 'editor_embedded');
  expect(opened).toMatchObject({
    actor: 'Ada Moreau',
    data: { origin: website, apiKey: 'Harbour portal', maySend: true },
  });
  expect(body.events.find(({ type }) => type === 'document_sent')).toMatchObject({
    data: { apiKey: 'Harbour portal' },
  });
  // Sending the draft ends the frame.
  expect(codeOf(await frame.ask(`/api/documents/${id}`))).toEqual([409, 'document-already-sent']);
});

test('a client that lost the response to sending learns only that the document was sent', async () => {
  const { id } = await draftOf();
  const [sends, edits] = [await frameOf(id, { send: true }), await frameOf(id)];
  await sends.send(id);
  const alreadySent = [409, 'document-already-sent'];
  const path = `/api/documents/${id}`;
  expect(codeOf(await sends.send(id))).toEqual(alreadySent);
  for (const asked of [path, `${path}/file`, '/api/auth/user', '/api/documents', '/api/contacts'])
    expect(codeOf(await sends.ask(asked))).toEqual(alreadySent);
  expect(codeOf(await sends.put(`${path}/recipients`, { recipients: [] }))).toEqual(alreadySent);
  expect(codeOf(await sends.put(path, { title: 'M' }))).toEqual(alreadySent);
  expect((await sends.post('/mcp', {})).status).toBe(401);
  // A frame that may not send gets the same response as a stranger.
  expect(codeOf(await edits.ask(path))).toEqual([401, 'key-invalid']);
});

test('a frame whose key or website was removed learns nothing about its draft', async () => {
  const origin = 'https://gone.harbour.example';
  const own = await openEmbedding(ada, { origin });
  const { id } = await draftOf(own.program);
  const [byWebsite, byKey] = [
    await frameOf(id, { send: true, origin }),
    await frameOf(id, { send: true }, own.program),
  ];
  await ada.send(id);
  expect(codeOf(await byWebsite.ask(`/api/documents/${id}`))).toEqual([409, 'document-already-sent']);
  const listed = await ada.post('/api/embedding/origins', { origin });
  await ada.delete(`/api/embedding/origins/${String(listed.body['id'])}`);
  await ada.delete(`/api/keys/${own.keyId}`);
  for (const frame of [byWebsite, byKey])
    expect(codeOf(await frame.ask(`/api/documents/${id}`))).toEqual([401, 'key-invalid']);
});

test('the URL can be opened once, and its secret is not stored', async () => {
  const { id } = await draftOf();
  const { url } = (await askFor(id)).body;
  const [one, other] = await Promise.all([open(url), open(url)]);
  expect([one.status, other.status].sort()).toEqual([200, 410]);
  expect(await open(url)).toMatchObject(over);
  const { token, id: frameId } = [one, other].find(({ status }) => status === 200)!.body;
  expect(await open(`/embed/edit/${frameId}`)).toMatchObject(over);
  const rows = await office.ports.database.db.selectFrom('editor_frames').selectAll().execute();
  const kept = await office.ports.database.db.selectFrom('idempotent_responses').selectAll().execute();
  for (const secret of [token, url.split('/').at(-1)!])
    expect(JSON.stringify([rows, kept])).not.toContain(secret);
});

test('only the website for which the URL was created may frame the page, and none may after it is removed from the list', async () => {
  const origin = 'https://old.harbour.example';
  const added = await ada.post('/api/embedding/origins', { origin });
  const { id } = await draftOf();
  const { url } = (await askFor(id, { origin })).body;
  expect(await policyOf(url)).toMatch(/; frame-ancestors https:\/\/old\.harbour\.example$/);
  expect(await policyOf(`${new URL(url).origin}/embed/edit/elsewhere`)).toContain("frame-ancestors 'none'");
  const frame = await frameOf(id, { origin });
  expect((await frame.ask(`/api/documents/${id}`)).status).toBe(200);
  await ada.delete(`/api/embedding/origins/${String(added.body['id'])}`);
  expect((await frame.ask(`/api/documents/${id}`)).status).toBe(401);
  expect(await policyOf(url)).toContain("frame-ancestors 'none'");
  expect(await open(url)).toMatchObject(over);
  expect((await askFor(id, { origin })).body.code).toBe('embedding-origin-unknown');
  expect((await askFor(id, { origin: 'https://mallory.example' })).body.code).toBe(
    'embedding-origin-unknown',
  );
});

test('a frame can access its draft, and nothing else in the account through any route', async () => {
  const { id } = await draftOf();
  const another = await draftOf();
  const all = await openEmbedding(ada, { scopes: [...everyScope] });
  const frame = await frameOf(id, { send: true }, all.program);
  const reached: unknown[] = [];
  for (const route of Object.values(routes) as Route[]) {
    if (route.permission === undefined || route.name === 'readCurrentUser') continue;
    const path = pathOf(route.at).replaceAll(/\{\w+\}/g, (part) => (part === '{id}' ? another.id : id));
    const answer = await frame.ask(path, { method: methodOf(route.at) as 'POST' });
    const expected = route.frame ? 'not-found' : 'key-not-allowed';
    if (answer.body['code'] !== expected) reached.push([route.name, ...codeOf(answer)]);
  }
  expect(reached).toEqual([]);
  // A frame credential cannot call the MCP endpoint or open another frame.
  const mcp = await frame.post('/mcp', {});
  expect(mcp.status).toBe(401);
  expect((await askFor(id, {}, frame)).body.code).toBe('key-not-allowed');
  expect((await ada.read(another.id)).status).toBe('draft');
});

test('a frame can send only if the program allowed it, whatever the key’s scopes are', async () => {
  const { id } = await draftOf();
  const frame = await frameOf(id);
  expect(codeOf(await frame.send(id))).toEqual([403, 'key-not-allowed']);
  const writes = await openEmbedding(ada, {
    scopes: ['documents:read', 'documents:write', 'documents:embed'],
  });
  const refused = await askFor(id, { send: true }, writes.program);
  expect(codeOf(refused)).toEqual([403, 'insufficient-scope']);
  expect((await askFor(id, {}, writes.program)).status).toBe(201);
  const embeds = await openEmbedding(ada, { scopes: ['documents:embed'] });
  expect(codeOf(await askFor(id, {}, embeds.program))).toEqual([403, 'insufficient-scope']);
  expect((await askFor(id, {}, ada)).body.code).toBe('key-required');
});

test('the frame ends when its draft is sent or its key is revoked', async () => {
  const own = await openEmbedding(ada);
  const { id } = await draftOf(own.program);
  const [first, second] = [await frameOf(id), await frameOf(id, {}, own.program)];
  const { url } = (await askFor(id, {}, own.program)).body;
  await ada.delete(`/api/keys/${own.keyId}`);
  expect((await second.ask(`/api/documents/${id}`)).status).toBe(401);
  expect(await open(url)).toMatchObject(over);
  expect((await first.ask(`/api/documents/${id}`)).status).toBe(200);
  const waiting = (await askFor(id)).body.url;
  await ada.delete(`/api/documents/${id}`);
  expect((await first.ask(`/api/documents/${id}`)).status).toBe(401);
  expect(await open(waiting)).toMatchObject(over);
  const sent = await draftOf();
  await ada.send(sent.id);
  expect(codeOf(await askFor(sent.id))).toEqual([409, 'document-not-editable']);
});

test('a member who was removed or became a viewer can no longer edit in a frame', async () => {
  const noor = await office.colleague(ada, { role: 'admin', email: 'noor@harbour.example' });
  const hers = await openEmbedding(noor);
  const { id } = await draftOf(hers.program);
  const frame = await frameOf(id, {}, hers.program);
  const { url } = (await askFor(id, {}, hers.program)).body;
  const role = (name: string) => ada.patch(`/api/team/members/${noor.userId}`, { role: name });
  await role('viewer');
  const renamed = await frame.put(`/api/documents/${id}`, { title: 'M' });
  expect(codeOf(renamed)).toEqual([403, 'not-permitted']);
  expect(await open(url)).toMatchObject(over);
  await role('member');
  const { url: later } = (await askFor(id, {}, hers.program)).body;
  await ada.post(`/api/team/members/${noor.userId}/remove`);
  expect((await frame.ask(`/api/documents/${id}`)).status).toBe(401);
  expect(await open(later)).toMatchObject(over);
});

test("a colleague's private document cannot be opened in a frame, and an open frame closes", async () => {
  const hana = await office.colleague(ada, { role: 'member', email: 'hana@harbour.example' });
  const folder = (await hana.post<{ id: string }>('/api/folders', { name: 'Own', private: true })).body.id;
  const { id } = await draftOf(hana);
  // Members who manage keys see everything. The keys that they created continue to work with the members'
  // current role.
  const admin = await office.colleague(ada, { role: 'admin', email: linus.email });
  const his = await openEmbedding(admin);
  const role = { method: 'PATCH', body: { role: 'member' } } as const;
  expect((await ada.ask(`/api/team/members/${admin.userId}`, role)).status).toBeLessThan(300);
  const frame = await frameOf(id, {}, his.program);
  expect((await frame.ask(`/api/documents/${id}`)).status).toBe(200);
  const { url } = (await askFor(id, {}, his.program)).body;
  const move = { ids: [id], folderId: folder };
  expect((await hana.post('/api/documents/move', move)).status).toBe(200);
  expect(codeOf(await frame.ask(`/api/documents/${id}`))).toEqual([404, 'not-found']);
  expect(codeOf(await askFor(id, {}, his.program))).toEqual([404, 'not-found']);
  // The audit trail records only the first opening.
  expect(await open(url)).toMatchObject(over);
  const { events } = (await hana.ask<{ events: { type: string }[] }>(`/api/documents/${id}/trail`)).body;
  expect(events.filter(({ type }) => type === 'editor_embedded')).toHaveLength(1);
});

test('a signed-in user’s session cookie has no effect in the frame', async () => {
  const { id } = await draftOf();
  const another = await draftOf();
  const { token } = (await open((await askFor(id)).body.url)).body;
  const both = { headers: { authorization: `Bearer ${token}`, cookie: ada.cookie } };
  expect((await ada.ask(`/api/documents/${id}`, both)).status).toBe(200);
  expect((await ada.ask(`/api/documents/${another.id}`, both)).status).toBe(404);
  expect((await ada.ask('/api/keys', both)).body['code']).toBe('key-not-allowed');
});

test('without the Business plan, no frame can be created, and open ones get an error that says so', async () => {
  const eva = await office.desk({ email: 'eva@elsewhere.example', plan: 'business' });
  const hers = await openEmbedding(eva);
  const { id } = await draftOf(hers.program);
  const frame = await frameOf(id, {}, hers.program);
  const { url } = (await askFor(id, {}, hers.program)).body;
  await office.ports.database.db
    .updateTable('accounts')
    .set({ plan: 'pro' })
    .where('id', '=', eva.accountId)
    .execute();
  expect(codeOf(await frame.ask(`/api/documents/${id}`))).toEqual([403, 'plan-without-api']);
  expect(codeOf(await askFor(id, {}, hers.program))).toEqual([403, 'plan-without-api']);
  expect(await open(url)).toMatchObject(over);
});

test('a test key can only prepare test documents in a frame', async () => {
  const tests = await openEmbedding(ada, { origin: 'http://localhost:4000', mode: 'test' });
  const trial = await draftOf(tests.program);
  const real = await draftOf();
  const origin = 'http://localhost:4000';
  expect((await askFor(trial.id, { origin }, tests.program)).status).toBe(201);
  expect((await askFor(real.id, { origin }, tests.program)).status).toBe(404);
  expect((await askFor(real.id, { origin })).body.code).toBe('embedding-origin-unknown');
  expect((await askFor(trial.id)).status).toBe(404);
});

longTest('the URL expires after five minutes, and the editor after two hours', async () => {
  const { id } = await draftOf();
  const { url } = (await askFor(id)).body;
  const frame = await frameOf(id);
  office.wait(5 * 60_000);
  expect(await open(url)).toMatchObject(over);
  expect((await frame.ask(`/api/documents/${id}`)).status).toBe(200);
  const sent = await draftOf();
  const sends = await frameOf(sent.id, { send: true });
  expect((await sends.send(sent.id)).status).toBe(200);
  office.wait(2 * 3_600_000);
  for (const ended of [frame, sends])
    expect(codeOf(await ended.ask(`/api/documents/${id}`))).toEqual([401, 'key-invalid']);
});
