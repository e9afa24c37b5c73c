import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Kysely } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { file, type Route } from '#contract/route.ts';
import { refuse } from '#core/refusal.ts';
import { openOneDatabase } from '#testing/databases.ts';
import { signUp } from '#testing/sign-up.ts';
import { startServer, testConfig } from '#testing/servers/start-server.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import type { Schema } from './foundation/db/schema.ts';
import type { Routes } from './foundation/http/fastify-app.ts';
import { sendRefusal } from './foundation/http/problems.ts';
import { sendsUploadedBytes } from './foundation/http/security-headers.ts';
import { signedIn } from './foundation/http/signed-in.ts';
import { StoreUnavailableError, WrongBytesError } from './ports/file-store.ts';

let db: Kysely<Schema>;
beforeAll(async () => {
  ({ db } = await openOneDatabase());
});

const canary = 'tokenCANARYtokenCANARY';

/** Shared properties of routes that exist only in these tests. Any response is allowed. */
const row = {
  name: 'tried',
  at: 'GET /api/tried',
  summary: 'Try something',
  caller: 'anyone',
  answers: { 200: file() },
  refusals: [],
} satisfies Route;
const listed = { config: { route: row } };
/** A route that every member may call. */
const own = { ...row, caller: 'member', permission: 'own' } satisfies Route;

const feature: Routes = (app) => {
  app.post(
    '/api/things',
    { ...listed, schema: { body: z.object({ title: z.string().min(1) }) } },
    async ({ body }) => body,
  );
  app.get('/api/mine', { config: { route: own }, preHandler: signedIn }, async ({ user }) => ({
    email: user.email,
  }));
  app.get('/api/forgotten', listed, async ({ user }) => ({ email: user.email }));
  app.get('/api/sign/:token', listed, async (_request, reply) =>
    sendRefusal(reply, refuse('link-invalid', 'This link is not valid.')),
  );
  app.get('/api/broken/sign/:token', listed, async (request) => {
    throw new Error(`no row for ${request.url}`);
  });
  app.get('/api/twice/sign/:token', listed, async (_request, reply) => {
    await reply.send('once');
    return 'twice';
  });
  app.get('/api/file', listed, async (_request, reply) => {
    sendsUploadedBytes(reply, {
      name: 'Vertrag "Größe".pdf',
      mediaType: 'application/pdf',
      disposition: 'inline',
    });
    return reply.send(Buffer.from('%PDF-'));
  });
};

