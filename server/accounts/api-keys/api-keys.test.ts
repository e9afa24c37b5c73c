import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiKeyList, ApiKeyView, CreateKeyBody, NewKeyAnswer } from '#contract/accounts/api-keys.ts';
import { newId } from '../../foundation/db/new-id.ts';
import { callLimits } from '../../foundation/http/admission/admission.ts';
import { scopes } from '#core/permission/scope.ts';
import { grace } from '#testing/cast.ts';
import { openOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { boundary, multipartBody } from '#testing/multipart.ts';
import { roomy, openOffice, type Office } from '#testing/open-office.ts';

let office: Office;
let ada: Desk;
beforeAll(async () => {
  // The call limit does not refill while the test runs.
  const key = { ...callLimits.key, withinSeconds: 86_400 };
  office = await openOffice(await openOneDatabase(), { callLimits: { ...roomy, key } });
  ada = await office.desk();
}, 60_000);

const make = async (body: Partial<CreateKeyBody> = {}, desk = ada): Promise<NewKeyAnswer> => {
  const whole = { name: 'Payroll', mode: 'live', scopes: [...scopes], ...body };
  const made = await desk.post<NewKeyAnswer>('/api/keys', whole);
  expect(made.status).toBe(201);
  return made.body;
};
const listed = async (id: string, desk = ada): Promise<ApiKeyView | undefined> =>
  (await desk.ask<ApiKeyList>('/api/keys')).body.keys.find((key) => key.id === id);
const called = async (secret: string, path = '/api/documents', send = {}) => {
  const { status, body, headers } = await ada.program(secret).ask<{ code?: string }>(path, send);
  return { status, code: body.code, headers };
};
const refused = async (secret: string, path?: string, send?: object) => {
  const { status, code } = await called(secret, path, send);
  return [status, code];
};

describe('an API key', () => {
  test('an active key is listed even after hundreds of others were revoked', async () => {
    const owner = await office.desk({ email: 'many-keys@harbour.example' });
    const { key } = await make({ name: 'The first' }, owner);
    const { db } = office.ports.database;
    const row = await db
      .selectFrom('api_keys')
      .selectAll()
      .where('id', '=', key.id)
      .executeTakeFirstOrThrow();
    const revoked = Array.from({ length: 201 }, () => {
      return { ...row, id: newId(office.now() + 1), revoked_at: new Date(office.now()) };
    });
    await db.insertInto('api_keys').values(revoked).execute();
    expect(await listed(key.id, owner)).toMatchObject({ name: 'The first', state: 'active' });
  });

  test('a key can upload, prepare and send a document, and the audit trail names the key', async () => {
    const { secret } = await make({ name: 'Payroll of Harbour' });
    const program = ada.program(secret);
    const { id } = await program.sent(sampleLease(1), [{ ...grace, role: 'signer' }]);
    expect((await ada.signer(grace.email).view()).status).toBe(200);
    const trail = await ada.ask<{ events: { type: string; actor: string; data: object }[] }>(
      `/api/documents/${id}/trail`,
    );
    const sent = trail.body.events.find(({ type }) => type === 'document_sent');
    expect(sent).toMatchObject({ actor: 'Ada Moreau', data: { apiKey: 'Payroll of Harbour' } });
    expect(JSON.stringify(trail.body)).not.toContain(secret.slice(10, 30));
  });

  test('a key can start a bulk send and read its progress, even if a document has the same id', async () => {
    const program = ada.program((await make()).secret);
    const { id: documentId } = await program.prepare(sampleLease(1), [{ ...grace, role: 'signer' }]);
    const words = { name: 'Lease', description: 'A lease', category: 'Legal' };
    const template = await program.ask<{ id: string }>('/api/templates', {
      method: 'POST',
      body: { ...words, documentId },
    });
    const csv = 'Signer 1 name,Signer 1 email\nGrace Lindqvist,grace@harbour.example\n';
    const body = { id: documentId, csv, fileName: 'tenants.csv' };
    const path = `/api/templates/${template.body.id}/bulk`;
    expect((await program.post(path, body)).status).toBe(201);
    expect((await program.ask(`/api/bulk/${documentId}`)).status).toBe(200);
  });

  test('the secret is shown once, and only its hash is stored', async () => {
    const { key, secret } = await make();
    expect(secret).toMatch(/^csk_live_[0-9A-Za-z]{49}$/);
    expect(await listed(key.id)).toEqual({ ...key, lastFour: secret.slice(-4) });
    const rows = await office.ports.database.db.selectFrom('api_key_secrets').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret.slice(9, 40));
  });

  test('the list shows when and from which address a key was last used', async () => {
    const { key, secret } = await make();
    expect(await listed(key.id)).toMatchObject({ lastUsedAt: null, lastUsedIp: null });
    await called(secret);
    expect(await listed(key.id)).toMatchObject({ lastUsedAt: expect.any(String), lastUsedIp: '127.0.0.1' });
  });

  test('a mistyped, unknown or malformed key is rejected, as is a key for the other mode', async () => {
    const { secret } = await make();
    const last = secret.endsWith('0') ? '1' : '0';
    const asTest = secret.replace('live', 'test');
    const typed = [secret.slice(0, -1), secret.slice(0, -1) + last, asTest, `${secret}0`, 'hello', '…'];
    for (const text of typed.slice(0, -1)) {
      const answer = await called(text);
      expect([text, answer.status, answer.code]).toEqual([text, 401, 'key-invalid']);
      expect(answer.headers['www-authenticate']).toContain('Bearer');
    }
    expect((await called(secret)).status).toBe(200);
  });

  test('a key cannot be combined with a session cookie', async () => {
    const { secret } = await make();
    const both = await ada.ask('/api/documents', { headers: { authorization: `Bearer ${secret}` } });
    expect([both.status, both.body['code']]).toEqual([400, 'multiple-credentials']);
  });

  test('a key can be sent from a page of another site, since browsers do not add it automatically', async () => {
    const { secret } = await make();
    const headers = { origin: 'https://erp.harbour.example', 'sec-fetch-site': 'cross-site' };
    const send = { method: 'POST', body: { name: 'Leases' }, headers };
    expect((await called(secret, '/api/folders', send)).status).toBe(201);
    const withCookie = await ada.ask('/api/folders', send as never);
    expect([withCookie.status, withCookie.body['code']]).toEqual([403, 'cross-site-request']);
  });

  test('a key is limited to its scopes', async () => {
    const { secret } = await make({ scopes: ['documents:read'] });
    expect((await called(secret)).status).toBe(200);
    const answer = await ada.program(secret).post('/api/folders', { name: 'Mine' });
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'insufficient-scope', parameters: { scope: 'documents:write' } },
    });
    expect(await refused(secret, '/api/audit')).toEqual([403, 'insufficient-scope']);
  });

  test('a key cannot create keys, end sessions, change a password or sign for a person', async () => {
    const { key, secret } = await make();
    const id = '0195550a-0000-7000-8000-00000000000a';
    const asPerson = [
      ['GET', '/api/keys'],
      ['POST', `/api/keys/${key.id}/rotate`, { overlapHours: 1 }],
      ['DELETE', `/api/keys/${key.id}`],
      ['DELETE', '/api/sessions'],
      ['GET', '/api/security'],
      ['POST', `/api/documents/${id}/recipients/${id}/sign-myself`],
      ['POST', `/api/documents/${id}/recipients/${id}/hand-over`],
      ['GET', '/api/subscription/portal'],
    ] as const;
    for (const [method, path, body] of asPerson)
      expect([path, ...(await refused(secret, path, { method, body }))]).toEqual([
        path,
        403,
        'key-not-allowed',
      ]);
  });

  test('Mallory’s key cannot access Ada’s data', async () => {
    const mallory = await office.desk({ email: 'mallory@elsewhere.example' });
    const { secret } = await make({}, mallory);
    const { body } = await ada.upload(sampleLease(1));
    expect(await refused(secret, `/api/documents/${body.id}`)).toEqual([404, 'not-found']);
    const { key } = await make();
    const path = `/api/keys/${key.id}`;
    expect((await mallory.patch(path, { name: 'Mine now' })).status).toBe(404);
    expect((await mallory.delete(path)).status).toBe(404);
    expect(await listed(key.id)).toMatchObject({ name: 'Payroll', state: 'active' });
  });

  test('a key cannot send while its member’s address is unconfirmed', async () => {
    const unconfirmed = await office.desk({ email: 'typed@harbour.example', confirmed: false });
    const body = { name: 'Payroll', mode: 'live', scopes: ['documents:send'] };
    const answer = await unconfirmed.post('/api/keys', body);
    expect([answer.status, answer.body['code']]).toEqual([403, 'address-not-confirmed']);
  });
});

