import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openParsing } from './parse-apart.ts';
import { openFairTurns } from '../http/admission/fair-turns.ts';
import { answerErrors } from '../http/answer-errors.ts';
import type { App } from '../http/fastify-app.ts';
import { acceptJsonOnly } from '../http/read-json.ts';

const parsing = openParsing();
const turns = openFairTurns({ waiting: 8, maxWaitMs: 15_000, perKey: 1, perKeyAlone: 1, inAll: Infinity });
const app = Fastify({ bodyLimit: 2 * 1024 * 1024 }) as unknown as App;
/**
 * Names of the requests being processed, in the order in which they started. `ends` has a function that ends
 * each of them.
 */
const begun: string[] = [];
const ends = new Map<string, () => void>();

beforeAll(async () => {
  answerErrors(app);
  acceptJsonOnly(app, {
    readApart: (given) => parsing.read('body', given),
    enterBody: async (request) => (await turns.enter(String(request.headers['x-account'])))!,
  });
  app.post('/echo', async ({ body }) => ({ body: body ?? null }));
  app.post('/wait', async ({ body }) => {
    const { name } = body as { name: string };
    begun.push(name);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    return {};
  });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await parsing.close();
});

const post = (url: string, payload: string | Buffer, account = 'Ada') =>
  app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json', 'x-account': account },
  });
const filler = 'x'.repeat(200_000);

test.each([
  ['values', '{"name":"Ada","note":"ä\\u00e9","more":[1,null,{"deep":true}],"filler":""}', 200],
  ['an unclosed body', '{"name":"Ada","filler":""', 400],
  ['a prototype', '{"__proto__":{"role":"owner"},"filler":""}', 400],
  ['an escaped prototype', '{"more":[{"__pro\\u0074o__":1}],"filler":""}', 400],
  ['a constructor with a prototype', '{"constructor":{"prototype":{"role":"owner"}},"filler":""}', 400],
  ['a constructor', '{"constructor":"Baufirma","filler":""}', 200],
  ['many values', `{"many":[${'1,'.repeat(30_000)}1],"filler":""}`, 413],
  ['deep levels', `{"deep":${'['.repeat(200)}${']'.repeat(200)},"filler":""}`, 413],
])('a large body gets the same response as a small one: %s', async (_name, body, status) => {
  const [small, large] = [body, body.replace('"filler":""', `"filler":"${filler}"`)];
  const [one, other] = [await post('/echo', small), await post('/echo', large)];
  expect(one.statusCode).toBe(status);
  expect(other.statusCode).toBe(status);
  expect(JSON.parse(other.body.replace(filler, ''))).toEqual(JSON.parse(one.body));
});

test('a body with a byte order mark or invalid UTF-8 is read the same way', async () => {
  for (const part of [Buffer.from('\ufeff{"a":"'), Buffer.from('{"a":"\xff', 'latin1')]) {
    const bodies = ['', filler].map((fill) => Buffer.concat([part, Buffer.from(`${fill}"}`)]));
    const [one, other] = await Promise.all(bodies.map((body) => post('/echo', body)));
    expect(other!.body.replace(filler, '')).toBe(one!.body);
  }
});

test('large bodies of one account wait for each other, but not for those of other accounts', async () => {
  const large = (name: string) => JSON.stringify({ name, filler });
  const settled = [
    post('/wait', large('first')),
    post('/wait', large('second')),
    post('/wait', JSON.stringify({ name: 'small' })),
    post('/wait', large('of Grace'), 'Grace'),
  ];
  await expect.poll(() => begun.toSorted()).toEqual(['first', 'of Grace', 'small']);
  ends.get('first')!();
  await expect.poll(() => begun.at(-1)).toBe('second');
  for (const end of ends.values()) end();
  for (const { statusCode } of await Promise.all(settled)) expect(statusCode).toBe(200);
});
