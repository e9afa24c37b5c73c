import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { longTest } from '#testing/long-test.ts';
import { fileStoreSuite } from '#testing/suites/file-store.suite.ts';
import { s3Credentials, startS3Server, type S3Server } from '#testing/servers/s3-server.ts';
import { StoreUnavailableError, type FileStore } from '#server/ports/file-store.ts';
import { s3FileStore, type S3Settings } from './s3.ts';

async function storeForTest(more: Partial<S3Settings> = {}): Promise<{ store: FileStore; server: S3Server }> {
  const server = await startS3Server();
  const { bucket, endpoint } = server;
  const store = s3FileStore({
    bucket,
    endpoint,
    region: 'us-east-1',
    credentials: s3Credentials,
    encryption: undefined,
    ...more,
  });
  onTestFinished(async () => {
    store.close();
    await server.stop();
  });
  return { store, server };
}

async function listed(store: FileStore, moment: number): Promise<string[]> {
  const names: string[] = [];
  for await (const name of store.putBefore(moment)) names.push(name);
  return names;
}

const keyOf = (sha256: string): string => `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;

fileStoreSuite('S3', async () => {
  const { store, server } = await storeForTest();
  return {
    store,
    async spoil(sha256, bytes) {
      server.objects.set(keyOf(sha256), { bytes: Buffer.from(bytes), at: new Date(), encryption: undefined });
    },
  };
});

test('lists every file stored before a given time, over all pages', async () => {
  const { store } = await storeForTest();
  const names = await Promise.all(Array.from({ length: 8 }, (_, n) => store.put(Buffer.from(`file ${n}`))));
  const all = await listed(store, Date.now() + 60_000);
  expect(all.sort()).toEqual(names.sort());
  expect(await listed(store, Date.now() - 60_000)).toEqual([]);
});

longTest('a store that is down, returns errors or denies access is unavailable, never empty', async () => {
  const { store, server } = await storeForTest({ silentMs: 200 });
  const name = await store.put(Buffer.from('the lease'));
  for (const fail of [{ status: 503 }, 'hang up', 'say nothing'] as const) {
    server.fail = fail;
    await expect(store.read(name)).rejects.toThrow(StoreUnavailableError);
    await expect(store.put(Buffer.from('more'))).rejects.toThrow(StoreUnavailableError);
    await expect(store.has(name)).rejects.toThrow(StoreUnavailableError);
  }
  const mallory = await storeForTest({ credentials: { accessKeyId: 'ADA', secretAccessKey: 'guessed' } });
  await expect(mallory.store.has(name)).rejects.toThrow(StoreUnavailableError);
  const elsewhere = await storeForTest({ bucket: 'nobodys' });
  await expect(elsewhere.store.read(name)).rejects.toThrow(StoreUnavailableError);
});

test('requests server-side encryption if configured', async () => {
  const { store, server } = await storeForTest({ encryption: { algorithm: 'AES256', keyId: undefined } });
  const name = await store.put(Buffer.from('the lease'));
  expect(server.objects.get(keyOf(name))?.encryption).toBe('AES256');
});

test('uploads a large file in parts as one object with the hash in its name', async () => {
  const { store, server } = await storeForTest({
    partBytes: 100_000,
    encryption: { algorithm: 'AES256', keyId: undefined },
  });
  const archive = randomBytes(250_001);
  const name = await store.put(Readable.from([archive.subarray(0, 3), archive.subarray(3)]));
  expect(Buffer.from(await store.read(name)).equals(archive)).toBe(true);
  expect(server.objects.get(keyOf(name))).toMatchObject({ encryption: 'AES256', parts: 3 });
  expect(server.unfinished.size).toBe(0);
});

test('a large upload that fails midway leaves nothing behind', async () => {
  const { store, server } = await storeForTest({ partBytes: 100_000 });
  server.fail = 'no second part';
  const archive = randomBytes(250_001);
  await expect(store.put(Readable.from([archive]))).rejects.toThrow(StoreUnavailableError);
  expect([server.objects.size, server.unfinished.size]).toEqual([0, 0]);
  server.fail = undefined;
  expect(await store.has(await store.put(Readable.from([archive])))).toBe(true);
});
