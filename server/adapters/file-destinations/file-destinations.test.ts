import { createHash } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Place } from '#core/destination/kinds.ts';
import { longRun } from '#testing/long-run.ts';
import { longTest } from '#testing/long-test.ts';
import { startDebianSftp, startDebianWebDav } from '#testing/servers/debian-places.ts';
import { s3Credentials, startS3Server } from '#testing/servers/s3-server.ts';
import { startSftp } from '#testing/servers/sftp-server.ts';
import type { TestPlace } from '#testing/servers/test-place.ts';
import { startWebDav } from '#testing/servers/webdav-server.ts';
import { openReceiver } from '#testing/servers/webhook-receiver.ts';
import { signedFileHeaders } from '#server/messages/destinations/secrets.ts';
import { openFileDestinations } from './open-file-destinations.ts';

const destinations = openFileDestinations({ clock: Date.now, withLoopback: true, patienceMs: 20_000 });
const never = new AbortController().signal;

const fileOf = (path: string, bytes = Buffer.from(`%PDF of ${path}`)) => ({
  path,
  bytes,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  mediaType: 'application/pdf',
  headers: {},
});

async function startS3(): Promise<TestPlace> {
  const server = await startS3Server();
  return {
    place: {
      ...{
        kind: 's3',
        endpoint: server.endpoint,
        region: 'us-east-1',
        bucket: server.bucket,
        prefix: 'signed/',
      },
      ...{ accessKeyId: s3Credentials.accessKeyId, lockDays: null, lockMode: 'GOVERNANCE' },
    },
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

const places: [name: string, start: () => Promise<TestPlace>][] = [
  ['a WebDAV server', startWebDav],
  ['an S3 server', startS3],
  ['an SFTP server', startSftp],
  ...(longRun
    ? ([
        ['lighttpd with WebDAV', startDebianWebDav],
        ['OpenSSH', startDebianSftp],
      ] as [string, () => Promise<TestPlace>][])
    : []),
];

describe.each(places)('%s', (_name, start) => {
  const opened = async () => {
    const place = await start();
    onTestFinished(() => place.stop());
    return place;
  };

  test('stores a file in new folders, and replaces it when it is delivered again', async () => {
    const { place, secret, read } = await opened();
    const path = '2026/11/Mietvertrag Müller & 契約 #1.pdf';
    for (const version of ['first', 'second']) {
      const file = fileOf(path, Buffer.from(`%PDF ${version}`.repeat(50_000)));
      const outcome = await destinations.put(place, secret, file, never);
      expect(outcome).toMatchObject({ confirmed: place.kind === 's3' ? 'checksum' : 'read-back' });
      expect(await read(path)).toEqual(file.bytes);
    }
  });

  test('refuses a wrong password', async () => {
    const { place } = await opened();
    expect(await destinations.put(place, 'wrong', fileOf('a.pdf'), never)).toMatchObject({
      problem: 'sign-in-refused',
    });
  });

  longTest('has the file after it was down, full or closed to us', async () => {
    const { place, secret, read, fail } = await opened();
    for (const [fault, problem] of [
      ['down', /^(?:unreachable|answer-broken)$/],
      ['full', /^storage-full$/],
      ['access', /^sign-in-refused$/],
    ] as const) {
      await fail(fault);
      const outcome = await destinations.put(place, secret, fileOf('later.pdf'), never);
      expect(outcome).toMatchObject({ problem: expect.stringMatching(problem) as string });
    }
    await fail(undefined);
    expect(await destinations.put(place, secret, fileOf('later.pdf'), never)).toHaveProperty('confirmed');
    expect(await read('later.pdf')).toEqual(fileOf('later.pdf').bytes);
  });
});

test.each([
  ['WebDAV', startWebDav],
  ['SFTP', startSftp],
])('A file that %s returns with other bytes was not delivered', async (_name, start) => {
  const { place, secret, fail, stop } = await start();
  onTestFinished(stop);
  await fail('corrupt');
  expect(await destinations.put(place, secret, fileOf('a.pdf'), never)).toMatchObject({
    problem: 'file-differs',
  });
});

longTest('A later SFTP connection must have the host key of the first one', async () => {
  const { place, secret, newHostKey, stop } = await startSftp();
  onTestFinished(stop);
  const first = await destinations.put(place, secret, fileOf('a.pdf'), never);
  const hostKey = 'hostKey' in first ? first.hostKey! : '';
  expect(hostKey).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
  const known = { ...place, hostKey } as Place;
  expect(await destinations.put(known, secret, fileOf('b.pdf'), never)).toHaveProperty('confirmed');
  await newHostKey();
  expect(await destinations.put(known, secret, fileOf('c.pdf'), never)).toMatchObject({
    problem: 'host-key-changed',
  });
});

test('An object in a bucket with Object Lock states until when it is locked', async () => {
  const server = await startS3Server();
  onTestFinished(() => server.stop());
  const place: Place = {
    ...{ kind: 's3', endpoint: server.endpoint, region: 'us-east-1', bucket: server.bucket, prefix: '' },
    ...{ accessKeyId: s3Credentials.accessKeyId, lockDays: 3650, lockMode: 'COMPLIANCE' },
  };
  const at = Date.parse('2026-11-27T12:00:00Z');
  const locking = openFileDestinations({ clock: () => at, withLoopback: true });
  await locking.put(place, s3Credentials.secretAccessKey, fileOf('a.pdf'), never);
  expect(server.objects.get('a.pdf')?.lock).toEqual({
    mode: 'COMPLIANCE',
    until: '2036-11-24T12:00:00.000Z',
  });
});

test('A receiver of requests verifies the origin of a file with the signing secret', async () => {
  const receiver = await openReceiver();
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const file = fileOf('2026/Lease.pdf');
  const headers = signedFileHeaders(secret, 'destination.document', file.bytes, Date.now());
  const place: Place = { kind: 'https', url: receiver.url };
  expect(await destinations.put(place, secret, { ...file, headers }, never)).toEqual({
    confirmed: 'accepted',
  });
  const [received] = receiver.received;
  expect(received!.headers['content-disposition']).toBe("attachment; filename*=UTF-8''Lease.pdf");
  expect(received!.body).toBe(file.bytes.toString());
  const at = new Date(Number(received!.headers['webhook-timestamp']) * 1000);
  expect(received!.headers['webhook-signature']).toBe(
    new Webhook(secret).sign('destination.document', at, received!.body),
  );
});

describe('Addresses inside our network', () => {
  const guarded = openFileDestinations({ clock: Date.now, resolve: () => Promise.resolve(['10.1.2.3']) });
  const s3 = {
    region: 'r',
    bucket: 'b-b',
    prefix: '',
    accessKeyId: 'a',
    lockDays: null,
    lockMode: 'GOVERNANCE',
  };
  test.each<Place>([
    { kind: 'webdav', url: 'https://10.1.2.3/files', user: 'grace' },
    { kind: 'webdav', url: 'http://cloud.example/files', user: 'grace' },
    { kind: 'https', url: 'https://localhost/in' },
    { kind: 's3', endpoint: 'https://169.254.169.254', ...s3 } as Place,
    { kind: 'sftp', host: '127.0.0.1', port: 22, user: 'grace', folder: '', hostKey: null },
    { kind: 'sftp', host: '127.1', port: 22, user: 'grace', folder: '', hostKey: null },
    { kind: 'sftp', host: '::ffff:10.0.0.1', port: 22, user: 'grace', folder: '', hostKey: null },
    { kind: 'sftp', host: 'files.example', port: 25, user: 'grace', folder: '', hostKey: null },
  ])('are refused: %j', (place) => {
    expect(guarded.takes(place)).toBe(false);
  });

  test.each<Place>([
    { kind: 'webdav', url: 'https://cloud.example/files', user: 'grace' },
    { kind: 's3', endpoint: 'https://s3.example', ...s3 } as Place,
    { kind: 'sftp', host: 'files.example', port: 22, user: 'grace', folder: '', hostKey: null },
    { kind: 'https', url: 'https://archive.example/in' },
  ])('are refused when the name leads there: %j', async (place) => {
    expect(guarded.takes(place)).toBe(true);
    expect(await guarded.put(place, 'secret', fileOf('a.pdf'), never)).toMatchObject({
      problem: 'address-refused',
    });
  });

  test('are allowed in the networks that the operator names', async () => {
    const { place, secret, stop } = await startSftp();
    onTestFinished(stop);
    const named = { ...place, host: 'files.example' } as Place;
    const opened = (allowed: string[]) =>
      openFileDestinations({ clock: Date.now, allowed, resolve: () => Promise.resolve(['127.0.0.1']) });
    expect(await opened(['127.0.0.0/8']).put(named, secret, fileOf('a.pdf'), never)).toHaveProperty(
      'confirmed',
    );
    expect(await opened(['10.0.0.0/8']).put(named, secret, fileOf('a.pdf'), never)).toMatchObject({
      problem: 'address-refused',
    });
  });
});
