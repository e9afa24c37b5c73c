import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ConnectRequest, ConnectionView, NewApp } from '#contract/accounts/apps.ts';
import { openOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

let office: Office;
let ada: Desk;
const publicUrl = 'http://127.0.0.1:3000';
const answersAt = 'https://payroll.example/back';
const verifier = 'a'.repeat(64);
const challenge = createHash('sha256').update(verifier).digest('base64url');
beforeAll(async () => {
  office = await openOffice(await openOneDatabase());
  ada = await office.desk();
}, 60_000);

const register = async (desk: Desk, change: object = {}): Promise<NewApp> => {
  const body = { name: 'Payroll', redirectUris: [answersAt], confidential: false, ...change };
  return (await desk.post<NewApp>('/api/apps', body)).body;
};

/** Returns a browser with the cookies of a signed-in user. */
function browserOf(desk: Desk) {
  const jar = new Map([desk.cookie.split('=') as [string, string]]);
  return async <Body = Record<string, string>>(url: string, body?: object) => {
    const { pathname, search } = new URL(url, publicUrl);
    const answer = await office.product.app.inject({
      method: body ? 'POST' : 'GET',
      url: pathname + search,
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body && { payload: body }),
    });
    for (const { name, value } of answer.cookies) {
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    const to = answer.headers.location;
    const json = String(answer.headers['content-type']).includes('json');
    return { status: answer.statusCode, to, body: (json ? answer.json() : {}) as Body };
  };
}

type Asked = { resource?: string; scope?: string; change?: Record<string, string> };
const requestedBy = (
  appId: string,
  { resource = 'api', scope = 'documents:read', change = {} }: Asked = {},
) =>
  `/oauth/auth?${new URLSearchParams({
    client_id: appId,
    response_type: 'code',
    redirect_uri: answersAt,
    scope,
    state: 'x',
    resource: `${publicUrl}/${resource}`,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...change,
  }).toString()}`;

/** Runs the flow from the app through the user's consent and back to the app. */
async function consent(desk: Desk, appId: string, asked: Asked = {}, allow = true): Promise<URL> {
  const go = browserOf(desk);
  const first = await go(requestedBy(appId, asked));
  expect(first.to).toMatch(/^\/api\/connect\//);
  const page = await go(first.to!);
  expect(page.to).toMatch(/^\/connect\//);
  const seen = await go<ConnectRequest>(`/api${page.to!}/request`);
  expect(seen.status).toBe(200);
  expect(seen.body).toMatchObject({ app: 'Payroll', host: 'payroll.example', email: 'ada@harbour.example' });
  const decided = await go<{ url: string }>(`/api${page.to!}/decision`, { allow });
  expect([decided.status, decided.body]).toMatchObject([200, {}]);
  return new URL((await go(decided.body.url)).to!);
}

type Tokens = { access_token: string; refresh_token: string; scope: string; error?: string };
async function tokensFor(appId: string, more: Record<string, string>, secret?: string) {
  const basic = Buffer.from(`${appId}:${secret}`).toString('base64');
  const answer = await office.product.app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(secret !== undefined && { authorization: `Basic ${basic}` }),
    },
    payload: new URLSearchParams({ ...more, ...(secret === undefined && { client_id: appId }) }).toString(),
  });
  return { status: answer.statusCode, body: answer.json<Tokens>() };
}
const byCode = (code: string) => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: answersAt,
  code_verifier: verifier,
});
const byRefresh = (token: string) => ({ grant_type: 'refresh_token', refresh_token: token });

async function connected(desk = ada, asked: Asked = {}) {
  const { app } = await register(desk);
  const back = await consent(desk, app.id, asked);
  expect(back.searchParams.get('iss')).toBe(`${publicUrl}/oauth`);
  const { body } = await tokensFor(app.id, byCode(back.searchParams.get('code')!));
  return { app, ...body, desk: desk.program(body.access_token) };
}
async function connectedBy(person: Desk, scope: string): Promise<Desk> {
  const { app } = await register(ada);
  const back = await consent(person, app.id, { scope });
  const { body } = await tokensFor(app.id, byCode(back.searchParams.get('code')!));
  return person.program(body.access_token);
}
const mine = async (desk = ada) => (await desk.ask<ConnectionView[]>('/api/connections')).body;

