import { beforeAll, describe, expect, test } from 'vitest';
import type { NewKeyAnswer } from '#contract/accounts/api-keys.ts';
import type { DeliveryDetail, DeliveryView, WebhookView } from '#contract/messages/webhooks.ts';
import { scopesIn } from '#core/permission/app-scopes.ts';
import { scopes as everyScope, type KeyMode, type Scope } from '#core/permission/scope.ts';
import { webhookKinds } from '#core/webhook/events.ts';
import { grace } from '#testing/cast.ts';
import { openOneDatabase } from '#testing/databases.ts';
import type { Answer, Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { openReceiver } from '#testing/servers/webhook-receiver.ts';
import { deliverDue } from './watch-deliveries.ts';

let office: Office;
let ada: Desk;
beforeAll(async () => {
  office = await openOffice(await openOneDatabase(), { working: false });
  ada = await office.desk({ plan: 'business' });
}, 60_000);

async function programOf(desk: Desk, scopes: Scope[], mode: KeyMode = 'live'): Promise<Desk> {
  const body = { name: 'Deployment', mode, scopes };
  const { secret } = (await desk.post<NewKeyAnswer>('/api/keys', body)).body;
  return desk.program(secret);
}
type Made = { webhook: WebhookView; secret: string; code?: string };
const deliver = () => deliverDue(office.product.services);
const add = (desk: Desk, url = 'https://93.184.216.34/hook', headers: Record<string, string> = {}) =>
  desk.ask<Made>('/api/webhooks', { method: 'POST', body: { url, kinds: ['document.created'] }, headers });
const codeOf = async (answer: Promise<{ status: number; body: Record<string, unknown> }>) =>
  [(await answer).status, (await answer).body['code']] as const;

test('a program can create, read, test, replay, renew, disable and delete its endpoint', async () => {
  const program = await programOf(ada, ['webhooks']);
  const receiver = await openReceiver();
  const made = await add(program, receiver.url);
  expect(made.status).toBe(201);
  const path = `/api/webhooks/${made.body.webhook.id}`;
  await ada.upload(sampleLease(1));
  await deliver();
  expect(receiver.received).toHaveLength(1);
  const log = () => program.ask<DeliveryView[]>(`${path}/deliveries`);
  const [delivery] = (await log()).body;
  expect(delivery?.state).toBe('delivered');
  const detail = await program.ask<DeliveryDetail>(`${path}/deliveries/${delivery!.id}`);
  expect(detail.body).toMatchObject({ id: delivery!.id });
  expect((await program.post(`${path}/deliveries/${delivery!.id}/replay`)).status).toBe(202);
  await deliver();
  expect(receiver.received).toHaveLength(2);
  const renewed = await program.post<Made>(`${path}/secret`);
  expect(renewed.body.secret).not.toBe(made.body.secret);
  const off = await program.patch(path, { on: false });
  expect(off.body['on']).toBe(false);
  expect((await program.ask<WebhookView[]>('/api/webhooks')).body).toHaveLength(1);
  expect((await program.delete(path)).status).toBe(204);
  const events = await ada.ask('/api/audit?limit=50');
  expect(JSON.stringify(events.body)).toContain('(API key Deployment)');
});

test('every event of a test document is marked as a test', async () => {
  const receiver = await openReceiver();
  await add(ada, receiver.url);
  await (await programOf(ada, [...everyScope], 'test')).upload(sampleLease(1));
  await ada.upload(sampleLease(1));
  await deliver();
  const payloads = receiver.received.map(({ body }) => (JSON.parse(body) as { data: object }).data);
  expect(payloads).toHaveLength(2);
  expect(payloads.filter((data) => 'test' in data && data.test === true)).toHaveLength(1);
});

test('Mallory cannot get a stored secret by repeating the program’s request with its Idempotency-Key', async () => {
  const program = await programOf(ada, ['webhooks']);
  const keyed = { 'idempotency-key': 'one' };
  const [first, second] = [await add(program, undefined, keyed), await add(program, undefined, keyed)];
  expect(second.body.secret).not.toBe(first.body.secret);
  const kept = await office.ports.database.db.selectFrom('idempotent_responses').selectAll().execute();
  expect(JSON.stringify(kept)).not.toContain(first.body.secret);
});

test('other keys, test keys, apps and other accounts’ keys cannot access its endpoints', async () => {
  const { id } = (await add(await programOf(ada, ['webhooks']))).body.webhook;
  const others = await programOf(
    ada,
    everyScope.filter((scope) => scope !== 'webhooks'),
  );
  expect(await codeOf(add(others) as never)).toEqual([403, 'insufficient-scope']);
  expect(await codeOf(add(await programOf(ada, [...everyScope], 'test')) as never)).toEqual([
    403,
    'live-key-required',
  ]);
  expect(scopesIn('webhooks documents:read', 'api')).toEqual(['documents:read']);
  const mallory = await office.desk({ email: 'mallory@elsewhere.example', plan: 'business' });
  const hers = await programOf(mallory, ['webhooks']);
  expect((await hers.post(`/api/webhooks/${id}/secret`)).status).toBe(404);
  expect((await hers.ask<WebhookView[]>('/api/webhooks')).body).toEqual([]);
  expect(await codeOf(add(hers, 'https://10.0.0.1/hook') as never)).toEqual([422, 'webhook-address-refused']);
});

test('a key whose member may no longer manage webhooks cannot change any', async () => {
  const noor = await office.colleague(ada, { role: 'admin', email: 'noor@harbour.example' });
  const program = await programOf(noor, ['webhooks']);
  expect((await program.ask('/api/webhooks')).status).toBe(200);
  await ada.patch(`/api/team/members/${noor.userId}`, { role: 'member' });
  expect(await codeOf(add(program) as never)).toEqual([403, 'not-permitted']);
  expect(await codeOf(program.ask('/api/webhooks'))).toEqual([403, 'not-permitted']);
});

test('revoking a key stops its endpoints and notifies a person, who can keep them by enabling them', async () => {
  const body = { name: 'Old program', mode: 'live', scopes: ['webhooks'] };
  const key = (await ada.post<NewKeyAnswer>('/api/keys', body)).body;
  const program = ada.program(key.secret);
  const [hers, its] = [await openReceiver(), await openReceiver()];
  await add(ada, hers.url);
  const made = (await add(program, its.url)).body.webhook;
  expect(made.madeBy).toEqual({ name: 'Ada Moreau', key: 'Old program' });
  const upload = async () => {
    await ada.upload(sampleLease(1));
    await deliver();
    return [hers.received.length, its.received.length];
  };
  expect(await upload()).toEqual([1, 1]);
  expect((await ada.delete(`/api/keys/${key.key.id}`)).status).toBe(204);
  expect(await upload()).toEqual([2, 1]);
  const found = async () =>
    (await ada.ask<WebhookView[]>('/api/webhooks')).body.find(({ id }) => id === made.id);
  expect(await found()).toMatchObject({ on: false, disabledReason: 'key', madeBy: { key: 'Old program' } });
  const { db } = office.product.services;
  const payloads = await db.selectFrom('identity_mails').select(['kind', 'facts']).execute();
  expect(payloads).toMatchObject([{ kind: 'webhook-key-gone', facts: { endpoint: its.url } }]);
  await ada.patch(`/api/webhooks/${made.id}`, { on: true });
  expect(await upload()).toEqual([3, 2]);
  expect(await found()).toMatchObject({ on: true, madeBy: { name: 'Ada Moreau', key: null } });
});

test('Ada’s own endpoint is disabled with a program’s key if that program has redirected it', async () => {
  const noor = await office.colleague(ada, {
    role: 'admin',
    firstName: 'Noor',
    lastName: 'Haddad',
    email: 'noor.keys@harbour.example',
  });
  const body = { name: 'Mover', mode: 'live', scopes: ['webhooks'] };
  const key = (await noor.post<NewKeyAnswer>('/api/keys', body)).body;
  const program = noor.program(key.secret);
  const [hers, its] = [await openReceiver(), await openReceiver()];
  const path = `/api/webhooks/${(await add(ada, hers.url)).body.webhook.id}`;
  const madeBy = async (change: object) => (await program.patch<WebhookView>(path, change)).body.madeBy;
  // Sending the same URL again does not make the endpoint the program's.
  expect(await madeBy({ url: hers.url, kinds: ['document.created'] })).toEqual({
    name: 'Ada Moreau',
    key: null,
  });
  expect(await madeBy({ url: its.url })).toMatchObject({
    name: 'Noor Haddad',
    key: 'Mover',
  });
  await ada.upload(sampleLease(1));
  await deliver();
  expect(its.received).toHaveLength(1);
  expect((await noor.delete(`/api/keys/${key.key.id}`)).status).toBe(204);
  await ada.upload(sampleLease(1));
  await deliver();
  expect([hers.received.length, its.received.length]).toEqual([0, 1]);
  const list = (await ada.ask<WebhookView[]>('/api/webhooks')).body;
  expect(list.find(({ url }) => url === its.url)).toMatchObject({ on: false, disabledReason: 'key' });
  const { db } = office.product.services;
  const mails = await db.selectFrom('identity_mails').select(['kind', 'facts']).execute();
  expect(mails.filter(({ facts }) => JSON.stringify(facts).includes(its.url))).toMatchObject([
    ...[{ kind: 'webhook-key-gone' }, { kind: 'webhook-key-gone' }],
  ]);
});

describe('events that a program polls', () => {
  type Polled = { id: string; payload: { type: string; timestamp: string; data: Record<string, unknown> } }[];
  const poll = (desk: Desk, query = '') => desk.ask<Polled>(`/api/webhooks/events${query}`);

  test('a program gets the events that webhooks deliver, oldest first, page by page', async () => {
    const own = await office.desk({ email: 'polling@harbour.example' });
    const receiver = await openReceiver();
    await own.post('/api/webhooks', { url: receiver.url, kinds: [...webhookKinds] });
    const program = await programOf(own, ['webhooks', 'documents:read']);
    const { id } = await own.prepare(sampleLease(1), [grace]);
    await own.send(id);
    await office.settled();
    await deliver();
    const delivered = receiver.received.map(({ body }) => JSON.parse(body) as Polled[number]['payload']);
    const bySeq = delivered.toSorted((a, b) => Number(a.data['seq']) - Number(b.data['seq']));
    const all = (await poll(program)).body;
    expect(all.map(({ payload }) => payload)).toEqual(bySeq);
    expect(all.map(({ payload }) => payload.type)).toEqual([
      'document.created',
      'document.sent',
      'recipient.invited',
    ]);

    const found: Polled = [];
    for (let path: string | undefined = '/api/webhooks/events?limit=1'; path !== undefined;) {
      const page: Answer<Polled> = await program.ask<Polled>(path);
      found.push(...page.body);
      path = /<([^>]+)>; rel="next"/.exec((page.headers['link'] as string | undefined) ?? '')?.[1];
    }
    expect(found).toEqual(all);
    const later = new Date(Date.parse(all.at(-1)!.payload.timestamp) + 1).toISOString();
    expect((await poll(program, `?from=${later}`)).body).toEqual([]);
    const withoutDocuments = (await poll(await programOf(own, ['webhooks']))).body;
    expect(withoutDocuments.map(({ id: event }) => event)).toEqual(all.map(({ id: event }) => event));
    expect(JSON.stringify(withoutDocuments)).not.toMatch(/"(document|recipient)"/);
  });

  test('polled events are limited to test documents for a test key, and need the webhooks scope', async () => {
    const own = await office.desk({ email: 'testing@harbour.example' });
    await own.upload(sampleLease(1));
    const tests = await programOf(own, ['webhooks', 'documents:write'], 'test');
    expect((await poll(tests)).body).toEqual([]);
    await tests.upload(sampleLease(1));
    expect((await poll(tests)).body).toMatchObject([{ payload: { data: { test: true } } }]);
    const reads = await programOf(own, ['documents:read']);
    expect(await codeOf(poll(reads) as never)).toEqual([403, 'insufficient-scope']);
    expect((await poll(ada)).body.flatMap(({ payload }) => payload.data['documentId'])).not.toContain(
      (await poll(own)).body[0]!.payload.data['documentId'],
    );
  });
});
