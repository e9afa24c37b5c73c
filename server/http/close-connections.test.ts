import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { closeConnections } from './close-connections.ts';

async function listening(answer: () => Promise<string>) {
  const app = Fastify({ forceCloseConnections: 'idle' });
  closeConnections(app);
  app.get('/', answer);
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(address.port), address.hostname);
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return { app, socket };
}

test('closing does not wait for a connection that has asked nothing', async () => {
  const { app, socket } = await listening(async () => 'never asked');
  const cut = once(socket, 'close');
  await app.close();
  await cut;
});

test('a request that is under way is answered first, and its connection ends with it', async () => {
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
