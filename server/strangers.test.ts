import { beforeAll, describe, expect, test } from 'vitest';
import { methodOf, pathOf } from '#contract/paths.ts';
import { nothing, type Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import { openOneDatabase } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { boundary, multipartBody } from '#testing/multipart.ts';
import { openSignInOffice, type Member, type SignInOffice } from '#testing/open-sign-in-office.ts';
import { ada } from '#testing/sign-up.ts';
import { startServer, testConfig } from '#testing/servers/start-server.ts';
import { burstLimits } from './foundation/http/burst-limiter.ts';

describe('anonymous and abusive requests', () => {
  let office: SignInOffice;
  let member: Member;
  beforeAll(async () => {
    office = await openSignInOffice(await openOneDatabase());
    member = await office.signedIn(ada);
  });

  test('a hundred concurrent password guesses are limited like sequential ones (S-14)', async () => {
    const tries = Array.from({ length: 100 }, (_, index) =>
      member.post<{ code: string }>('/api/security/password', {
        password: `guess number ${index}`,
        newPassword: 'a sentence of Mallory',
      }),
    );
    const codes = (await Promise.all(tries)).map(({ body }) => body.code);
    expect(codes.filter((code) => code === 'password-wrong')).toHaveLength(burstLimits.wrongPassword.most);
    expect(new Set(codes)).toEqual(new Set(['password-wrong', 'too-many-requests']));
  });

  test('a malformed webhook signature is rejected without a server error (S-36)', async () => {
    for (const signature of ['t=1,v1=', 't=,v1=00', 'v1=', 't=1', '=', ',']) {
      const answer = await office.product.app.inject({
        method: 'POST',
        url: '/api/webhooks/stripe',
        payload: '{}',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      });
      expect([signature, answer.statusCode]).toEqual([signature, 400]);
    }
  });

  test.each(['/api/documents/%ff', '/api/%', '/%c0%ae/x', '/sign/%ff'])(
    'the malformed URL %s gets a normal error response with all headers (S-18)',
    async (url) => {
      const answer = await office.product.app.inject({ url });
      const known = await office.product.app.inject({ url: '/api/no-such-thing' });
      expect(answer.statusCode).toBeLessThan(500);
      const guards = ['content-security-policy', 'x-content-type-options', 'referrer-policy'] as const;
      for (const name of guards) expect([name, answer.headers[name]]).toEqual([name, expect.any(String)]);
      if (answer.statusCode < 400) return;
      expect(answer.headers['content-type']).toBe(known.headers['content-type']);
      expect(answer.json()).toMatchObject({ code: expect.any(String) as string });
    },
  );

  test('anonymous requests learn nothing about any route’s parameters (S-08)', async () => {
    const asked = actsOfMembers();
    expect(asked.length).toBeGreaterThan(80);
    const told = [];
    for (const [method, url] of asked) {
      const { statusCode } = await office.product.app.inject({
        method,
        url,
        payload: method === 'GET' ? undefined : '{"nobody":["asks for this"]}',
        headers: { 'content-type': 'application/json' },
      });
      if (statusCode !== 401) told.push(`${method} ${url}: ${statusCode}`);
    }
    expect(told).toEqual([]);
  });
});

/** A route that only the next test uses. */
const uploads = {
  name: 'tried',
  at: 'POST /api/test-upload',
  summary: 'Try an upload',
  caller: 'anyone',
  answers: { 204: nothing },
  refusals: [],
} satisfies Route;

test('the log contains no cookie of an upload, at any log level (S-39)', async () => {
  const { db } = await openOneDatabase();
  const config = await testConfig({ LOG_LEVEL: 'trace' });
  const taken: number[] = [];
  const { app, log } = await startServer({
    db,
    config,
    features: [
      async (scope) => {
        await scope.register((await import('@fastify/multipart')).default);
        scope.post('/api/test-upload', { config: { route: uploads } }, async (request, reply) => {
          for await (const part of request.parts())
            if (part.type === 'file') taken.push((await part.toBuffer()).length);
          return reply.code(204).send();
        });
      },
    ],
  });
  const answer = await app.inject({
    method: 'POST',
    url: '/api/test-upload',
    payload: multipartBody([{ name: 'lease.pdf', bytes: sampleLease(1) }], {}),
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      cookie: 'sid=the-secret-of-a-session',
    },
  });
  expect(answer.statusCode).toBe(204);
  expect(taken).toHaveLength(1);
  expect(log.join('')).toContain('busboy');
  expect(log.join('')).not.toContain('the-secret-of-a-session');
});

/** Returns every member route, with a value for each parameter. */
function actsOfMembers(): ['GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string][] {
  return Object.values(routes)
    .filter(({ caller }) => caller === 'member' || caller === 'confirmed')
    .map(({ at }) => [methodOf(at) as 'GET', pathOf(at).replaceAll(/\{\w+\}/g, 'not-a-uuid')]);
}
