import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { problem } from '#contract/problem.ts';
import { refuseUnparsableRequest } from './answer-unread.ts';

test.each([
  ['that never ends', 'GET / HTTP/1.1\r\nhost: harbour\r\n', 408],
  ['with too many headers', `GET / HTTP/1.1\r\ncookie: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ['that is malformed', 'PULL me under\r\n\r\n', 400],
])('a request %s gets problem details and reaches no route', async (_what, sent, status) => {
  const app = Fastify({
    clientErrorHandler: refuseUnparsableRequest,
    http: { headersTimeout: 50, connectionsCheckingInterval: 20 },
  });
  onTestFinished(async () => void (await app.close()));
  app.addHook('onRequest', async () => expect.unreachable('it was parsed as a request'));
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const mallory = connect(Number(address.port), address.hostname);
  let received = '';
  mallory.on('data', (chunk: Buffer) => (received += chunk.toString()));
  mallory.write(sent);
  await once(mallory, 'close');
  const [head = '', body = ''] = received.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toContain('content-type: application/problem+json');
  expect(head).toContain(`content-length: ${body.length}`);
  expect(problem.parse(JSON.parse(body))).toMatchObject({ status, code: 'request-malformed' });
});
