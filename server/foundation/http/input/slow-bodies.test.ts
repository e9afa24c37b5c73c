import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { endSlowBodies } from './slow-bodies.ts';

const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
});

async function upload(size: number, beforeReading: () => Promise<unknown> = async () => undefined) {
  const app = Fastify({ bodyLimit: 10_000_000 });
  endSlowBodies(app);
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.addHook('preParsing', beforeReading);
  let server: Socket | undefined;
  app.server.on('request', (request) => (server = request.socket));
  app.post('/', async ({ body }) => `${(body as Buffer).length} bytes came`);
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const phone = connect(Number(address.port), address.hostname);
  let heard = '';
  phone.on('error', () => undefined).on('data', (chunk: Buffer) => (heard += chunk.toString()));
  onTestFinished(async () => {
    phone.destroy();
    await app.close();
  });
  await once(phone, 'connect');
  phone.write(
    `POST / HTTP/1.1\r\nhost: harbour\r\ncontent-type: application/octet-stream\r\ncontent-length: ${size}\r\n\r\n`,
  );
  await vi.waitFor(() => expect(server).toBeDefined());
  return {
    phone,
    heard: () => heard,
    arrived: () => server!.bytesRead,
    async send(bytes: number) {
      const before = server!.bytesRead;
      phone.write(Buffer.alloc(bytes));
      await vi.waitFor(() => expect(server!.bytesRead).toBeGreaterThanOrEqual(before + bytes));
    },
  };
}

test('ends a body that arrives byte by byte with 408 and a message (S-25)', async () => {
  const mallory = await upload(1_000_000);
  const cut = once(mallory.phone, 'close');
  await mallory.send(10);
  vi.advanceTimersByTime(minute);
  await mallory.send(1);
  expect(mallory.heard()).toBe('');
  vi.advanceTimersByTime(minute);
  await cut;
  expect(mallory.heard()).toMatch(/^HTTP\/1.1 408 /);
  expect(mallory.heard()).toContain('"code":"request-malformed"');
  expect(mallory.heard()).toContain('stopped before it was complete');
});

test('a slow phone may take twenty minutes, including a pause of one minute', async () => {
  const ada = await upload(20 * 4096 + 1);
  vi.advanceTimersByTime(minute);
  for (let sent = 0; sent < 20; sent += 1) {
    await ada.send(4096);
    vi.advanceTimersByTime(minute);
  }
  await ada.send(1);
  await vi.waitFor(() => expect(ada.heard()).toContain('81921 bytes came'));
});

test('a client is not disconnected while it is waiting for the server to read', async () => {
  let read: (value: unknown) => void = () => undefined;
  const ben = await upload(5_000_000, () => new Promise((resolve) => (read = resolve)));
  ben.phone.write(Buffer.alloc(5_000_000));
  await vi.waitFor(() => expect(ben.arrived()).toBeGreaterThan(16_384));
  for (let minutes = 0; minutes < 5; minutes += 1) vi.advanceTimersByTime(minute);
  read(undefined);
  await vi.waitFor(() => expect(ben.heard()).toContain('5000000 bytes came'));
});
