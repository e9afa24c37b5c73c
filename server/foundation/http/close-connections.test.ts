import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { closeConnections } from './close-connections.ts';

async function listening(
  answer: () => Promise<string>,
  patience: Parameters<typeof closeConnections>[1] = {},
) {
  const app = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
  closeConnections(app, patience);
  app.get('/', answer);
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(address.port), address.hostname);
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return { app, socket };
}

test('closing does not wait for idle connections', async () => {
  const { app, socket } = await listening(async () => 'never asked');
  const cut = once(socket, 'close');
  await app.close();
  await cut;
});

test('closing answers a running request before its connection ends', async () => {
  let answer: (text: string) => void = () => undefined;
  let asked: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (asked = resolve));
  const { app, socket } = await listening(() => {
    asked();
    return new Promise((resolve) => (answer = resolve));
  });
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  socket.write('GET / HTTP/1.1\r\nhost: harbour\r\n\r\n');
  await arrived;
  const cut = once(socket, 'close');
  const closed = app.close();
  answer('in time');
  await closed;
  await cut;
  expect(received).toContain('in time');
});

test('a request that was sent but not read when closing began gets a response, not a reset (F-23)', async () => {
  // Long enough for any machine. The wait ends when the request has arrived.
  const { app, socket } = await listening(async () => 'all the same', { settleMs: 60_000 });
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  const cut = once(socket, 'close');
  const closed = app.close();
  socket.write('GET / HTTP/1.1\r\nhost: harbour\r\n\r\n');
  await closed;
  expect((await cut)[0]).toBe(false);
  expect(received).toContain('200 OK');
  expect(received).toContain('connection: close');
  expect(received).toContain('all the same');
});

test('a request that never ends does not block closing', async () => {
  const { app, socket } = await listening(() => new Promise(() => undefined), { maxMs: 1 });
  const asked = once(app.server, 'request');
  socket.write('GET / HTTP/1.1\r\nhost: harbour\r\n\r\n');
  await asked;
  await app.close();
});