describe('API responses', () => {
  test('framework errors do not contain the token in a URL (S-11)', async () => {
    const { app, log } = await startServer({ db, features: [feature] });
    await app.inject(`/api/twice/sign/${canary}`);
    await expect.poll(() => log.join('')).toContain('already sent');
    expect(log.join('')).not.toContain(canary);
  });

  test('an unknown URL returns a problem document for every method', async () => {
    const { app } = await startServer({ db });
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const answer = await app.inject({ method, url: '/api/nothing/here' });
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['content-type']).toBe('application/problem+json');
      expect(answer.json()).toMatchObject({
        type: 'about:blank',
        title: 'Not Found',
        status: 404,
        code: 'not-found',
      });
    }
  });

  test('an invalid body is refused, and the error names the field', async () => {
    const { app } = await startServer({ db, features: [feature] });
    const post = (payload: unknown) =>
      app.inject({ method: 'POST', url: '/api/things', payload: payload as object });
    expect((await post({ title: 'Lease' })).json()).toEqual({ title: 'Lease' });
    const wrong = await post({ title: 7 });
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json()).toMatchObject({
      code: 'request-malformed',
      detail: expect.stringContaining('"title"'),
    });
  });

  test.each([
    ['text/plain', '{"title":"Lease"}', 415],
    ['application/x-www-form-urlencoded', 'title=Lease', 415],
    ['multipart/form-data; boundary=x', '--x--', 415],
    ['application/json', '{"title":', 400],
    ['application/json', '{"__proto__":{"title":"Lease"}}', 400],
    ['application/json', JSON.stringify({ title: 'a'.repeat(3 * 1024 * 1024) }), 413],
    ['application/json', `[${'1,'.repeat(30_000)}1]`, 413],
    ['application/json', `${'['.repeat(101)}${']'.repeat(101)}`, 413],
  ])('a body of %s with %.20s… returns %s', async (type, payload, status) => {
    const { app } = await startServer({ db, features: [feature] });
    const answer = await app.inject({
      method: 'POST',
      url: '/api/things',
      headers: { 'content-type': type },
      payload,
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ code: 'request-malformed' });
  });

  test('a malformed HTTP request also returns a problem document', async () => {
    const { config } = await startServer({ db, features: [feature] });
    const mallory = connect(config.port, config.host).end('PULL me under\r\n\r\n');
    expect(await text(mallory)).toMatch(
      /^HTTP\/1.1 400 .*application\/problem\+json.*"code":"request-malformed"/s,
    );
  });

  test('a cross-site request changes nothing', async () => {
    const { app } = await startServer({ db, features: [feature] });
    const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    const answer = await app.inject({
      method: 'POST',
      url: '/api/things',
      headers,
      payload: { title: 'Lease' },
    });
    expect(answer.json()).toMatchObject({ status: 403, code: 'cross-site-request' });
  });

  test('a route gets the signed-in user, and a route without an authentication rule fails', async () => {
    const { app, baseUrl } = await startServer({ db, features: [feature] });
    const cookie = await signUp(baseUrl);
    expect((await app.inject({ url: '/api/mine', headers: { cookie } })).json()).toEqual({
      email: 'ada@harbour.example',
    });
    expect((await app.inject('/api/mine')).json()).toMatchObject({ status: 401, code: 'not-signed-in' });
    expect((await app.inject({ url: '/api/forgotten', headers: { cookie } })).statusCode).toBe(500);
  });

  test('a server error returns only a number, which the log also contains', async () => {
    const { app, log } = await startServer({ db, features: [feature] });
    const answer = await app.inject(`/api/broken/sign/${canary}`);
    expect(answer.json()).toMatchObject({ status: 500, code: 'server-error' });
    const { detail } = answer.json<{ detail: string }>();
    const errorId = /Error ([\w-]{36})\.$/.exec(detail)?.[1];
    expect(detail).not.toContain('no row');
    expect(log.join('')).toContain(errorId);
    expect(log.join('')).toContain('no row');
  });

  test('temporary failures return 503 with a retry time, and missing stored data does not count as temporary (F-07, F-08)', async () => {
    const faults: [string, Error][] = [
      ['store', new StoreUnavailableError('It hung up.')],
      ['disk', Object.assign(new Error('full'), { code: 'ENOSPC' })],
      ['database', Object.assign(new Error('ending'), { code: '57P01' })],
      ['rotten', new WrongBytesError('ab')],
    ];
    const failing: Routes = (app) => {
      for (const [name, error] of faults)
        app.get(`/api/failing/${name}`, listed, () => Promise.reject(error));
    };
    const { app } = await startServer({ db, features: [failing] });
    for (const name of ['store', 'disk', 'database']) {
      const answer = await app.inject(`/api/failing/${name}`);
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '30']);
    }
    const rotten = await app.inject('/api/failing/rotten');
    expect(rotten.statusCode).toBe(500);
    expect(rotten.body).toContain('missing or damaged');
    expect(rotten.body).not.toContain('Nothing was lost');
  });

  test('the server reports health and readiness', async () => {
    const { app } = await startServer({ db });
    expect((await app.inject('/api/health')).json()).toEqual({ status: 'ok' });
    expect((await app.inject('/api/ready')).json()).toMatchObject({
      status: 'ready',
      components: { database: 'ok' },
    });
  });
});

