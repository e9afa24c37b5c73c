import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { events, file, nothing, page, defineRoutes } from '#contract/route.ts';
import { refuse } from '#core/refusal.ts';
import { answerErrors } from './answer-errors.ts';
import type { App } from './fastify-app.ts';
import { checkAgainstTable } from './route-table.ts';
import { authenticates, serve, type Handler } from './serve.ts';

const table = defineRoutes({
  readBerth: {
    at: 'GET /api/contacts/{id}',
    summary: 'Read a berth',
    caller: 'anyone',
    query: z.object({ deep: z.coerce.number().optional() }),
    answers: { 200: z.object({ id: z.string(), metres: z.number().optional() }) },
    refusals: ['not-found'],
  },
  removeBerth: {
    at: 'DELETE /api/contacts/{id}',
    summary: 'Remove a berth',
    caller: 'anyone',
    answers: { 204: nothing },
    refusals: [],
  },
  readSecret: {
    at: 'GET /api/contacts',
    summary: 'Read a secret',
    caller: 'member',
    permission: 'own',
    answers: { 200: page },
    refusals: [],
  },
});
const { readBerth, removeBerth } = table;
const pictureRow = {
  at: 'GET /api/contacts',
  summary: 'Read a picture',
  caller: 'anyone',
  answers: { 200: file('image/png') },
  refusals: [],
} as const;

let app: App;
beforeEach(() => {
  app = Fastify({ logger: false }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  checkAgainstTable(app, 'throw');
  answerErrors(app);
});

const get = async (handler: Handler<typeof readBerth>, query = '') => {
  serve(app, readBerth, handler);
  return app.inject(`/api/contacts/b1${query}`);
};

describe('a route of the table', () => {
  test('a route passes parsed values to its handler and sends the listed response', async () => {
    const answer = await get(({ params, query }) => ({ id: params.id, metres: query.deep }), '?deep=12');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.json()).toEqual({ id: 'b1', metres: 12 });
  });

  test('a route sends refusals as problem details', async () => {
    const answer = await get(() => refuse('not-found', 'There is no such berth.'));
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'not-found', detail: 'There is no such berth.' });
  });

  test('a route removes properties that its table row does not list', async () => {
    const answer = await get(() => ({ id: 'b1', passwordHash: 'secret' }));
    expect(answer.json()).toEqual({ id: 'b1' });
  });

  test('a response that does not match the table row is a server error', async () => {
    const answer = await get(() => ({ id: 9_876_543_210 }) as unknown as { id: string });
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('9876543210');
  });

  test('a status that the table row does not list is a server error', async () => {
    const answer = await get(({ reply }) => {
      reply.code(202);
      return { id: 'b1' };
    });
    expect(answer.statusCode).toBe(500);
  });

  test.each([
    ['text', 'secret'],
    ['an object', { secret: true }],
  ])(
    'a handler that sends %s itself, bypassing the route table, causes a server error',
    async (_what, secret) => {
      const answer = await get(({ reply }) => reply.send(secret) as unknown as { id: string });
      expect(answer.statusCode).toBe(500);
      expect(answer.body).not.toContain('secret');
    },
  );

  test('an unlisted refusal is a server error in tests, and is sent in production', async () => {
    expect((await get(() => refuse('name-missing', 'Enter a name.'))).statusCode).toBe(500);
    app.onUnlistedRefusal = 'log';
    expect((await app.inject('/api/contacts/b1')).json()).toMatchObject({ code: 'name-missing' });
  });

  test('a route sends no body if its table row lists none', async () => {
    serve(app, removeBerth, () => undefined);
    const answer = await app.inject({ method: 'DELETE', url: '/api/contacts/b1' });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
  });

  test('a route cannot be registered without authentication for its caller', () => {
    expect(() => serve(app, table.readSecret, () => undefined as never)).toThrow("'member'");
  });
});

test('a route without a table row is refused at startup', () => {
  expect(() => app.get('/api/contacts/stray', () => 'secret')).toThrow('/api/contacts/stray');
});

test('a file with an unlisted type is a server error', async () => {
  const { picture } = defineRoutes({ picture: pictureRow });
  serve(app, picture, ({ reply }) => reply.type('text/html').send('<script>'));
  expect((await app.inject('/api/contacts')).statusCode).toBe(500);
});

/** Waits until everything that a route does after sending its response has run. */
const afterwards = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('a response that was already sent', () => {
  const lines: string[] = [];
  const { picture, locked } = defineRoutes({
    picture: pictureRow,
    locked: {
      at: 'GET /api/contacts/locked',
      summary: 'Read a locked page',
      caller: 'operator',
      answers: { 200: page, 403: page },
      refusals: [],
    },
  });
  beforeEach(() => {
    lines.length = 0;
    const stream = { write: (line: string) => void lines.push(line) };
    app = Fastify({ logger: { level: 'warn', stream } }).withTypeProvider<ZodTypeProvider>();
    checkAgainstTable(app, 'throw');
    answerErrors(app);
  });

  test('a handler that sent a file does not send a second response', async () => {
    serve(app, picture, async ({ reply }) => reply.type('image/png').send(Buffer.from('PNG')));
    expect((await app.inject('/api/contacts')).body).toBe('PNG');
    await afterwards();
    expect(lines).toEqual([]);
  });

  test('a stream is not sent again if its reader disconnects', async () => {
    const { follow } = defineRoutes({
      follow: {
        at: 'GET /api/live',
        summary: 'Follow changes',
        caller: 'anyone',
        answers: { 200: events },
        refusals: [],
      },
    });
    const left = Promise.withResolvers<void>();
    serve(app, follow, ({ reply }) => {
      reply.raw.once('close', () => left.resolve());
      const stream = new Readable({ read: () => undefined });
      stream.push('event: hints\n\n');
      return reply.type('text/event-stream').send(stream);
    });
    const leaving = new AbortController();
    const answer = await fetch(`${await app.listen({ port: 0 })}/api/live`, { signal: leaving.signal });
    await answer.body?.getReader().read();
    leaving.abort();
    await left.promise;
    await afterwards();
    await app.close();
    expect(lines).toEqual([]);
  });

  test('the handler does nothing for Mallory if authentication has already responded', async () => {
    let done = 0;
    authenticates(app, 'operator', {
      caller: async (_request, reply) => reply.code(403).type('text/html').send('no'),
    });
    serve(app, locked, ({ reply }) => {
      done += 1;
      return reply.type('text/html').send('secret');
    });
    const answer = await app.inject('/api/contacts/locked');
    await afterwards();
    expect([answer.statusCode, answer.body, done]).toEqual([403, 'no', 0]);
    expect(lines).toEqual([]);
  });
});