describe('rights of a key and its member', () => {
  test('a demoted member’s key becomes read-only, and a removed member’s key stops working', async () => {
    const linus = await office.colleague(ada, { role: 'admin', email: 'linus@harbour.example' });
    const { secret } = await make({}, linus);
    const folder = { method: 'POST' as const, body: { name: 'Of Linus' } };
    expect((await called(secret, '/api/folders', folder)).status).toBe(201);
    const member = `/api/team/members/${linus.userId}`;
    expect((await ada.patch(member, { role: 'viewer' })).status).toBe(204);
    expect(await refused(secret, '/api/folders', folder)).toEqual([403, 'not-permitted']);
    expect((await called(secret)).status).toBe(200);
    expect((await ada.post(`${member}/remove`, {})).status).toBeLessThan(300);
    expect(await refused(secret)).toEqual([401, 'key-invalid']);
  });

  test('Mallory, an admin, cannot rotate Ada’s key to act in her name', async () => {
    const mallory = await office.colleague(ada, { role: 'admin', email: 'mallory@harbour.example' });
    const { key, secret } = await make();
    const rotated = await mallory.post(`/api/keys/${key.id}/rotate`, { overlapHours: 1 });
    expect([rotated.status, rotated.body['code']]).toEqual([403, 'not-permitted']);
    expect((await called(secret)).status).toBe(200);
    expect((await mallory.delete(`/api/keys/${key.id}`)).status).toBe(204);
    expect((await called(secret)).status).toBe(401);
  });

  test('members who are not admins cannot create keys', async () => {
    const grace = await office.colleague(ada, { role: 'member', email: 'grace@harbour.example' });
    const body = { name: 'Mine', mode: 'live', scopes: ['documents:read'] };
    const answer = await grace.post('/api/keys', body);
    expect([answer.status, answer.body['code']]).toEqual([403, 'not-permitted']);
  });
});