describe('the log (S-11, S-39)', () => {
  test('the log contains no signing token, cookie, query, body, name or email address in any form', async () => {
    const { app, baseUrl, log } = await startServer({
      db,
      features: [feature],
      config: await testConfig({ LOG_LEVEL: 'trace' }),
    });
    const cookie = await signUp(baseUrl);
    for (const url of [
      `/sign/${canary}`,
      `/api/sign/${canary}`,
      `/api/sign/${canary}/file?x=${canary}`,
      `/api/sign//${canary}`,
      `/API/SIGN/${canary}`,
      `/%73ign/${canary}`,
      `/sign%2F${canary}`,
      `/sign/%${canary}`,
      `/api/broken/sign/${canary}`,
      `/api/mine?q=${canary}`,
    ]) {
      await app.inject({
        url,
        headers: { cookie, referer: canary, 'user-agent': canary, 'x-request-id': canary },
      });
    }
    await app.inject({ method: 'POST', url: '/api/things', payload: { title: 7, secret: canary } });
    expect(log.length).toBeGreaterThan(12);
    const written = log.join('');
    for (const secret of [canary, cookie.split('=')[1]!, 'Moreau', 'ada@harbour.example']) {
      expect(written).not.toContain(secret);
    }
  });

  test('the log ignores a forged X-Forwarded-For (T-11), unless one of our proxies wrote it', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const direct = await startServer({ db });
    await direct.app.inject({ url: '/api/health', headers });
    expect(direct.log.join('')).not.toContain('203.0.113.9');
    const behind = await startServer({ db, config: await testConfig({ TRUST_PROXY: 'loopback' }) });
    await behind.app.inject({ url: '/api/health', headers });
    expect(behind.log.join('')).toContain('"ip":"203.0.113.9"');
  });
});

describe('response headers (S-18, S-27)', () => {
  function built(): string {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<title>app</title>');
    writeFileSync(join(folder, 'sign.html'), '<title>sign</title>');
    writeFileSync(join(folder, 'assets/app-1a2b.js'), 'run()');
    writeFileSync(join(folder, 'assets/app-1a2b.js.gz'), gzipSync('run()'));
    return folder;
  }

  test('every path serves the web app, and signing links serve the signing page', async () => {
    const { app } = await startServer({ db, webFolder: built() });
    for (const url of ['/', '/documents', '/document/1?x=y', '/index.html']) {
      const page = await app.inject(url);
      expect(page.body, url).toBe('<title>app</title>');
      expect(page.headers['cache-control']).toBe('no-cache');
      expect(page.headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval';");
      expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    }
    for (const url of ['/mail/', '/reply-to/', '/form/', '/outbox/'])
      expect((await app.inject(url + 'a'.repeat(500))).json(), url).toMatchObject({ code: 'not-found' });
    const signing = await app.inject(`/sign/${canary}`);
    expect(signing.body).toBe('<title>sign</title>');
    expect(signing.headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    });
  });

  test('files named by their hash are cached forever and compressed', async () => {
    const { app } = await startServer({ db, webFolder: built() });
    const file = await app.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': 'gzip' } });
    expect(file.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
      'content-type': 'application/javascript; charset=utf-8',
    });
    expect((await app.inject('/assets/app-0000.js')).statusCode).toBe(404);
    for (const outside of [
      '/assets/../../package.json',
      '/assets/%2e%2e/%2e%2e/package.json',
      '/..%2fpackage.json',
    ]) {
      expect((await app.inject(outside)).body, outside).not.toContain('"license"');
    }
  });

  test('API responses are never cached, sniffed, framed or executed', async () => {
    const { app } = await startServer({ db });
    const { headers } = await app.inject('/api/health');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy':
        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  test('uploaded files are served sandboxed and with their name', async () => {
    const { app } = await startServer({ db, features: [feature] });
    const { headers } = await app.inject('/api/file');
    expect(headers).toMatchObject({
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'self'",
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'private, no-store',
      'content-disposition': `inline; filename="Vertrag _Gr__e_.pdf"; filename*=UTF-8''Vertrag%20%22Gr%C3%B6%C3%9Fe%22.pdf`,
    });
  });
});

test('closing the server waits for a running request', async () => {
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const slow: Routes = (app) => {
    app.get('/api/slow', listed, async () => {
      arrived.resolve();
      await released.promise;
      return { done: true };
    });
  };
  const { config, close } = await startServer({ db, features: [slow], onClose: 'idle' });
  const idle = connect(config.port, config.host);
  onTestFinished(() => void idle.destroy());
  const answer = fetch(`http://${config.host}:${config.port}/api/slow`);
  await arrived.promise;
  const closed = close();
  released.resolve();
  expect(await (await answer).json()).toEqual({ done: true });
  idle.end();
  await closed;
});