describe('an app connected by a person', () => {
  test('the app acts within the granted scopes and the person’s own rights, and the audit trail names it', async () => {
    const { desk, scope } = await connected(ada, { scope: 'documents:read documents:write account:pay' });
    expect(scope).toBe('documents:read documents:write');
    const draft = await desk.upload(sampleLease(1));
    expect(draft.status).toBe(201);
    expect((await desk.send(draft.body.id)).body).toMatchObject({ code: 'insufficient-scope' });
    expect((await desk.ask('/api/keys')).body).toMatchObject({ code: 'key-not-allowed' });
    expect((await desk.ask('/api/connections')).body).toMatchObject({ code: 'key-not-allowed' });
    const trail = await ada.ask(`/api/documents/${draft.body.id}/trail`);
    expect(JSON.stringify(trail.body)).toContain('Payroll');
    expect(await mine()).toMatchObject([{ app: 'Payroll', lastUsedAt: expect.any(String) as string }]);
    const hana = await office.colleague(ada, { role: 'viewer', email: 'ada@harbour.example' });
    const ofViewer = await connectedBy(hana, 'documents:write');
    expect((await ofViewer.upload(sampleLease(1))).body).toMatchObject({ code: 'not-permitted' });
  });

  test('the app may also request openid, and gets the other scopes after one consent', async () => {
    const { desk, scope } = await connected(ada, { scope: 'openid documents:read' });
    expect(scope).toBe('documents:read');
    expect((await desk.ask('/api/documents')).status).toBe(200);
  });

  test('access and refresh tokens are stored only as hashes', async () => {
    const { access_token, refresh_token } = await connected();
    const rows = await office.product.services.db.selectFrom('provider_records').selectAll().execute();
    const stored = JSON.stringify(rows);
    expect(stored).toContain('app:RefreshToken');
    for (const secret of [access_token, refresh_token]) expect(stored).not.toContain(secret);
  });

  test('each refresh token works once, and reusing one ends the connection', async () => {
    const { app, refresh_token: first, desk } = await connected();
    const second = await tokensFor(app.id, byRefresh(first));
    expect(second.status).toBe(200);
    const fresh = ada.program(second.body.access_token);
    expect((await fresh.ask('/api/documents')).status).toBe(200);
    expect((await tokensFor(app.id, byRefresh(first))).body).toMatchObject({ error: 'invalid_grant' });
    expect((await tokensFor(app.id, byRefresh(second.body.refresh_token))).status).toBe(400);
    for (const one of [desk, fresh]) expect((await one.ask('/api/documents')).status).toBe(401);
  });

  test('a reconnected app gets the stored responses when it repeats requests', async () => {
    const { app } = await register(ada);
    const made: string[] = [];
    for (const scope of ['documents:read documents:write', 'documents:write']) {
      const back = await consent(ada, app.id, { scope });
      const { body } = await tokensFor(app.id, byCode(back.searchParams.get('code')!));
      const send = {
        method: 'POST' as const,
        body: { name: 'Berths' },
        headers: { 'idempotency-key': 'one' },
      };
      made.push((await ada.program(body.access_token).ask<{ id: string }>('/api/folders', send)).body.id);
    }
    expect(made).toEqual([expect.any(String), made[0]]);
  });

  test('the app stops working when it is disconnected or deleted, revokes its token, or its person leaves the account', async () => {
    const working = async (one: Desk) => (await one.ask('/api/documents')).status;
    const first = await connected();
    const [connection] = await mine();
    expect((await ada.delete(`/api/connections/${connection!.id}`)).status).toBe(204);
    expect([
      await working(first.desk),
      (await tokensFor(first.app.id, byRefresh(first.refresh_token))).status,
    ]).toEqual([401, 400]);

    const second = await connected();
    expect((await ada.delete(`/api/apps/${second.app.id}`)).status).toBe(204);
    expect(await working(second.desk)).toBe(401);

    const third = await connected();
    const before = (await mine()).length;
    await office.product.app.inject({
      method: 'POST',
      url: '/oauth/token/revocation',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ token: third.refresh_token, client_id: third.app.id }).toString(),
    });
    expect(await working(third.desk)).toBe(401);
    expect(await mine()).toHaveLength(before - 1);

    const member = await office.colleague(ada, { role: 'member', email: 'ada@harbour.example' });
    const theirs = await connectedBy(member, 'documents:read');
    expect(await working(theirs)).toBe(200);
    await ada.post(`/api/team/members/${member.userId}/remove`);
    expect(await working(theirs)).toBe(401);
  });

  test('the app is suspended until its person has used the single sign-on that the account requires', async () => {
    const member = await office.colleague(ada, { role: 'member', email: 'ada@harbour.example' });
    const theirs = await connectedBy(member, 'documents:read');
    expect((await theirs.ask('/api/documents')).status).toBe(200);
    const { db } = office.product.services;
    const provider = {
      issuer: 'https://login.harbour.example',
      client_id: 'us',
      secret: '',
      claim: 'a text',
    };
    await db
      .insertInto('account_sign_ons')
      .values({
        account_id: ada.accountId,
        ...provider,
        domain: 'harbour.example',
        role: 'member',
        verified_at: new Date(),
        enforced: true,
        updated_at: new Date(),
      })
      .execute();
    const refused = await theirs.ask('/api/documents');
    expect([refused.status, refused.body['code']]).toEqual([403, 'sign-on-required']);
    await db.deleteFrom('account_sign_ons').where('account_id', '=', ada.accountId).execute();
    expect((await theirs.ask('/api/documents')).status).toBe(200);
  });

  test('a token for the MCP tools cannot call the API, and vice versa', async () => {
    const tools = await connected(ada, { resource: 'mcp', scope: 'documents:read documents:send' });
    expect(tools.scope).toBe('documents:read');
    expect((await tools.desk.ask('/api/documents')).status).toBe(401);
    const list = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'find_documents', arguments: {} },
    };
    const speak = (token: string) =>
      office.product.app.inject({
        method: 'POST',
        url: '/mcp',
        payload: list,
        headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
      });
    const answer = await speak(tools.access_token);
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('"result"')]);
    expect((await speak((await connected()).access_token)).statusCode).toBe(401);
  });
});

