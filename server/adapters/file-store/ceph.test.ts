import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { ListMultipartUploadsCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { StoreUnavailableError } from '#server/ports/file-store.ts';
import { longRun } from '#testing/long-run.ts';
import { cephMissing, startCeph, type Ceph } from '#testing/servers/ceph.ts';
import { fileStoreSuite } from '#testing/suites/file-store.suite.ts';
import { s3FileStore, type S3Settings } from './s3.ts';
import { findStoreProblem } from './try-store.ts';

/** Runs our file store against an independent S3 server: Ceph, as packaged by Debian. */
describe.runIf(longRun && !cephMissing)('Ceph’s S3 server', () => {
  let ceph: Ceph;
  let client: S3Client;
  beforeAll(async () => {
    ceph = await startCeph();
    const { endpoint, region, credentials } = ceph;
    client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  });
  afterAll(async () => {
    client.destroy();
    await ceph.stop();
  });

  async function opened(change: Partial<S3Settings> = {}) {
    const { endpoint, region, credentials } = ceph;
    const settings = {
      ...{ bucket: await ceph.newBucket(), endpoint, region, credentials, encryption: undefined },
      ...change,
    };
    const store = s3FileStore(settings);
    onTestFinished(() => store.close());
    return { store, settings };
  }
  const keyOf = (sha256: string): string => `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;

  fileStoreSuite('Ceph', async () => {
    const { store, settings } = await opened();
    return {
      store,
      async spoil(sha256, bytes) {
        await client.send(new PutObjectCommand({ Bucket: settings.bucket, Key: keyOf(sha256), Body: bytes }));
      },
    };
  });

  test('lists more files than one response contains', async () => {
    const { store } = await opened();
    const names = await Promise.all(Array.from({ length: 1010 }, (_, at) => store.put(Buffer.from(`${at}`))));
    const listed: string[] = [];
    for await (const name of store.putBefore(Date.now() + 60_000)) listed.push(name);
    expect(listed.toSorted()).toEqual(names.toSorted());
  });

  test('uploads a large file in parts as one object, and leaves no parts behind', async () => {
    const { store, settings } = await opened({ partBytes: 5 * 1024 * 1024 });
    const archive = randomBytes(12 * 1024 * 1024 + 1);
    const name = await store.put(Readable.from([archive.subarray(0, 3), archive.subarray(3)]));
    expect(Buffer.from(await store.read(name)).equals(archive)).toBe(true);
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: settings.bucket }));
    expect(Uploads).toEqual([]);
  });

  test('the store reports itself unavailable, never empty, while the server is down, full or refuses access', async () => {
    const { store, settings } = await opened();
    const name = await store.put(Buffer.from('the lease'));
    await ceph.turn('off');
    await expect(store.read(name)).rejects.toThrow(StoreUnavailableError);
    await expect(store.has(name)).rejects.toThrow(StoreUnavailableError);
    await ceph.turn('on');
    await ceph.fill(true);
    await expect(store.put(Buffer.from('more'))).rejects.toThrow(StoreUnavailableError);
    expect(Buffer.from(await store.read(name)).toString()).toBe('the lease');
    await ceph.fill(false);
    await ceph.suspend(true);
    await expect(store.read(name)).rejects.toThrow(StoreUnavailableError);
    await expect(store.has(name)).rejects.toThrow(StoreUnavailableError);
    await ceph.suspend(false);
    const wrong = { accessKeyId: ceph.credentials.accessKeyId, secretAccessKey: 'guessed' };
    const mallory = await opened({ bucket: settings.bucket, credentials: wrong });
    await expect(mallory.store.has(name)).rejects.toThrow(StoreUnavailableError);
    const elsewhere = await opened({ bucket: 'of-nobody' });
    await expect(elsewhere.store.read(name)).rejects.toThrow(StoreUnavailableError);
    expect(await store.has(await store.put(Buffer.from('more')))).toBe(true);
  });

  test('wrong settings are reported at startup', async () => {
    const { store, settings } = await opened();
    expect(await findStoreProblem(store, settings)).toBeUndefined();
    const problem = async (change: Partial<S3Settings>) => {
      const other = await opened({ bucket: settings.bucket, ...change });
      return (await findStoreProblem(other.store, other.settings))?.problem;
    };
    expect(await problem({ bucket: 'of-nobody' })).toContain('S3_BUCKET: there is no bucket of-nobody');
    const { accessKeyId } = ceph.credentials;
    expect(await problem({ credentials: { accessKeyId, secretAccessKey: 'guessed' } })).toContain(
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY',
    );
    expect(await problem({ credentials: { accessKeyId: 'MALLORY', secretAccessKey: 'x' } })).toContain(
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY',
    );
  });
});