describe('revoking a key', () => {
  test('a revoked key stops working immediately and remains listed', async () => {
    const { key, secret } = await make();
    expect((await ada.delete(`/api/keys/${key.id}`)).status).toBe(204);
    expect(await refused(secret)).toEqual([401, 'key-invalid']);
    expect(await listed(key.id)).toMatchObject({ state: 'revoked' });
    const again = await ada.post(`/api/keys/${key.id}/rotate`, { overlapHours: 0 });
    expect(again.status).toBe(404);
  });

  test('an expired key is rejected', async () => {
    const late = await openOffice(await openOneDatabase(), { working: false });
    const desk = await late.desk();
    const { secret } = await make({ expiresInDays: 7 }, desk);
    const status = async () => (await desk.program(secret).ask('/api/documents')).status;
    late.wait(7 * 86_400_000 - 60_000);
    expect(await status()).toBe(200);
    late.wait(60_000);
    expect(await status()).toBe(401);
  });

  test('after a rotation the old secret works for the chosen time, and older secrets stop working immediately', async () => {
    const late = await openOffice(await openOneDatabase(), { working: false });
    const desk = await late.desk();
    const works = async (secret: string) => (await desk.program(secret).ask('/api/documents')).status === 200;
    const first = await make({}, desk);
    const rotate = async (overlapHours: number) =>
      (
        await desk.ask<NewKeyAnswer>(`/api/keys/${first.key.id}/rotate`, {
          method: 'POST',
          body: { overlapHours },
        })
      ).body;
    const second = await rotate(24);
    expect(second.key.previous).toMatchObject({ lastFour: first.secret.slice(-4) });
    expect([await works(first.secret), await works(second.secret)]).toEqual([true, true]);
    const third = await rotate(1);
    expect([await works(first.secret), await works(second.secret), await works(third.secret)]).toEqual([
      ...[false, true, true],
    ]);
    // The clock moves in two steps with a request between them, because a session expires after an hour
    // without use.
    late.wait(1_800_000);
    await desk.ask('/api/keys');
    late.wait(1_800_000);
    expect([await works(second.secret), await works(third.secret)]).toEqual([false, true]);
    const fourth = await rotate(0);
    expect([await works(third.secret), await works(fourth.secret)]).toEqual([false, true]);
  });

  test('a key is refused while the plan does not include the API, and the refusal says why', async () => {
    const desk = await office.desk({ email: 'plan@harbour.example' });
    const { secret } = await make({}, desk);
    const setPlan = (plan: string) =>
      office.ports.database.db
        .updateTable('accounts')
        .set({ plan })
        .where('id', '=', desk.accountId)
        .execute();
    for (const plan of ['free', 'pro']) {
      await setPlan(plan);
      expect(await refused(secret)).toEqual([403, 'plan-without-api']);
      const body = { name: 'More', mode: 'live', scopes: ['documents:read'] };
      expect((await desk.post('/api/keys', body)).body['code']).toBe('plan-without-api');
    }
    await setPlan('business');
    expect((await called(secret)).status).toBe(200);
  });

  test('the audit trail records all changes to keys, without secrets', async () => {
    const desk = await office.desk({ email: 'audit@harbour.example' });
    const { key, secret } = await make({ name: 'CRM' }, desk);
    await desk.patch(`/api/keys/${key.id}`, { name: 'New CRM' });
    await desk.post(`/api/keys/${key.id}/rotate`, { overlapHours: 2 });
    await desk.delete(`/api/keys/${key.id}`);
    const { body } = await desk.ask<{ type: string; reason: string }[]>('/api/audit');
    expect(body.map(({ type }) => type)).toEqual([
      'api_key_revoked',
      'api_key_rotated',
      'api_key_renamed',
      'api_key_created',
    ]);
    expect(body[3]!.reason).toContain('CRM');
    expect(JSON.stringify(body)).not.toContain(secret.slice(9, 40));
  });
});

