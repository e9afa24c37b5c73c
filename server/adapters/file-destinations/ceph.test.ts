import { randomBytes } from 'node:crypto';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  GetObjectRetentionCommand,
  ListObjectVersionsCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { longRun } from '#testing/long-run.ts';
import { cephMissing, startCeph, type Ceph } from '#testing/servers/ceph.ts';
import { openCephPlace } from '#testing/servers/s3-places.ts';
import { fileDestinationSuite, fileToDeliver, neverAborted } from '#testing/suites/file-destination.suite.ts';
import { openFileDestinations } from './open-file-destinations.ts';

/** Runs against an independent S3 server: Ceph, as packaged by Debian. */
describe.runIf(longRun && !cephMissing)('Ceph’s S3 server', () => {
  let ceph: Ceph;
  beforeAll(async () => {
    ceph = await startCeph();
  });
  afterAll(() => ceph.stop());

  fileDestinationSuite('a bucket', () => openCephPlace(ceph));

  const day = 86_400_000;
  const destinations = openFileDestinations({ clock: Date.now, withLoopback: true });

  test.each(['GOVERNANCE', 'COMPLIANCE'] as const)(
    'an object is locked in %s mode, each delivery is a new version, and no version can be deleted',
    async (lockMode) => {
      const opened = await openCephPlace(ceph, { lockDays: 3650, lockMode });
      onTestFinished(opened.stop);
      const { place, secret, client } = opened;
      const at = { Bucket: place.bucket, Key: `${place.prefix}2026/Lease #1 + €.pdf` };
      const before = Date.now();
      const files = ['first', 'second'].map((text) =>
        fileToDeliver('2026/Lease #1 + €.pdf', Buffer.from(text)),
      );
      for (const file of files)
        expect(await destinations.put(place, secret, file, neverAborted)).toEqual({ confirmed: 'checksum' });
      const { Versions: versions = [] } = await client.send(
        new ListObjectVersionsCommand({ Bucket: place.bucket }),
      );
      expect(versions.map(({ Key }) => Key)).toEqual([at.Key, at.Key]);
      for (const { VersionId } of versions) {
        const { Retention } = await client.send(new GetObjectRetentionCommand({ ...at, VersionId }));
        const until = Retention!.RetainUntilDate!.getTime() - 3650 * day;
        expect([Retention!.Mode, until >= before - 1000, until <= Date.now()]).toEqual([
          lockMode,
          true,
          true,
        ]);
        await expect(client.send(new DeleteObjectCommand({ ...at, VersionId }))).rejects.toMatchObject({
          $metadata: { httpStatusCode: 403 },
        });
      }
      const texts = await Promise.all(
        versions.map(async ({ VersionId }) => {
          const { Body } = await client.send(new GetObjectCommand({ ...at, VersionId }));
          return Body!.transformToString();
        }),
      );
      expect(texts.toSorted()).toEqual(['first', 'second']);
    },
  );

  test('locking in a bucket without Object Lock, and an unknown bucket, are reported as problems of the destination', async () => {
    const opened = await openCephPlace(ceph);
    onTestFinished(opened.stop);
    const put = (change: object) =>
      destinations.put({ ...opened.place, ...change }, opened.secret, fileToDeliver('a.pdf'), neverAborted);
    expect(await put({ lockDays: 30 })).toMatchObject({ problem: 'refused' });
    expect(await opened.read('a.pdf')).toBeUndefined();
    expect(await put({ bucket: 'of-nobody' })).toMatchObject({ problem: 'place-unknown' });
    expect(await put({ accessKeyId: 'MALLORY' })).toMatchObject({ problem: 'sign-in-refused' });
  });

  test('a file of 40 MB arrives complete', async () => {
    const { place, secret, read, stop } = await openCephPlace(ceph);
    onTestFinished(stop);
    const file = fileToDeliver('large.pdf', randomBytes(40 * 1024 * 1024));
    expect(await destinations.put(place, secret, file, neverAborted)).toEqual({ confirmed: 'checksum' });
    expect((await read('large.pdf'))?.equals(file.bytes)).toBe(true);
  });
});