describe('attacks on the authorization flow', () => {
  test('the flow requires PKCE with S256, a registered redirect URI and a known resource', async () => {
    const { app } = await register(ada);
    const go = browserOf(ada);
    const wrong: Record<string, string>[] = [
      { code_challenge: '', code_challenge_method: '' },
      { code_challenge: verifier, code_challenge_method: 'plain' },
      { redirect_uri: 'https://mallory.example/back' },
      { redirect_uri: `${answersAt}/more` },
      { resource: 'https://mallory.example/api' },
      { client_id: '01a2048c-0000-7000-8000-000000000001' },
    ];
    for (const change of wrong) {
      const answer = await go(requestedBy(app.id, { change }));
      const location = answer.to ?? '';
      expect(location.startsWith('/api/connect'), JSON.stringify(change)).toBe(false);
      expect(location).not.toContain('mallory');
      expect(location).not.toContain('code=');
    }
  });

  test('a code requires its verifier, works once, and for a confidential app requires its secret', async () => {
    const { app, secret } = await register(ada, { confidential: true });
    expect(secret).toMatch(/^csa_/);
    const code = async () => (await consent(ada, app.id)).searchParams.get('code')!;
    const guessed = { ...byCode(await code()), code_verifier: 'b'.repeat(64) };
    expect((await tokensFor(app.id, guessed, secret!)).status).toBe(400);
    expect((await tokensFor(app.id, byCode(await code()), 'csa_no')).status).toBe(401);
    expect((await tokensFor(app.id, byCode(await code()))).status).toBe(401);
    const good = await code();
    const first = await tokensFor(app.id, byCode(good), secret!);
    expect(first.status).toBe(200);
    expect((await tokensFor(app.id, byCode(good), secret!)).status).toBe(400);
    expect((await ada.program(first.body.access_token).ask('/api/documents')).status).toBe(401);
  });

  test('Mallory cannot offer her app to other accounts or decide another person’s request', async () => {
    const mallory = await office.desk({ email: 'mallory@elsewhere.example' });
    const { app } = await register(mallory);
    const go = browserOf(ada);
    const page = await go((await go(requestedBy(app.id))).to!);
    expect((await go(`/api${page.to!}/request`)).status).toBe(404);
    expect((await go(`/api${page.to!}/decision`, { allow: true })).status).toBe(404);
    const { app: own } = await register(ada);
    const question = await go((await go(requestedBy(own.id))).to!);
    expect((await browserOf(ada)(`/api${question.to!}/decision`, { allow: true })).status).toBe(404);
  });

  test('declining returns an error to the app, and unsafe redirect URIs are rejected', async () => {
    const { app } = await register(ada);
    const back = await consent(ada, app.id, {}, false);
    expect([back.searchParams.get('error'), back.searchParams.get('code')]).toEqual(['access_denied', null]);
    for (const uri of [
      'http://payroll.example/',
      'javascript:alert(1)',
      'https://a.example/#x',
      'https://u:p@a.example/',
    ])
      expect(await register(ada, { redirectUris: [uri] })).toMatchObject({ code: 'redirect-invalid' });
    const desktop = await register(ada, { redirectUris: ['http://127.0.0.1/back'] });
    expect(desktop.secret).toBeNull();
  });

  test('the server publishes the standard OAuth metadata', async () => {
    const read = async (url: string) =>
      (await office.product.app.inject(url)).json<Record<string, unknown>>();
    expect(await read('/.well-known/oauth-protected-resource/mcp')).toMatchObject({
      resource: `${publicUrl}/mcp`,
      authorization_servers: [`${publicUrl}/oauth`],
    });
    const own = await read('/.well-known/oauth-authorization-server/oauth');
    const its = await read('/oauth/.well-known/oauth-authorization-server');
    for (const name of ['issuer', 'authorization_endpoint', 'token_endpoint', 'revocation_endpoint'])
      expect(own[name], name).toBe(its[name]);
    expect(own['code_challenge_methods_supported']).toEqual(['S256']);
  });
});