describe('rate limits and idempotency', () => {
  test('responses include the number of remaining calls, and the refusal says when to retry', async () => {
    const { secret } = await make();
    const first = await called(secret, '/api/auth/user');
    expect(first.headers['ratelimit-policy']).toBe('"key";q=600;w=86400');
    expect(first.headers['ratelimit']).toMatch(/^"key";r=599;t=\d+$/);
    const reply = { header: () => reply } as never;
    const { id } = (await ada.ask<ApiKeyList>('/api/keys')).body.keys[0]!;
    for (let call = 1; call < callLimits.key.most; call += 1)
      office.product.app.admission.count(reply, 'key', id);
    const last = await called(secret, '/api/auth/user');
    expect([last.status, last.code]).toEqual([429, 'too-many-requests']);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    expect(last.headers['ratelimit']).toMatch(/^"key";r=0;/);
    const { secret: other } = await make();
    expect((await called(other)).status).toBe(200);
  });

  const upload = (bytes: Uint8Array, key: string, title = 'Lease', mark = boundary) => ({
    method: 'POST' as const,
    body: Buffer.from(
      multipartBody([{ name: 'lease.pdf', bytes }], { title })
        .toString('latin1')
        .replaceAll(boundary, mark),
      'latin1',
    ),
    headers: { 'content-type': `multipart/form-data; boundary=${mark}`, 'idempotency-key': key },
  });

  test('repeating an upload with its idempotency key creates one document, even with a different multipart encoding', async () => {
    const program = ada.program((await make()).secret);
    const ask = (send: object) => program.ask<{ id: string; code?: string }>('/api/documents/upload', send);
    const [one, two] = [sampleLease(1), sampleLease(2)];
    const first = await ask(upload(one, 'upload-1'));
    expect(first.status).toBe(201);
    const again = await ask(upload(one, '"upload-1"', 'Lease', 'another-boundary-of-the-same'));
    expect([again.status, again.body]).toEqual([201, first.body]);
    for (const other of [upload(two, 'upload-1'), upload(one, 'upload-1', 'Another title')]) {
      const answer = await ask(other);
      expect([answer.status, answer.body.code]).toEqual([422, 'idempotency-key-reused']);
    }
    expect((await ask(upload(one, 'upload-2'))).body.id).not.toBe(first.body.id);
  });

  const uploaded = async (desk: Desk, key: string, title?: string) =>
    (await desk.ask<{ id: string }>('/api/documents/upload', upload(sampleLease(1), key, title))).body.id;

  test('stored responses are separate for each key and member, and survive a rotation', async () => {
    const noor = await office.colleague(ada, { role: 'admin', email: 'noor.keys@harbour.example' });
    const [one, other] = [await make({}, noor), await make({ name: 'Portal' }, noor)];
    const desks = [noor, noor.program(one.secret), noor.program(other.secret)];
    const made: string[] = [];
    for (const desk of desks) made.push(await uploaded(desk, 'order-1'));
    expect(new Set(made).size).toBe(3);
    const body = { overlapHours: 0 };
    const path = `/api/keys/${one.key.id}/rotate`;
    const { body: renewed } = await noor.post<NewKeyAnswer>(path, body);
    desks[1] = noor.program(renewed.secret);
    const again = await Promise.all(desks.map((desk) => uploaded(desk, 'order-1')));
    expect(again).toEqual(made);

    const { db } = office.ports.database;
    const kept = async () => {
      const rows = db.selectFrom('idempotent_responses').select('key');
      return (await rows.where('scope', 'like', `${noor.userId}%`).execute()).length;
    };
    expect(await kept()).toBe(3);
    await ada.post(`/api/team/members/${noor.userId}/remove`);
    expect(await kept()).toBe(0);
  });

  test('responses stored under the old scope format are replayed instead of executing the request again', async () => {
    const { db } = office.ports.database;
    const [live, trial] = [
      ada.program((await make()).secret),
      ada.program((await make({ mode: 'test' })).secret),
    ];
    for (const [desk, scope] of [
      [live, ada.userId],
      [ada, ada.userId],
      [trial, `${ada.userId} test`],
    ] as const) {
      const first = await uploaded(desk, 'before', scope);
      const { numUpdatedRows } = await db
        .updateTable('idempotent_responses')
        .set({ scope })
        .where('key', '=', 'before')
        .executeTakeFirstOrThrow();
      expect(numUpdatedRows).toBe(1n);
      expect([first, await uploaded(desk, 'before', scope)]).toEqual([expect.any(String), first]);
      const kept = db.selectFrom('idempotent_responses').select('scope').where('key', '=', 'before');
      expect(await kept.execute()).toEqual([{ scope }]);
      await db.deleteFrom('idempotent_responses').where('key', '=', 'before').execute();
    }
  });

  test('a rejected upload does not use up its idempotency key', async () => {
    const program = ada.program((await make()).secret);
    const bad = await program.ask('/api/documents/upload', upload(Buffer.from('no pdf'), 'upload-3'));
    expect(bad.status).toBe(415);
    const good = await program.ask('/api/documents/upload', upload(sampleLease(1), 'upload-3'));
    expect(good.status).toBe(201);
  });

  test('of concurrent requests with one idempotency key only one is executed', async () => {
    const program = ada.program((await make()).secret);
    const send = { method: 'POST' as const, body: { name: 'At once' }, headers: { 'idempotency-key': 'f' } };
    const answers = await Promise.all([1, 2, 3].map(() => program.ask<{ id: string }>('/api/folders', send)));
    const made = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.id));
    expect(made.size).toBe(1);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    const again = await program.ask<{ id: string }>('/api/folders', send);
    expect([again.status, again.body.id]).toEqual([201, [...made][0]]);
  });

  test('repeating a request whose server was killed reports after half a minute that it was interrupted', async () => {
    const program = ada.program((await make()).secret);
    const send = { method: 'POST' as const, body: { name: 'Cut' }, headers: { 'idempotency-key': 'cut' } };
    const again = async () => {
      const { status, body } = await program.ask<{ detail: string }>('/api/folders', send);
      return [status, body.detail];
    };
    expect((await again())[0]).toBe(201);
    const { db } = office.ports.database;
    const underWay = (since: string) =>
      sql`UPDATE idempotent_responses SET status = 0, body = '', created_at = now() - ${since}::interval
           WHERE key = 'cut'`.execute(db);
    await underWay('20 seconds');
    expect(await again()).toEqual([409, expect.stringContaining('is still running')]);
    await underWay('31 seconds');
    expect(await again()).toEqual([409, expect.stringContaining('was interrupted')]);
  });

  test('repeating the request that ended a document returns the first response, for senders and recipients', async () => {
    const program = ada.program((await make()).secret);
    const once = { headers: { 'idempotency-key': 'end' }, method: 'POST' as const };
    const { id } = await program.prepare(sampleLease(1), [{ ...grace, role: 'signer' }]);
    await program.send(id);
    const voided = () =>
      program.ask(`/api/documents/${id}/void`, { ...once, body: { reason: 'Wrong file' } });
    const first = await voided();
    expect([first.status, (await voided()).body]).toEqual([200, first.body]);

    await program.sent(sampleLease(1), [{ ...grace, role: 'signer' }]);
    const signer = ada.signer(grace.email);
    await signer.opened();
    const declined = () => signer.ask('/decline', { ...once, body: { reason: 'No' } });
    expect([(await declined()).status, (await declined()).status]).toEqual([204, 204]);
  });
});
