import { GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import type { Ceph } from './ceph.ts';
import { s3Credentials, startS3Server } from './s3-server.ts';
import type { TestPlace } from './test-place.ts';

type S3Place = Extract<TestPlace['place'], { kind: 's3' }>;

const unlocked = { kind: 's3', prefix: 'signed/', lockDays: null, lockMode: 'GOVERNANCE' } as const;

/** Creates a bucket on our own test server. */
export async function startS3Place(): Promise<TestPlace> {
  const server = await startS3Server();
  const { endpoint, bucket } = server;
  return {
    place: { ...unlocked, endpoint, bucket, region: 'us-east-1', accessKeyId: s3Credentials.accessKeyId },
    secret: s3Credentials.secretAccessKey,
    read: (path) => Promise.resolve(server.objects.get(`signed/${path}`)?.bytes),
    fail: (fault) =>
      void (server.fail =
        fault === undefined
          ? undefined
          : fault === 'down'
            ? 'hang up'
            : { status: fault === 'full' ? 507 : fault === 'access' ? 403 : 500 }),
    stop: () => server.stop(),
  };
}

/** Creates a bucket on a running Ceph, which continues to run afterwards. */
export async function openCephPlace(
  ceph: Ceph,
  locked?: Pick<S3Place, 'lockDays' | 'lockMode'>,
): Promise<TestPlace & { place: S3Place; client: S3Client }> {
  const { endpoint, region, credentials } = ceph;
  const bucket = await ceph.newBucket({ locked: locked !== undefined });
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  const { accessKeyId, secretAccessKey: secret } = credentials;
  const fail = async (fault: 'down' | 'full' | 'access' | 'corrupt' | undefined): Promise<void> => {
    await ceph.turn(fault === 'down' ? 'off' : 'on');
    await ceph.fill(fault === 'full');
    await ceph.suspend(fault === 'access');
  };
  return {
    place: { ...unlocked, ...locked, endpoint, region, bucket, accessKeyId },
    ...{ secret, client, fail },
    async read(path) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: `signed/${path}` }));
        return Buffer.from(await Body!.transformToByteArray());
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    async stop() {
      client.destroy();
      await fail(undefined);
    },
  };
}
